import Resolver
import SafeFacade
import TestSupport
import Testing

// What may keep a run's instances, what a run is given, and what remains of runs that have ended.

extension Scope {
    fileprivate static let visit = TaskScope()
    fileprivate static let job = TaskScope()
}

private final class Visit: Sendable {}
private final class Page: Sendable {
    let visit: Visit
    init(_ visit: Visit) { self.visit = visit }
}
private final class Cache: Sendable {
    let page: Page
    init(_ page: Page) { self.page = page }
}
private final class Holder: @unchecked Sendable {
    @LazyInjected(\.guest) var guest
}

extension Container {
    fileprivate var visit: Factory<Visit> { self { Visit() }.scope(.visit) }
    fileprivate var page: Factory<Page> { self { Page($0.visit()) }.graph }
    fileprivate var cache: Factory<Cache> { self { Cache($0.page()) }.singleton }
    fileprivate var handler: Factory<[Page]> { self { [$0.page(), $0.cache().page] } }
    fileprivate var visitCache: Factory<Cache> { self { Cache($0.page()) }.scope(.visit) }
    fileprivate var visitHandler: Factory<[Page]> { self { [$0.page(), $0.visitCache().page] } }
    fileprivate var guest: Factory<Thing> { required().scope(.visit) }
    fileprivate var perhaps: Factory<Thing?> { required().scope(.visit) }
    fileprivate var locale: Factory<String?> { self { "declared" }.scope(.visit) }
    fileprivate var holder: Factory<Holder> { self { Holder() }.scope(.visit) }
    fileprivate var failing: Factory<Thing> { self { Thing() }.scope(.visit).onClose { _, _ in throw Closed() } }
}

private final class LazyPage: @unchecked Sendable {
    @LazyInjected(\.visit) var visit
}
extension Container {
    fileprivate var lazyPage: Factory<LazyPage> { self { LazyPage() }.graph }
    fileprivate var lazyCache: Factory<[LazyPage]> {
        self { container in
            let page = container.lazyPage()
            // Reads the page as a later request would.
            _ = page.visit
            return [page]
        }.singleton
    }
    fileprivate var lazyHandler: Factory<[LazyPage]> {
        self { container in
            let page = container.lazyPage()
            _ = page.visit
            return [page] + container.lazyCache()
        }
    }
}

private final class Single: Sendable {
    let pages: [LazyPage]
    init(_ pages: [LazyPage]) { self.pages = pages }
}
private final class Kept: Sendable {
    let page: LazyPage
    init(_ page: LazyPage) { self.page = page }
}
extension Container {
    fileprivate var graphOfPage: Factory<Kept> { self { Kept($0.lazyPage()) }.graph }
    fileprivate var single: Factory<Single> {
        self { Single([$0.graphOfPage().page, $0.lazyPage()]) }.singleton
    }
    fileprivate var lazyOuter: Factory<(LazyPage, Single, LazyPage)> {
        self { ($0.lazyPage(), $0.single(), $0.lazyPage()) }
    }
    fileprivate var keptPage: Factory<Kept> { self { Kept($0.lazyPage()) }.scope(.visit) }
    fileprivate var keptAndSingle: Factory<(Kept, Single)> { self { ($0.keptPage(), $0.single()) } }
}

private final class PageReader: @unchecked Sendable {
    @LazyInjected(\.lazyPage) var page
}
private final class ThingReader: @unchecked Sendable {
    @LazyInjected var thing: Thing
}
private final class LazyHolder: @unchecked Sendable {
    @LazyInjected(\.keptOfPage) var held
}
/// Begins a task that asks for a service of a visit.
private final class Starter: Sendable {
    let task = Task { try await Container.shared.laterGuest() }
}
private final class Patient: @unchecked Sendable {
    @LazyInjected(\.starter) var starter
}

extension Container {
    fileprivate var jobPages: Factory<Kept> { self { Kept($0.lazyPage()) }.scope(.job) }
    fileprivate var jobFirst: Factory<LazyPage> {
        self {
            _ = $0.jobPages()
            return $0.lazyPage()
        }
    }
    fileprivate var singleFirst: Factory<LazyPage> {
        self {
            _ = $0.single()
            return $0.lazyPage()
        }
    }
    fileprivate var keptOfPage: Factory<Kept> { self { Kept($0.graphOfPage().page) } }
    fileprivate var lazyHolder: Factory<LazyHolder> { self { LazyHolder() }.singleton }
    fileprivate var lazyReadFirst: Factory<LazyPage> {
        self {
            _ = $0.lazyHolder().held
            return $0.graphOfPage().page
        }
    }
    /// Begins four runs while it is made, and counts how often they find their own visit, directly and by a lazy property.
    fileprivate var manyRuns: Factory<Locked<Int>> {
        self {
            let own = Locked(0)
            guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return Locked(4) }
            for _ in 0..<4 {
                Task.immediate {
                    try await Scope.visit.run {
                        let container = Container.shared
                        let visit = container.visit()
                        let isOwn = container.page().visit === visit && container.lazyPage().visit === visit
                        if isOwn { own.withLock { $0 += 1 } }
                    }
                }
            }
            return own
        }
    }
    /// Begins two runs while it is made, one inside the other; gives the pages that each finds beside many other instances.
    fileprivate func pagesOfTwoRuns(_ many: [Int]) -> Factory<[(page: Page, visit: Visit)]> {
        self { container in
            let found = Locked<[(page: Page, visit: Visit)]>([])
            @Sendable func ask() { found.withLock { $0.append((container.page(), container.visit())) } }
            guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return [] }
            @Sendable func askForMany(_ index: Int) {
                for number in 0..<many[index] { _ = container.leaf(index * 1_000 + number) }
            }
            askForMany(0)
            Task.immediate {
                try await Scope.visit.run {
                    ask()
                    askForMany(1)
                    Task.immediate {
                        try await Scope.visit.run {
                            ask()
                            askForMany(2)
                            ask()
                        }
                    }
                    ask()
                }
            }
            return found.withLock { $0 }
        }
    }
    fileprivate var leaf: ParameterFactory<Int, Thing> { self { Thing("\($0)") }.graph.scopeOnParameters }
    /// A page of the graph, and the page that a reader finds at that moment.
    fileprivate func readBy(_ reader: PageReader) -> Factory<(LazyPage, LazyPage)> {
        self { ($0.lazyPage(), reader.page) }
    }
    fileprivate func visitOf(_ reader: PageReader) -> Factory<Page> { self { Page(reader.page.visit) }.scope(.visit) }
    fileprivate var laterGuest: AsyncFactory<Thing> { required().scope(.visit) }
    fileprivate var starter: Factory<Starter> { self { Starter() } }
    fileprivate var patient: Factory<Patient> { self { Patient() }.scope(.visit) }
    fileprivate var numbered: ParameterFactory<Int, Thing> { self { Thing("\($0)") }.scope(.visit).scopeOnParameters }
}

private struct Closed: Error {}
private struct Refused: Error {}

@Suite(.inFreshSandbox) struct RunKeepingTests {
    @Test("own defect D125: a graph's instance does not carry a run's into what lives longer")
    func aGraphDoesNotCarry() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try await Scope.visit.run { _ = Container.shared.handler() }
        }
        let text = try failureText(result)
        #expect(text.contains("would be kept by 'Container.cache', which lives longer"))
        // A service that lives no longer than the run shares it.
        try await withSandbox(.fresh) { () async throws -> Void in
            try await Scope.visit.run {
                let pages = Container.shared.visitHandler()
                #expect(pages[0] === pages[1])
            }
        }
    }

    @Test("own defect D125: a graph's instance of the runtime face does not carry a run's into what lives longer")
    func aGraphDoesNotCarryAtRunTime() async throws {
        Resolver.registerServices = nil
        Resolver.register { Visit() }.scope(.visit)
        Resolver.register { Page(try Resolver.require()) }
        Resolver.register { Cache(try Resolver.require()) }.scope(.application)
        Resolver.register { [try Resolver.require(Page.self), try Resolver.require(Cache.self).page] }
        try await Scope.visit.run {
            let error = #expect(throws: ResolutionError.self) { try Resolver.require([Page].self) }
            #expect(error?.identifier == "captive")
        }
    }

    @Test("own defect D128: a run can be given nil")
    func bindNil() async throws {
        try await Scope.visit.run {
            Container.shared.perhaps.bind(nil)
            Container.shared.locale.bind(nil)
            #expect(Container.shared.perhaps() == nil)
            #expect(Container.shared.locale() == nil)
            #expect(Container.shared.unbound(in: [\.perhaps]) == [])
        }
        try await Scope.visit.run { #expect(Container.shared.locale() == "declared") }
    }

    @Test("own defect D129: a run that begins in a task of one that has ended does not hold it")
    func endedRunsAreNotHeld() async {
        await #expect(processExitsWith: .success) {
            beginProcess(seconds: 120)
            let (ended, end) = AsyncStream.makeStream(of: Void.self)
            @Sendable func schedule(_ left: Int) {
                Task {
                    try await Scope.job.run { left == 0 ? end.finish() : schedule(left - 1) }
                }
            }
            // If each run held the one before, the last release would overflow the stack, and much memory would be held until
            // then.
            let bytes = heapBytes()
            schedule(100_000)
            for await _ in ended {}
            let growth = heapBytes() - bytes
            ensure(growth < 10_000_000, "100,000 runs hold \(growth) bytes")
        }
    }

    @Test("own defect D171: a run in which the next one begins is held by nobody once both have ended")
    func runsThatBeginTheNextAreNotHeld() async {
        await #expect(processExitsWith: .success) {
            beginProcess(seconds: 120)
            let (ended, end) = AsyncStream.makeStream(of: Void.self)
            // All runs are of one scope, or of two in turn.
            @Sendable func schedule(_ left: Int, begun: @escaping @Sendable () -> Void) {
                Task {
                    try await (left % 3 == 0 ? Scope.visit : Scope.job).run {
                        begun()
                        guard left > 0 else { return end.finish() }
                        await withCheckedContinuation { next in schedule(left - 1) { next.resume() } }
                    }
                }
            }
            let bytes = heapBytes()
            schedule(100_000) {}
            for await _ in ended {}
            let growth = heapBytes() - bytes
            ensure(growth < 10_000_000, "100,000 runs hold \(growth) bytes")
        }
    }

    @Test("own defect D130: a lazy wrapper of a nested run that is gone finds nothing of the outer one")
    func aLazyWrapperOfANestedRun() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try await Scope.visit.run {
                Container.shared.guest.bind(Thing("admin"))
                let holder = try await Scope.visit.run {
                    Container.shared.guest.bind(Thing("mary"))
                    return Container.shared.holder()
                }
                _ = holder.guest
            }
        }
        let text = try failureText(result)
        #expect(text.contains("[ended-run]"))
    }

    @Test("own defect D132: what closers throw is printed, once, where observers only watch resolutions")
    func whatClosersThrowIsPrinted() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let observers = [Silent(), Silent()]
            for observer in observers { Container.addObserver(observer) }
            try? await Scope.visit.run {
                _ = Container.shared.failing()
                throw Refused()
            }
        }
        let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(output.split(separator: "\n").filter { $0.contains("Closed()") }.count == 1, "\(output)")
    }

    @Test("own defect D125: a lazy property does not carry a run's service either")
    func aLazyPropertyDoesNotCarry() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try await Scope.visit.run { _ = Container.shared.lazyHandler() }
        }
        let text = try failureText(result)
        #expect(text.contains("[captive]"))
    }

    @Test("own defect D125: who lives as long as the run shares the graph's instance, also beside who makes its own")
    func theGraphIsOneBesideALongerOne() async throws {
        try await Scope.visit.run {
            let (first, single, second) = Container.shared.lazyOuter()
            #expect(first === second)
            #expect(single.pages[0] === single.pages[1])
            #expect(single.pages[0] !== first)
            _ = second.visit
        }
    }

    @Test("own defect D173: a lazy property in a graph's instance is no other's, where what keeps it is another run's")
    func aLazyPropertyOfAnothers() async throws {
        try await Scope.visit.run {
            let admins = Container.shared.visit()
            try await Scope.job.run {
                try await Scope.visit.run {
                    let own = Container.shared.visit()
                    #expect(own !== admins)
                    #expect(Container.shared.jobFirst().visit === own)
                    #expect(Container.shared.jobPages().page.visit === admins)
                }
            }
        }
    }

    @Test("own defect D173: a lazy property in a graph's instance is no other's, where a singleton keeps or finds it")
    func aLazyPropertyOfASingletons() async throws {
        try await withSandbox(.fresh) { () async throws -> Void in
            try await Scope.visit.run { #expect(Container.shared.singleFirst().visit === Container.shared.visit()) }
        }
        try await withSandbox(.fresh) { () async throws -> Void in
            try await Scope.visit.run { #expect(Container.shared.lazyReadFirst().visit === Container.shared.visit()) }
        }
    }

    @Test("own defect D173: outside of runs, a graph's instance with a lazy property is one")
    func aLazyPropertyOutsideOfRuns() async throws {
        // Begins a run first, so that there have been runs.
        try await Scope.job.run {}
        let (first, single, second) = Container.shared.lazyOuter()
        #expect(first === second)
        #expect(single.pages.allSatisfy { $0 === first })
    }

    @Test("own defect D190: a lazy property of what was made outside of a run does not keep what is the run's")
    func aLazyPropertyMadeOutsideOfTheRun() async throws {
        let own = LazyPage()
        // The single is kept with a page that belonged to no run when it was made.
        let (page, single, _) = Container.shared.lazyOuter()
        #expect(single.pages.allSatisfy { $0 === page })
        for _ in 0..<2 {
            try await Scope.visit.run {
                let visit = Container.shared.visit()
                #expect(own.visit === visit)
                #expect(own.visit === visit)
                #expect(page.visit === visit)
            }
        }
        try await Scope.job.run {
            let page = Container.shared.lazyPage()
            let first = try await Scope.visit.run { page.visit }
            let second = try await Scope.visit.run { page.visit }
            #expect(first !== second)
        }
    }

    @Test("own defect D190: a lazy property of what another one finds does not keep what is the run's")
    func aLazyPropertyOfWhatALazyPropertyFinds() async throws {
        let own = PageReader()
        for _ in 0..<2 {
            try await Scope.visit.run { #expect(own.page.visit === Container.shared.visit()) }
        }
        // The same is true if a request has made the page already.
        let other = PageReader()
        try await Scope.visit.run {
            let (page, found) = Container.shared.readBy(other)()
            #expect(page !== found)
            #expect(page.visit === found.visit)
        }
        try await Scope.visit.run { #expect(other.page.visit === Container.shared.visit()) }
        // The same is true while a kept service is being made.
        let third = PageReader()
        let readWhileMaking = Container.shared.visitOf(third)
        try await Scope.visit.run { #expect(readWhileMaking().visit === Container.shared.visit()) }
        try await Scope.visit.run { #expect(third.page.visit === Container.shared.visit()) }
    }

    @Test("a lazy property keeps what it finds where a run's service was refused on the way")
    func aLazyPropertyOfWhatWasRefusedARun() async throws {
        Resolver.registerServices = nil
        Resolver.register { Visit() }.scope(.visit)
        Resolver.register { () -> Thing in
            #expect(throws: ResolutionError.self) { try Resolver.require(Visit.self) }
            return Thing()
        }.scope(.unique)
        let reader = ThingReader()
        Resolver.register { [reader.thing] }.scope(.application)
        try await Scope.visit.run {
            let things: [Thing] = Resolver.resolve()
            #expect(reader.thing === things[0])
        }
    }

    @Test("own defect D190: a lazy property that was made in the run keeps it, also where a nested run reads it first")
    func aLazyPropertyMadeInTheRun() async throws {
        try await Scope.visit.run {
            let page = Container.shared.lazyPage()
            let visit = Container.shared.visit()
            try await Scope.job.run { #expect(page.visit === visit) }
            #expect(await Task.detached { page.visit === visit }.value)
        }
    }

    @Test("own defect D191: a run that begins in the making of another's is no other run of the same address")
    func runsOfOneResolution() async throws {
        let seen = Container.shared.manyRuns()
        #expect(seen.withLock { $0 } == 4)
    }

    @Test("own defect D192: what a mock by parameter has captured goes with its reset")
    func whatAMockHasCaptured() async throws {
        weak var captured: Thing?
        do {
            let mock = Thing("mock")
            captured = mock
            Container.shared.numbered.register { _ in mock }
        }
        try await Scope.visit.run { #expect(Container.shared.numbered(1).label == "mock") }
        Container.shared.numbered.reset()
        #expect(captured == nil)
        try await Scope.visit.run {
            let mock = Thing("mock")
            captured = mock
            Container.shared.numbered.register { _ in mock }
            _ = Container.shared.numbered(2)
            Container.shared.numbered.reset()
        }
        #expect(captured == nil)
    }

    @Test("own defect D193: in a sandbox that hides the run, the graph is one")
    func theGraphInASandboxInARun() async throws {
        try await Scope.visit.run {
            withSandbox {
                let (first, single, _) = Container.shared.lazyOuter()
                #expect(single.pages.allSatisfy { $0 === first })
            }
        }
    }

    @Test("own defect D174: a task that a lazy property's service starts finds nothing of an outer run of the scope")
    func aTaskOfALazyPropertyOfANestedRun() async throws {
        try await Scope.visit.run {
            Container.shared.laterGuest.bind(Thing("admin"))
            let patient = try await Scope.visit.run { Container.shared.patient() }
            let error = await #expect(throws: ResolutionError.self) { try await patient.starter.task.value }
            #expect(error?.identifier == "ended-run")
        }
    }

    @Test("own defect D176: among many instances of a graph, one that came to nothing does not hide the older one")
    func manyInstancesOfAGraph() async throws {
        Resolver.registerServices = nil
        let names = (0..<150).compactMap { Resolver.Name.name(fromString: "leaf \($0)") }
        for name in names { Resolver.register(name: name) { Thing() } }
        Resolver.register { Visit() }.scope(.visit)
        Resolver.register { Page(try Resolver.require()) }
        Resolver.register { Cache(try Resolver.require()) }.scope(.application)
        Resolver.register { () -> [Page] in
            for name in names { _ = Resolver.resolve(Thing.self, name: name) }
            let page = Resolver.resolve(Page.self)
            #expect(throws: ResolutionError.self) { try Resolver.require(Cache.self) }
            return [page, Resolver.resolve()]
        }
        try await Scope.visit.run {
            let pages = Resolver.resolve([Page].self)
            #expect(pages[0] === pages[1])
        }
    }

    @Test(
        "own defect D221: a run that begins inside another one, in the making of something, has its own of the graph",
        arguments: [[0, 0, 0], [150, 0, 0], [0, 150, 0], [0, 0, 150]])
    func eachRunHasItsOwnOfAGraphOfMany(_ many: [Int]) {
        let found = Container.shared.pagesOfTwoRuns(many)()
        guard found.count == 4 else { return #expect(found.isEmpty) }
        #expect(found.allSatisfy { $0.page.visit === $0.visit })
        #expect(found[0].page !== found[1].page)
        #expect(found[0].page === found[3].page)
        #expect(found[1].page === found[2].page)
    }

    @Test("own defect D177: an override in another task leaves what a run has for each parameter")
    func parametersOfOtherRuns() async throws {
        try await Scope.visit.run {
            let first = Container.shared.numbered(1)
            let sandbox = SandboxContext.current
            await Task.detached {
                sandbox.run {
                    Container.shared.numbered.register { Thing("mock \($0)") }
                    Container.shared.numbered.reset()
                }
            }.value
            #expect(Container.shared.numbered(1) === first)
        }
    }

    @Test("own defect D125: what a run keeps does not carry it either")
    func aKeptServiceDoesNotCarry() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let cache = try await Scope.visit.run {
                let pair = Container.shared.keptAndSingle()
                return pair.1
            }
            try await Scope.visit.run { _ = cache.pages[0].visit }
        }
        let text = try failureText(result)
        #expect(text.contains("[captive]"))
    }
}
