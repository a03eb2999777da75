import Foundation
package import Hummingbird
package import Logging
import NIOCore
import ServiceLifecycle
import UnixSignals

/// Puts the routes on a wiring.
///
/// - Parameters:
///   - wiring: Where the services come from.
///   - logger: For the server itself.
///   - more: Adds routes, whose requests have services as all others.
///   - onRunning: Is told the port.
/// - Returns: The application, which is a service to run.
package func notesApplication(
    _ wiring: some Wiring, logger: Logger, more: (RouterGroup<NotesContext>) -> Void = { _ in },
    onRunning: @escaping @Sendable (Int) -> Void = { _ in }
) -> some ApplicationProtocol {
    let router = Router(context: NotesContext.self)
    router.addMiddleware { ErrorMiddleware(metrics: wiring.metrics, logger: logger) }
    addServerRoutes(to: router, wiring)
    let requests = router.group().add(middleware: ServicesMiddleware(wiring: wiring))
    addRoutes(to: requests)
    more(requests)
    let settings = wiring.settings
    return Application(
        router: router,
        configuration: ApplicationConfiguration(
            address: .hostname(settings.host, port: settings.port), serverName: "notes"),
        onServerRunning: { channel in onRunning(channel.localAddress?.port ?? settings.port) },
        logger: logger)
}

/// The last to be ended, as it is the first of its group: when no request is left, closes the database.
package struct Closing: Service {
    private let close: @Sendable () async throws -> Void

    package init(_ wiring: some Wiring) { close = { try await wiring.close() } }

    package func run() async throws {
        try? await gracefulShutdown()
        try await close()
    }
}

/// Runs a server until a signal ends it, and prints what became of its requests.
package func serve(_ wiring: some Wiring, logger: Logger) async throws {
    let application = notesApplication(
        wiring, logger: logger,
        onRunning: { port in
            // On standard output, for whoever waits for it.
            print("listening on \(port)")
            fflush(nil)
        })
    let group = ServiceGroup(
        configuration: ServiceGroupConfiguration(
            services: [
                ServiceGroupConfiguration.ServiceConfiguration(service: Closing(wiring)),
                ServiceGroupConfiguration.ServiceConfiguration(service: application),
            ],
            gracefulShutdownSignals: [.sigterm, .sigint], logger: logger))
    try await group.run()
    print(serverReport(wiring), terminator: "")
}
