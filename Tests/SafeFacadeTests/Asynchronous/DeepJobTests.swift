import Resolver
import SafeFacade
import TestSupport
import Testing

// Own defect D247: a construction waits for tasks that factories inside it have started. These factories run in their asker's
// place, one or two of them deep, and have ended by then.

extension Scope {
    fileprivate static let stay = TaskScope()
}

private final class Luggage: Sendable {}
private final class Map: Sendable {}

/// A task's work, and how many factories deep the task is started.
private struct Job: Sendable {
    var depth: Int
    /// Begins once the task is started, and the factories between it and the asker have ended.
    var isStarted = Stop()
    let work: @Sendable () async throws -> String
}

extension Container {
    /// Starts a job.
    ///
    /// Nothing keeps this service, so its factory runs in its asker's place.
    fileprivate var job: AsyncParameterFactory<Job, Task<String, Never>> {
        self { container, job in
            guard job.depth == 1 else {
                var job = job
                job.depth -= 1
                return try await container.job(job)
            }
            return Task {
                do { return try await job.work() } catch {
                    return (error as? ResolutionError).map { "\($0.reason)" } ?? "\(error)"
                }
            }
        }
    }
    fileprivate var reservation: AsyncParameterFactory<Job, String> {
        self { container, job in await (try await container.job(job)).value }.scope(.stay)
    }
    fileprivate var bell: AsyncFactory<Thing> { self { Thing() }.scope(.stay) }
    fileprivate var hotel: AsyncParameterFactory<Job, String> {
        self { container, job in
            let task = try await container.job(job)
            job.isStarted.begin()
            return await task.value
        }.singleton
    }
}

@Suite struct DeepJobTests {
    @Test("What a run waits for is given what it needs of the run", arguments: [1, 2, 3])
    func ofARunThatEnds(_ depth: Int) async throws {
        let text = await withSandbox(.fresh) {
            Resolver.register { Luggage() }.scope(.stay)
            let (stop, text) = (Stop(), Locked(""))
            let run = Task {
                try await Scope.stay.run {
                    let job = Job(depth: depth) {
                        await stop.pass()
                        _ = try Resolver.require(Luggage.self)
                        return "given"
                    }
                    Task {
                        let answer = try await Container.shared.reservation(job)
                        text.withLock { $0 = answer }
                    }
                    await stop.hasBegun()
                    Task {
                        try await waitUntilRunEnds { _ = try await Container.shared.bell() }
                        stop.open()
                    }
                }
            }
            _ = try? await run.value
            while text.withLock({ $0.isEmpty }) { await Task.yield() }
            return text.withLock { $0 }
        }
        #expect(text == "given")
    }

    @Test("What close() waits for is given what it needs", arguments: [1, 2, 3])
    func ofAContainerThatIsClosed(_ depth: Int) async throws {
        let text = try await withSandbox(.fresh) {
            Resolver.register { Map() }.scope(.application)
            let stop = Stop()
            let job = Job(depth: depth) {
                await stop.pass()
                _ = try Resolver.require(Map.self)
                return "given"
            }
            let hotel = Task { try await Container.shared.hotel(job) }
            await stop.hasBegun()
            async let close: Void = Container.shared.close()
            try await waitUntilClosed()
            stop.open()
            try await close
            return try await hotel.value
        }
        #expect(text == "given")
    }

    @Test("A job that closes what waits for it is told so", arguments: [1, 2, 3])
    func aJobThatCloses(_ depth: Int) async {
        await #expect(processExitsWith: .success) { [depth = depth as Int] in
            beginProcess()
            let isStarted = Stop()
            let job = Job(depth: depth, isStarted: isStarted) {
                await isStarted.hasBegun()
                try await Container.shared.close()
                return "closed"
            }
            let text = try await Container.shared.hotel(job)
            ensure(text == "closedInside", text)
        }
    }

    @Test("A job that asks for what waits for it is a cycle", arguments: [1, 2, 3])
    func aJobThatAsksForItsAsker(_ depth: Int) async {
        await #expect(processExitsWith: .success) { [depth = depth as Int] in
            beginProcess()
            LongWaits.patience = 100_000_000
            let isStarted = Stop()
            let job = Job(depth: depth, isStarted: isStarted) {
                await isStarted.hasBegun()
                return try await Container.shared.hotel(Job(depth: 1) { "" })
            }
            let text = try await Container.shared.hotel(job)
            ensure(text.hasPrefix("cycle"), text)
        }
    }
}
