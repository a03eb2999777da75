import SafeFacade
import TestSupport
import Testing

private let scopeLine = #line + 2
extension Scope {
    fileprivate static let request = TaskScope()
    fileprivate static let connection = TaskScope()
}

private final class RequestLog: Sendable {
    let number: Int
    init(_ number: Int) { self.number = number }
}
private final class Handler: Sendable {
    let log: RequestLog
    init(_ log: RequestLog) { self.log = log }
}

private let logs = Counter()
private let begun = Counter()
private let cancelled = Counter()

private let declarations = #line
extension Container {
    fileprivate var log: Factory<RequestLog> { self { RequestLog(logs.add()) }.scope(.request) }
    fileprivate var transaction: AsyncFactory<RequestLog> {
        self { _ in
            await Task.yield()
            return RequestLog(logs.add())
        }.scope(.request)
    }
    fileprivate var page: ParameterFactory<Int, RequestLog> {
        self { RequestLog($0) }.scope(.request).scopeOnParameters
    }
    fileprivate var handler: Factory<Handler> { self { Handler($0.log()) } }
    fileprivate var keptHandler: Factory<Handler> { self { Handler($0.handler().log) }.cached }
    fileprivate var keptAsyncHandler: AsyncFactory<Handler> { self { Handler(try await $0.transaction()) }.singleton }
    fileprivate var childHandler: AsyncFactory<Handler> {
        self { container in
            async let log = container.transaction()
            return Handler(try await log)
        }.singleton
    }
    fileprivate var requestHandler: AsyncFactory<Handler> {
        self { Handler(try await $0.transaction()) }.scope(.request)
    }
    fileprivate var peer: Factory<RequestLog> { self { RequestLog(logs.add()) }.scope(.connection) }
    fileprivate var byBoth: Factory<Handler> { self { Handler($0.peer()) }.scope(.request) }
    fileprivate var wrongWay: AsyncFactory<Handler> {
        self { Handler(try await $0.transaction()) }.scope(.connection)
    }
    fileprivate var expiring: Factory<RequestLog> { log.timeToLive(60) }
    fileprivate var patient: AsyncFactory<RequestLog> {
        self { _ in
            begun.add()
            let end = ContinuousClock.now + .seconds(20)
            while cancelled.value == 0, ContinuousClock.now < end { await Task.yield() }
            return RequestLog(cancelled.value)
        }.scope(.request)
    }
    fileprivate var sleeping: AsyncFactory<RequestLog> {
        self { _ in
            begun.add()
            do { try await Task.sleep(for: .seconds(60)) } catch { cancelled.add() }
            return RequestLog(0)
        }.scope(.request)
    }
}

private final class LazyHolder: @unchecked Sendable {
    @LazyInjected(\.log) var log
}
private final class DynamicHolder: @unchecked Sendable {
    @DynamicInjected(\.log) var log
}
extension Container {
    fileprivate var lazyHolder: Factory<LazyHolder> { self { LazyHolder() }.cached }
    fileprivate var asyncHolder: AsyncFactory<LazyHolder> { self { LazyHolder() }.cached }
    fileprivate var dynamicHolder: Factory<DynamicHolder> { self { DynamicHolder() }.cached }
    fileprivate var plainHolder: Factory<LazyHolder> { self { LazyHolder() } }
    fileprivate var connectionHolder: Factory<LazyHolder> { self { LazyHolder() }.scope(.connection) }
}

private let askLine = #line + 1
private func askOutside() { _ = Container.shared.log() }
private func askCaptive() { _ = Container.shared.keptHandler() }

@Suite(.inFreshSandbox) struct TaskScopeTests {
    @Test func aRunHasInstancesOfItsOwn() async throws {
        let container = Container.shared
        let first = try await Scope.request.run {
            let log = container.log()
            #expect(container.log() === log && container.handler().log === log)
            return log.number
        }
        let second = try await Scope.request.run { container.log().number }
        #expect(first != second)
    }

    @Test func itKeepsOneForEachParameterHoweverManyThereAre() async throws {
        try await Scope.request.run {
            let pages = (0..<100).map { Container.shared.page($0) }
            #expect((0..<100).allSatisfy { Container.shared.page($0) === pages[$0] })
        }
    }

    @Test func aTimeToLiveCountsInARun() async throws {
        let time = Locked(100.0)
        TimeToLive.clock = { time.withLock { $0 } }
        try await Scope.request.run {
            let first = Container.shared.expiring()
            time.withLock { $0 = 161 }
            let second = Container.shared.expiring()
            #expect(second !== first)
            time.withLock { $0 = 220 }
            #expect(Container.shared.expiring() === second)
        }
    }

    @Test func theInnermostRunCounts() async throws {
        try await Scope.request.run {
            let outer = Container.shared.log()
            let inner = try await Scope.request.run { Container.shared.log() }
            #expect(inner !== outer && Container.shared.log() === outer)
        }
    }

    @Test func childTasksShareIt() async throws {
        try await Scope.request.run {
            let numbers = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<50 { group.addTask { try await Container.shared.transaction().number } }
                return try await group.reduce(into: Set()) { $0.insert($1) }
            }
            #expect(numbers.count == 1)
        }
    }

    @Test func nothingIsLeftAfterARun() async throws {
        let living = LivingObjects()
        try await withSandbox {
            Container.shared.log.register { living.counted(RequestLog(0)) }
            for _ in 0..<10 { try await Scope.request.run { _ = Container.shared.log() } }
            #expect(living.count == 10 && living.alive == 0)
        }
    }

    @Test func whatIsUnderWayWhenARunEndsIsCancelledTogether() async throws {
        let patient = try await Scope.request.run {
            // This task ends when the other one is cancelled, whatever its own outcome.
            let patient = Task { try await Container.shared.patient() }
            while begun.value < 1 { await Task.yield() }
            Task { try await Container.shared.sleeping() }
            while begun.value < 2 { await Task.yield() }
            return patient
        }
        let log = try await patient.value
        #expect(log.number == 1)
    }

    @Test func anOverrideDropsTheInstanceOfTheRun() async throws {
        try await Scope.request.run {
            let log = Container.shared.log()
            Container.shared.log.register { RequestLog(-1) }
            #expect(Container.shared.log().number == -1)
            Container.shared.log.reset()
            #expect(Container.shared.log() !== log)
        }
    }

    @Test func aResetOfTheScopeDropsItsInstances() async throws {
        try await Scope.request.run {
            let log = Container.shared.log()
            Scope.request.reset()
            #expect(Container.shared.log() !== log)
        }
    }

    @Test func anErrorOfTheOperationIsThrownAsItIs() async throws {
        await #expect(throws: CancellationError.self) {
            try await Scope.request.run { throw CancellationError() }
        }
    }

    @Test func aShorterRunMayUseALongerOne() async throws {
        try await Scope.connection.run {
            try await Scope.request.run {
                #expect(Container.shared.byBoth().log === Container.shared.peer())
                let handler = try await Container.shared.requestHandler()
                let transaction = try await Container.shared.transaction()
                #expect(handler.log === transaction)
            }
        }
    }

    @Test func whatLivesLongerCannotKeepIt() async throws {
        for factory in [\Container.keptAsyncHandler, \Container.childHandler] {
            let asked = await refusal {
                try await Scope.request.run { _ = try await Container.shared[keyPath: factory]() }
            }
            #expect(asked == "captive")
        }
    }

    @Test func aLongerRunCannotKeepWhatAShorterOneHas() async throws {
        let asked = await refusal {
            try await Scope.connection.run {
                try await Scope.request.run { _ = try await Container.shared.wrongWay() }
            }
        }
        #expect(asked == "captive")
    }

    @Test func outsideOfARunItIsThrown() async throws {
        let asked = await refusal { _ = try await Container.shared.transaction() }
        #expect(asked == "outside-run")
    }

    @Test func aDetachedTaskHasNoRun() async throws {
        let asked = await refusal {
            try await Scope.request.run {
                try await Task.detached { _ = try await Container.shared.transaction() }.value
            }
        }
        #expect(asked == "outside-run")
    }

    @Test func aSandboxInsideHidesIt() async throws {
        let asked = await refusal {
            try await Scope.request.run { try await withSandbox { _ = try await Container.shared.transaction() } }
        }
        #expect(asked == "outside-run")
    }

    @Test func aTaskThatOutlivesTheRunIsToldSo() async throws {
        let asked = await refusal {
            let end = Stop()
            let task = try await Scope.request.run {
                Task {
                    await end.hasBegun()
                    _ = try await Container.shared.transaction()
                }
            }
            end.begin()
            try await task.value
        }
        #expect(asked == "ended-run")
    }

    @Test func aLazyWrapperOfWhatLivesLongerFailsAtItsFirstAccess() async throws {
        let synchronous = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let holder = Container.shared.lazyHolder()
            try await Scope.request.run { _ = holder.log }
        }
        let textOfSynchronous = try failureText(synchronous)
        #expect(textOfSynchronous.contains("kept by 'Container.lazyHolder', which lives longer  [captive]"))
        let asynchronous = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let holder = try await Container.shared.asyncHolder()
            try await Scope.request.run { _ = holder.log }
        }
        let textOfAsynchronous = try failureText(asynchronous)
        #expect(textOfAsynchronous.contains("kept by 'Container.asyncHolder', which lives longer  [captive]"))
    }

    @Test func aLazyWrapperOfALongerRunFailsAtItsFirstAccess() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try await Scope.connection.run {
                let holder = Container.shared.connectionHolder()
                try await Scope.request.run { _ = holder.log }
            }
        }
        let text = try failureText(result)
        #expect(text.contains("kept by 'Container.connectionHolder', which lives longer  [captive]"))
    }

    @Test func whatALazyWrapperOfALongerRunMakesFailsAtItsOwn() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try await Scope.connection.run {
                let holder = Container.shared.outerHolder()
                try await Scope.request.run { _ = holder.inner.log }
            }
        }
        let text = try failureText(result)
        #expect(text.contains("kept by 'Container.outerHolder', which lives longer  [captive]"))
    }

    @Test("own defect D62: a lazy wrapper made beforehand hides nothing of what is being made where it is read")
    func whatReadsALazyWrapperMadeBeforehandIsSeen() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            madeBeforehand.withLock { $0 = LazyHolder() }
            try await Scope.request.run {
                try await Scope.connection.run { _ = Container.shared.readerHolder().reader }
            }
        }
        let text = try failureText(result)
        #expect(text.contains("kept by 'Container.keptReader', which lives longer  [captive]"))
    }

    @Test func aLazyWrapperOfALongerRunMayBeReadInTheMakingOfWhatIsShorter() async throws {
        try await Scope.connection.run {
            let name = try await Scope.request.run { Container.shared.reader() }
            #expect(Container.shared.nameHolder().name === name.name)
        }
    }

    @Test func aLazyWrapperOfAnEndedRunFindsWhatAnOuterOneHas() async throws {
        try await Scope.connection.run {
            let holder = try await Scope.request.run { Container.shared.shortHolder() }
            #expect(holder.name === Container.shared.connectionName())
        }
    }

    @Test func aLazyWrapperOfARunHoldsNoSandbox() async throws {
        let outer = LivingObjects()
        try await withSandbox(.fresh) {
            let keep = outer.counted(Container.shared.keep())
            try await Scope.connection.run { keep.kept = Container.shared.nameHolder() }
        }
        #expect(outer.alive == 0)
    }

    @Test func aDynamicWrapperAsksEachRun() async throws {
        let holder = Container.shared.dynamicHolder()
        let first = try await Scope.request.run { holder.log }
        let second = try await Scope.request.run {
            #expect(Container.shared.plainHolder().log === holder.log)
            return holder.log
        }
        #expect(first !== second)
    }

    @Test func outsideOfARunACallThatCannotThrowIsReported() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { askOutside() }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: 'Container.log' is asked for outside of a run of its scope  [outside-run]
                  asked for by   resolve()  SafeFacadeTests/TaskScopeTests.swift:\(askLine)
                  its scope      declared at SafeFacadeTests/TaskScopeTests.swift:\(scopeLine)
                  to mend it     ask in the scope's 'run { … }', and in no sandbox that is opened there, or in a task that \
                is started there and not detached
                """)
    }

    @Test func whatWouldBeKeptLongerThanItsRunIsReported() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try await Scope.request.run { askCaptive() }
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: 'Container.log' would be kept by 'Container.keptHandler', which lives longer  [captive]
                  asked for by   Container.handler      SafeFacadeTests/TaskScopeTests.swift:\(declarations + 12)
                            in   Container.keptHandler  SafeFacadeTests/TaskScopeTests.swift:\(declarations + 13)
                            in   resolve()              SafeFacadeTests/TaskScopeTests.swift:\(askLine + 1)
                  its scope      declared at SafeFacadeTests/TaskScopeTests.swift:\(scopeLine)
                  to mend it     pass it as a parameter, give that the same scope, or ask each time, with @DynamicInjected
                """)
    }

    @Test("own defect D408: of what is made asynchronously, the advice names no wrapper, as none takes it")
    func whatWouldBeKeptAsynchronouslyIsReported() async throws {
        let line = #line + 1
        let thrown = await text { try await Scope.request.run { _ = try await Container.shared.keptAsyncHandler() } }
        #expect(
            thrown == """
                Resolver: 'Container.transaction' would be kept by 'Container.keptAsyncHandler', which lives longer  [captive]
                  asked for by   Container.keptAsyncHandler  SafeFacadeTests/TaskScopeTests.swift:\(declarations + 14)
                            in   resolve()                   SafeFacadeTests/TaskScopeTests.swift:\(line)
                  its scope      declared at SafeFacadeTests/TaskScopeTests.swift:\(scopeLine)
                  to mend it     pass it as a parameter, give that the same scope, or ask its factory each time
                """)
    }
}

// MARK: - Lazy wrappers of a longer run

private final class OuterHolder: @unchecked Sendable {
    @LazyInjected(\.plainHolder) var inner
}
private final class Name: Sendable {}
private final class NameHolder: @unchecked Sendable {
    @LazyInjected(\.connectionName) var name
}
private final class NameReader: Sendable {
    let name: Name
    init(_ name: Name) { self.name = name }
}
private let madeBeforehand = Locked<LazyHolder?>(nil)
private final class ReaderHolder: @unchecked Sendable {
    @LazyInjected(\.keptReader) var reader
}
private final class Keep: @unchecked Sendable {
    var kept: AnyObject?
}

extension Container {
    fileprivate var outerHolder: Factory<OuterHolder> { self { OuterHolder() }.scope(.connection) }
    fileprivate var connectionName: Factory<Name> { self { Name() }.scope(.connection) }
    fileprivate var nameHolder: Factory<NameHolder> { self { NameHolder() }.scope(.connection) }
    fileprivate var shortHolder: Factory<NameHolder> { self { NameHolder() }.scope(.request) }
    fileprivate var reader: Factory<NameReader> { self { NameReader($0.nameHolder().name) }.scope(.request) }
    fileprivate var keptReader: Factory<Handler?> {
        self { madeBeforehand.withLock { $0 }.map { Handler($0.log) } }.cached
    }
    fileprivate var readerHolder: Factory<ReaderHolder> { self { ReaderHolder() }.scope(.connection) }
    fileprivate var keep: Factory<Keep> { self { Keep() }.singleton }
}
