import Dispatch
import Resolver
import SafeFacade
import SafeFacadeTesting
import TestSupport
import Testing

// These calls are outside of the test macros, which count their lines differently.
private let calls = #line
private func resolveTyped() { _ = Container.shared.uniqueLoader() }
private func resolveNamed() { _ = Resolver.resolve((any Loading).self, name: "slow") }
private func resolveAll() { _ = Resolver.all((any Loading).self) }
private func resolveOfOwnContainer() { _ = PaymentsContainer.shared.receipt(1) }

@Suite(.sandboxed(.fresh)) struct SandboxContextTests {
    init() {
        Resolver.register { LiveLoader("sandbox") as any Loading }
        Container.shared.cachedLoader.register { LiveLoader("sandbox") }
        PaymentsContainer.shared.api.register { LiveLoader("sandbox") }
    }

    /// What code sees through the runtime face, the typed face, and a container of the program's own.
    private static func seen() -> [String?] {
        [
            Resolver.optional((any Loading).self)?.origin, Container.shared.cachedLoader().origin,
            PaymentsContainer.shared.api().origin,
        ]
    }
    private static let inside: [String?] = ["sandbox", "sandbox", "sandbox"]
    private static let outside: [String?] = [nil, "live", "payments"]

    @Test func tasksSeeTheSandbox() async {
        #expect(Self.seen() == Self.inside)
        async let child = Self.seen()
        let seen = (child: await child, task: await Task { Self.seen() }.value)
        #expect(seen.child == Self.inside)
        #expect(seen.task == Self.inside)
    }

    @Test func detachedTasksSeeTheProcess() async {
        let seen = await Task.detached { Self.seen() }.value
        #expect(seen == Self.outside)
    }

    @Test func queuesSeeTheProcess() async {
        let seen = await withCheckedContinuation { continuation in
            DispatchQueue(label: "test").async { continuation.resume(returning: Self.seen()) }
        }
        #expect(seen == Self.outside)
    }

    @Test func threadsSeeTheProcess() {
        let seen = Locked<[String?]>([])
        onThreads(1) { _ in
            let values = Self.seen()
            seen.withLock { $0 = values }
        }
        #expect(seen.withLock { $0 } == Self.outside)
    }

    @Test func aDetachedTaskTakesTheSandboxAlong() async {
        let sandbox = SandboxContext.current
        let seen = await Task.detached {
            let synchronous = sandbox.run { Self.seen() }
            let asynchronous = await sandbox.run {
                await Task.yield()
                async let child = Self.seen()
                return await child
            }
            return [synchronous, asynchronous, Self.seen()]
        }.value
        #expect(seen == [Self.inside, Self.inside, Self.outside])
    }

    @Test func aQueueTakesTheSandboxAlong() async {
        let sandbox = SandboxContext.current
        let seen = await withCheckedContinuation { continuation in
            DispatchQueue(label: "test").async { continuation.resume(returning: sandbox.run { Self.seen() }) }
        }
        #expect(seen == Self.inside)
    }

    @Test func errorsPassThrough() async {
        struct Offline: Error {}
        #expect(throws: Offline.self) { try SandboxContext.current.run { throw Offline() } }
        await #expect(throws: Offline.self) {
            try await SandboxContext.current.run {
                await Task.yield()
                throw Offline()
            }
        }
    }

    @Test func aContextHoldsItsSandbox() {
        weak var instance: AnyObject?
        var context: SandboxContext? = withSandbox {
            Resolver.register { LiveLoader() }.scope(.application)
            instance = Resolver.resolve(LiveLoader.self)
            return .current
        }
        #expect(instance != nil)
        #expect(context?.run { Resolver.resolve(LiveLoader.self) } === instance)
        context = nil
        #expect(instance == nil)
    }

    @Test func whatASandboxHoldsIsReleasedWithIt() async {
        let made = LivingObjects()
        func useEverything() {
            Resolver.register { made.counted(LiveLoader()) }.scope(.application)
            Resolver.register { made.counted(MockLoader()) }.scope(.container)
            _ = (Resolver.resolve(LiveLoader.self), Resolver.resolve(MockLoader.self))
            _ = (made.counted(Resolver.main), made.counted(PaymentsContainer.shared))
            Resolver.root = made.counted(Resolver(child: .main))
            let captured = made.counted(LiveLoader())
            Container.shared.sessionLoader.register { captured }
            Container.shared.cachedConversation.register { made.counted(Conversation(id: $0)) }
            PaymentsContainer.shared.api.register { made.counted(MockLoader()) }
            Container.shared.singletonLoader.register { made.counted(MockLoader()) }
            _ = (Container.shared.sessionLoader(), Container.shared.cachedConversation(1))
            _ = (PaymentsContainer.shared.api(), Container.shared.singletonLoader())
            Resolver.register(\.graphLoader)
            _ = made.counted(Resolver.resolve((any Loading).self) as AnyObject)
            Container.shared.push()
        }
        withSandbox {
            useEverything()
            #expect(made.alive >= 9)
        }
        #expect(made.alive == 0)
        await withSandbox(.fresh) {
            useEverything()
            await Task.yield()
            withSandbox { useEverything() }
            #expect(made.alive >= 9)
        }
        #expect(made.alive == 0)
    }
}

@Suite struct OutsideReportTests {
    /// The report of a process on what was resolved outside of any sandbox.
    private func reports(_ result: ExitTest.Result?) throws -> String {
        let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        let lines = output.split(separator: "\n")
        return lines.drop { !$0.hasPrefix("Resolver: ") }.prefix { $0.hasPrefix("Resolver: ") || $0.hasPrefix("  ") }
            .joined(separator: "\n")
    }

    private static func prepare(reports: Bool) {
        Resolver.register(name: "slow") { LiveLoader() as any Loading }
        SandboxContext.reportsResolutionsOutside = reports
    }

    @Test func everyPlaceIsNamedOnce() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            Self.prepare(reports: true)
            resolveTyped()
            await withSandbox {
                resolveTyped()
                for _ in 0..<2 { await Task.detached { resolveTyped() }.value }
                onThreads(1) { _ in
                    resolveNamed()
                    resolveAll()
                    resolveOfOwnContainer()
                }
                let sandbox = SandboxContext.current
                await Task.detached { sandbox.run { resolveNamed() } }.value
            }
            resolveNamed()
        }
        func text(_ key: String, line: Int) -> String {
            """
            Resolver: '\(key) is resolved outside of any sandbox while some code runs in one  [outside-sandbox]
              asked for by   resolve()  SafeFacadeTestingTests/SandboxContextTests.swift:\(line)
              perhaps        a detached task, a thread or a dispatch queue has lost its sandbox
              to mend it     take SandboxContext.current along, and resolve in its run { … }
            """
        }
        let reports = try reports(result)
        #expect(
            reports
                == [
                    text("Container.uniqueLoader'", line: calls + 1),
                    text("any SafeFacadeTestingTests.Loading' (name: \"slow\")", line: calls + 2),
                    text("any SafeFacadeTestingTests.Loading'", line: calls + 3),
                    text("PaymentsContainer.receipt'", line: calls + 4),
                ].joined(separator: "\n"))
    }

    @Test func nothingIsSaidUnlessAskedFor() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            Self.prepare(reports: false)
            withSandbox {
                onThreads(1) { _ in
                    resolveTyped()
                    resolveNamed()
                }
            }
            precondition(!SandboxContext.reportsResolutionsOutside)
        }
        let reports = try reports(result)
        #expect(reports == "")
    }

    @Test func nothingIsSaidOfWhatAServiceNeeds() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            Self.prepare(reports: true)
            Resolver.register { _ -> Conversation in
                resolveNamed()
                return Conversation(id: 1)
            }
            withSandbox { onThreads(1) { _ in _ = Resolver.resolve(Conversation.self) } }
        }
        let said = try reports(result)
        #expect(said.contains("Conversation") && !said.contains("slow"))
    }

    @Test("own defect D105: the first read of a lazy wrapper is told, and what an optional wraps is told once")
    func whatIsToldOnce() async throws {
        final class Owner {
            @LazyInjected(name: "slow", file: "App/Owner.swift", line: 1) var loader: any Loading
        }
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            Self.prepare(reports: true)
            withSandbox {
                onThreads(1) { _ in
                    _ = Owner().loader
                    _ = Resolver.resolve(Conversation?.self, file: "App/Asker.swift", line: 2)
                }
            }
        }
        let said = try reports(result).split(separator: "\n").filter { $0.hasPrefix("Resolver: ") }
        #expect(
            said.map { $0.split(separator: "'")[1] } == [
                "any SafeFacadeTestingTests.Loading", "SafeFacadeTestingTests.Conversation",
            ])
    }

    @Test func nothingIsSaidOfWhatAnAsynchronousServiceNeeds() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            Self.prepare(reports: true)
            Resolver.registerAsync { () async throws -> Conversation in
                resolveNamed()
                return Conversation(id: 1)
            }
            await withSandbox {
                await Task.detached { _ = try? await Resolver.requireAsync(Conversation.self) }.value
            }
        }
        let said = try reports(result).split(separator: "\n").filter { $0.hasPrefix("Resolver: ") }
        #expect(said.map { $0.split(separator: "'")[1] } == ["SafeFacadeTestingTests.Conversation"])
    }

    @Test func nothingIsSaidOnceNoCodeRunsInASandboxAnyMore() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            Self.prepare(reports: true)
            withSandbox { resolveTyped() }
            await withSandbox { await Task.yield() }
            resolveTyped()
        }
        let reports = try reports(result)
        #expect(reports == "")
    }
}
