import Foundation
package import Hummingbird
import Logging
import NIOCore
package import ServiceLifecycle
package import UnixSignals

/// Puts the routes on a wiring.
///
/// - Parameters:
///   - wiring: Where the services come from.
///   - signals: The signals that end the server.
///   - more: Adds routes, whose requests have services as all others.
///   - onRunning: Is told the port.
/// - Returns: The server, to be run.
package func notesServer(
    _ wiring: some Wiring, signals: [UnixSignal] = [], more: (RouterGroup<NotesContext>) -> Void = { _ in },
    onRunning: @escaping @Sendable (Int) -> Void
) -> ServiceGroup {
    let router = Router(context: NotesContext.self)
    router.addMiddleware { ErrorMiddleware(metrics: wiring.metrics, logger: wiring.logger) }
    addServerRoutes(to: router, wiring)
    let requests = router.group().add(middleware: ServicesMiddleware(wiring: wiring))
    addRoutes(to: requests)
    more(requests)
    let settings = wiring.settings
    let application = Application(
        router: router,
        server: .http1(configuration: .init(idleTimeout: TimeAmount(settings.idleTimeout))),
        configuration: ApplicationConfiguration(
            address: .hostname(settings.host, port: settings.port), serverName: "notes"),
        onServerRunning: { channel in onRunning(channel.localAddress?.port ?? settings.port) },
        logger: wiring.logger)
    var configuration = ServiceGroupConfiguration(
        services: [WiredApplication(application: application, wiring: wiring)], gracefulShutdownSignals: signals,
        logger: wiring.logger)
    configuration.maximumGracefulShutdownDuration = settings.shutdownTimeout
    return ServiceGroup(configuration: configuration)
}

/// Answers requests, and closes the wiring when none is left.
///
/// One service does both. If a service of its own closed the wiring, a group that is cancelled, as at the end of the
/// shutdown's timeout, would close it beside requests that still run.
private struct WiredApplication: Service {
    let application: any Service
    let wiring: any Wiring

    func run() async throws {
        do {
            try await application.run()
        } catch {
            // The first error says more.
            try? await wiring.close()
            throw error
        }
        try await wiring.close()
    }
}

/// Runs a server until a signal ends it, and prints what became of its requests.
package func serve(_ wiring: some Wiring) async throws {
    let server = notesServer(wiring, signals: [.sigterm, .sigint]) { port in
        // On standard output, for whoever waits for it.
        print("listening on \(port)")
        fflush(nil)
    }
    try await server.run()
    print(serverReport(wiring), terminator: "")
}
