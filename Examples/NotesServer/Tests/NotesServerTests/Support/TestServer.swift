import AsyncHTTPClient
import Foundation
import Hummingbird
import Logging
import NotesCore
import ServiceLifecycle
import Testing

/// A server that runs in this process, and a client for it.
struct TestServer: NotesClient {
    let port: Int
    let client: HTTPClient
    let wiring: any Wiring
    fileprivate let group: ServiceGroup

    /// What SIGTERM does.
    func shutDown() async { await group.triggerGracefulShutdown() }

    /// Waits until no request has services any more: an answer is sent a moment before its request's objects are gone.
    func counts() async throws -> (made: Int, ended: Int) {
        var triesLeft = 200
        while wiring.liveObjects.counts.made != wiring.liveObjects.counts.ended && triesLeft > 0 {
            try await Task.sleep(for: .milliseconds(10))
            triesLeft -= 1
        }
        return wiring.liveObjects.counts
    }
}

/// Routes that a test adds.
struct Routes {
    let add: (RouterGroup<NotesContext>) -> Void
}

/// Runs a test against a server, which is ended as by a signal.
func withServer(
    _ wiring: any Wiring, _ routes: Routes = Routes { _ in },
    _ test: @Sendable (TestServer) async throws -> Void
) async throws {
    var logger = Logger(label: "test")
    logger.logLevel = .critical
    let (ports, found) = AsyncStream.makeStream(of: Int.self)
    let application = notesApplication(wiring, logger: logger, more: routes.add) { found.yield($0) }
    let group = ServiceGroup(services: [Closing(wiring), application], logger: logger)
    let client = HTTPClient.withoutRetries()
    let outcome = await result {
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask {
                defer { found.finish() }
                try await group.run()
            }
            let port = try #require(await ports.first { _ in true })
            do {
                try await test(TestServer(port: port, client: client, wiring: wiring, group: group))
            } catch {
                await group.triggerGracefulShutdown()
                throw error
            }
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
    }
    try await client.shutdown()
    try outcome.get()
}

/// What an operation ends with.
private func result(of operation: () async throws -> Void) async -> Result<Void, any Error> {
    do { return .success(try await operation()) } catch { return .failure(error) }
}

/// Runs a test against either server with a database of its own.
func withServer(
    _ edition: Edition, _ routes: Routes = Routes { _ in }, clock: WallClock = WallClock(), notesPerUser: Int = 100,
    _ test: @Sendable (TestServer) async throws -> Void
) async throws {
    try await withSettings { settings in
        var settings = settings
        settings.notesPerUser = notesPerUser
        try await withServer(try await edition.wiring(settings, clock: clock), routes, test)
    }
}
