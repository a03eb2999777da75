import Resolver
import SafeFacade
import TestSupport
import Testing

// Containers that are closed while they are closed.

extension Scope {
    fileprivate static let job = TaskScope()
}

/// Says when it begins, and waits until it is let go on.
private final class SlowEnd: Sendable {
    let begun = AsyncStream.makeStream(of: Void.self)
    let goOn = AsyncStream.makeStream(of: Void.self)
    let isOver = Counter()
}

/// Counts how often it is closed.
private final class Ledger: Sendable {
    let closings = Counter()
}

extension Container {
    fileprivate var diary: Factory<SlowEnd> {
        self { SlowEnd() }.cached.onClose { end, _ async throws in
            end.begun.continuation.finish()
            for await _ in end.goOn.stream {}
            end.isOver.add()
        }
    }
    fileprivate var ledger: Factory<Ledger> { self { Ledger() }.cached.onClose { ledger, _ in ledger.closings.add() } }
    fileprivate var chronicle: Factory<Ledger> {
        self { Ledger() }.singleton.onClose { ledger, _ in ledger.closings.add() }
    }
    fileprivate var clerk: Factory<Thing> {
        self { Thing() }.singleton.onClose { _, _ async throws in
            try await Scope.job.run { try await Container.shared.close() }
        }
    }
    fileprivate var closing: AsyncFactory<Bool> {
        self {
            try await Container.shared.close()
            return true
        }
    }
    fileprivate var janitor: Factory<Thing> {
        self { Thing() }.singleton.onClose { _, _ async throws in _ = try await Container.shared.closing() }
    }
}

private final class Cabinet: SharedContainer {
    let manager = ContainerManager()
    init() {}
    var ledger: Factory<Ledger> { self { Ledger() }.singleton }
    var perhaps: Factory<Ledger?> { self { nil }.singleton }
    var numbered: ParameterFactory<Int, Ledger> { self { _ in Ledger() }.singleton.scopeOnParameters }
    var later: AsyncFactory<Ledger> { self { Ledger() }.singleton }
}

@Suite struct CloseAgainTests {
    @Test(
        "own defect D175: of a container of one's own, a singleton is closed also where an export has joined what makes it"
    )
    func aJoinedSingletonIsClosed() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Resolver.registerServices = nil
            Resolver.register { Ledger() }.scope(.application).onClose { (ledger: Ledger) in ledger.closings.add() }
            Resolver.register(\Cabinet.ledger)
            let ledger = Cabinet.shared.ledger()
            try await Cabinet.shared.close()
            ensure(ledger.closings.value == 1, "it was not closed")
            _ = Cabinet.shared.ledger()
        }
        #expect(try failureText(result).contains("[closed]"))
    }

    @Test("own defect D175: and where it is one for each parameter")
    func aJoinedSingletonByParameterIsClosed() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Resolver.registerServices = nil
            Resolver.register { (_, _) in Ledger() }.scope(.application)
                .onClose { (ledger: Ledger) in ledger.closings.add() }
            Resolver.register(\Cabinet.numbered)
            let ledger = Cabinet.shared.numbered(1)
            try await Cabinet.shared.close()
            ensure(ledger.closings.value == 1, "it was not closed")
            _ = Cabinet.shared.numbered(1)
        }
        #expect(try failureText(result).contains("[closed]"))
    }

    @Test("own defect D175: and where it is an optional's, or asynchronous")
    func joinedSingletonsAreClosed() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Resolver.registerServices = nil
            Resolver.register { Ledger() }.scope(.application)
            Resolver.register(\Cabinet.perhaps)
            ensure(Cabinet.shared.perhaps() != nil, "it was not joined")
            try await Cabinet.shared.close()
            _ = Cabinet.shared.perhaps()
        }
        #expect(try failureText(result).contains("[closed]"))
        try await withSandbox(.fresh) { () async throws -> Void in
            Resolver.registerServices = nil
            let begun = AsyncStream.makeStream(of: Void.self)
            Resolver.registerAsync { () async throws -> Ledger in
                begun.continuation.finish()
                try await Task.sleep(nanoseconds: 60_000_000_000)
                return Ledger()
            }.scope(.application)
            Resolver.register(\Cabinet.later)
            let asked = Task { try await Cabinet.shared.later() }
            for await _ in begun.stream {}
            try await Cabinet.shared.close()
            let error = await #expect(throws: ResolutionError.self) { try await asked.value }
            #expect(error?.description.contains("[closed]") ?? false)
        }
    }

    @Test func closingAllWaitsForTheScopeThatIsBeingClosed() async throws {
        try await withSandbox(.fresh) {
            let end = Container.shared.diary()
            async let part: Void = Container.shared.close(.cached)
            for await _ in end.begun.stream {}
            async let isOver = {
                try await Container.shared.close()
                return end.isOver.value == 1
            }()
            // Time for a call to return that does not wait.
            try await Task.sleep(nanoseconds: 20_000_000)
            end.goOn.continuation.finish()
            #expect(try await isOver)
            try await part
        }
    }

    @Test func aCloserMayCloseInARun() async {
        await #expect(processExitsWith: .success) {
            beginProcess(seconds: 20)
            _ = Container.shared.clerk()
            try await Container.shared.close()
        }
    }

    @Test func aCloserMayCloseByAFactoryThatNobodyKeeps() async {
        await #expect(processExitsWith: .success) {
            beginProcess(seconds: 20)
            _ = Container.shared.janitor()
            try await Container.shared.close()
        }
    }

    @Test("own defect D79: what was closed is not brought back by pop(), and is closed once")
    func whatWasClosedIsNotBroughtBack() async throws {
        try await withSandbox(.fresh) {
            let container = Container.shared
            let first = container.ledger()
            container.push()
            try await container.close()
            container.pop()
            let second = container.ledger()
            #expect(second !== first)
            try await container.close()
            #expect(first.closings.value == 1)
            #expect(second.closings.value == 1)
        }
    }

    @Test("own defect D126: all is closed after the scope that is being closed already, whose closers may use the rest")
    func allIsClosedAfterTheScope() async throws {
        try await withSandbox(.fresh) {
            let (end, ledger) = (Container.shared.diary(), Container.shared.chronicle())
            async let part: Void = Container.shared.close(.cached)
            for await _ in end.begun.stream {}
            async let all: Void = Container.shared.close()
            // Time for a call that does not wait.
            try await Task.sleep(nanoseconds: 20_000_000)
            #expect(ledger.closings.value == 0)
            end.goOn.continuation.finish()
            try await part
            try await all
            #expect(ledger.closings.value == 1)
            #expect(end.isOver.value == 1)
        }
    }
}
