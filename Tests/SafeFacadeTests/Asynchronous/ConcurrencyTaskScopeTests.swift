import Resolver
import SafeFacade
import TestSupport
import Testing

extension Scope {
    fileprivate static let job = TaskScope()
}

private final class Ticket: Sendable {
    let job: Int
    init(_ job: Int) { self.job = job }
}

private enum Job {
    @TaskLocal static var number = -1
}

private let living = LivingObjects()

extension Container {
    fileprivate var ticket: Factory<Ticket> { self { living.counted(Ticket(Job.number)) }.scope(.job) }
    fileprivate var slowTicket: AsyncFactory<Ticket> {
        self { _ in
            await Task.yield()
            return living.counted(Ticket(Job.number))
        }.scope(.job)
    }
    fileprivate var slowlyClosed: ParameterFactory<Int, Ticket> {
        self { Ticket($0) }.scope(.job).scopeOnParameters.onClose { _ in
            try await Task.sleep(nanoseconds: .random(in: 500_000...2_000_000))
        }
    }
}

@Suite struct ConcurrencyTaskScopeTests {
    @Test("Of many runs at once, none ever sees another's instance, and nothing is left")
    func manyRuns() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<rounds(2_000, debug: 300) {
                group.addTask {
                    try await Job.$number.withValue(number) { try await run(number) }
                }
            }
            try await group.waitForAll()
        }
        // The tasks that made the objects may still be ending.
        try await living.wait(untilAtMost: 0)
        #expect(living.alive == 0)
    }

    private func run(_ number: Int) async throws {
        try await Scope.job.run {
            let tickets = try await withThrowingTaskGroup(of: (Ticket, Ticket).self) { group in
                for _ in 0..<4 {
                    group.addTask { (Container.shared.ticket(), try await Container.shared.slowTicket()) }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(tickets.allSatisfy { $0.0 === tickets[0].0 && $0.1 === tickets[0].1 })
            #expect(tickets.allSatisfy { $0.0.job == number && $0.1.job == number })
        }
    }

    @Test("A run that ends cancels what is still being made, and waits for it")
    func aRunEndsItsConstructions() async throws {
        let (stop, cancelled) = (Stop(), Counter())
        let container = Container()
        try await Scope.job.run {
            container.slowTicket.register {
                stop.begin()
                do { try await Task.sleep(nanoseconds: 60_000_000_000) } catch {
                    await letOthersGoOn()
                    cancelled.add()
                }
                return Ticket(0)
            }
            Task { try await container.slowTicket() }
            await stop.hasBegun()
        }
        #expect(cancelled.value == 1)
    }

    @Test("own defect D441: endings that go on are looked after without a data race")
    func endingsThatGoOn() async {
        await #expect(processExitsWith: .success) {
            beginProcess(seconds: 60, isShown: false)
            LongWaits.patience = 1_000_000
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<rounds(1_000, debug: 500) {
                    group.addTask {
                        try await Scope.job.run { for number in 0..<50 { _ = Container.shared.slowlyClosed(number) } }
                    }
                }
                try await group.waitForAll()
            }
        }
    }
}
