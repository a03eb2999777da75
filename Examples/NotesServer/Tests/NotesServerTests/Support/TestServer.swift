import AsyncHTTPClient
import Foundation
import Hummingbird
import InMemoryLogging
import NotesCore
import ServiceLifecycle

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

/// Settings that a test changes.
struct Change {
    let apply: (inout Settings) -> Void
}

/// Runs a test against a server, which is ended as by a signal.
func withServer(
    _ wiring: any Wiring, _ routes: Routes = Routes { _ in },
    _ test: @Sendable (TestServer) async throws -> Void
) async throws {
    let (ports, found) = AsyncStream.makeStream(of: Int.self)
    let group = notesServer(wiring, more: routes.add) { found.yield($0) }
    let client = HTTPClient.withoutRetries()
    let outcome = await result {
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask {
                defer { found.finish() }
                try await group.run()
            }
            guard let port = await ports.first(where: { _ in true }) else {
                // It ended before it listened, and this throws why.
                try await tasks.waitForAll()
                throw CancellationError()
            }
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
func result(of operation: () async throws -> Void) async -> Result<Void, any Error> {
    do { return .success(try await operation()) } catch { return .failure(error) }
}

/// Runs a test against either server with a database of its own.
func withServer(
    _ edition: Edition, _ routes: Routes = Routes { _ in }, settings change: Change = Change { _ in },
    log: InMemoryLogHandler = InMemoryLogHandler(), clock: WallClock = WallClock(),
    _ test: @Sendable (TestServer) async throws -> Void
) async throws {
    try await withSettings { settings in
        var settings = settings
        change.apply(&settings)
        try await withServer(try await edition.wiring(settings, log: log, clock: clock), routes, test)
    }
}
