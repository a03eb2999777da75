import Resolver
import SafeFacade
import TestSupport
import Testing

/// Resolves a service when it observes the first event.
private final class Curious: ResolutionObserver {
    let recording = Recording()
    private let hasResolved = Locked(false)
    func observe(_ event: ResolutionEvent) {
        recording.observe(event)
        let isFirst = hasResolved.withLock { wasTrue in
            defer { wasTrue = true }
            return !wasTrue
        }
        if isFirst { _ = Resolver.resolve(Ink.self) }
    }
}

extension Scope {
    fileprivate static let letter = TaskScope()
}

private final class Ink: Sendable {}
private final class Wax: Sendable {}
private final class Stamp: Sendable {}
private final class Pen: Sendable {
    let ink: Ink
    init(ink: Ink) { self.ink = ink }
}

private let declarationLine = #line + 2
extension Container {
    fileprivate var ink: Factory<Ink> { self { Ink() }.singleton }
    fileprivate var pen: Factory<Pen> { self { Pen(ink: $0.ink()) }.timeToLive(60).cached }
    fileprivate var borrowed: Factory<Int> { legacy() }
    fileprivate var wax: Factory<Wax> { self { Wax() }.onTest { Wax() }.bridged }
    fileprivate var doubled: ParameterFactory<Int, Int> { self { $0 * 2 } }
    fileprivate var seal: AsyncFactory<Wax> { self { Wax() }.bridged }
    fileprivate var perhaps: AsyncFactory<Stamp?> { self { nil } }
    fileprivate var perhapsKept: AsyncFactory<Stamp?> { self { nil }.cached }
    fileprivate var perhapsAtOnce: Factory<Stamp?> { self { nil }.cached }
    fileprivate var stamp: AsyncFactory<Stamp> { self { Stamp() }.scope(.letter) }
}

/// A container whose initialiser resolves a service.
private final class Drawer: SharedContainer {
    let manager = ContainerManager()
    init() { _ = Resolver.resolve(Ink.self) }
    var wax: Factory<Wax> { self { Wax() }.cached }
}

/// Resolves a service through a container at every event.
private final class Sealing: ResolutionObserver {
    let recording = Recording()
    func observe(_ event: ResolutionEvent) {
        recording.observe(event)
        _ = Drawer.shared.wax()
    }
}

private final class Bureau: SharedContainer {
    let manager = ContainerManager()
    init() {}
    var pen: Factory<Pen> { self { Pen(ink: Container.shared.ink()) }.graph }
}

/// Resolves a service when it registers itself.
private final class Office: SharedContainer, AutoRegistering {
    let manager = ContainerManager()
    init() {}
    var pen: Factory<Pen> { self { Pen(ink: Ink()) } }

    func autoRegister() { _ = Container.shared.ink() }
}

private final class Shop: SharedContainer {
    let manager = ContainerManager()
    init() { _ = Container.shared.ink() }
    var pen: Factory<Pen> { self { Pen(ink: Container.shared.ink()) } }
}

private struct Melted: Error {}

@Suite struct ObserverTests {
    private func observed(_ body: () -> Void) -> Recording {
        let recording = Recording()
        withSandbox(.fresh) {
            Resolver.registerServices = nil
            Container.addObserver(recording)
            body()
            Container.removeObserver(recording)
            _ = Container.shared.ink()
        }
        return recording
    }

    @Test func aTypedFactoryTellsItsNameAndPlace() throws {
        let line = #line
        let recording = observed {
            _ = Container.shared.pen()
            _ = Container.shared.pen()
        }
        #expect(recording.summary == ["Container.ink made", "Container.pen made", "Container.pen reused"])
        let ink = recording.events[0]
        #expect(ink.face == .typed)
        #expect(ink.service.hasSuffix("Ink"))
        #expect(ink.name == nil)
        #expect(ink.declared?.description == "SafeFacadeTests/ObserverTests.swift:\(declarationLine)")
        #expect(ink.isRegistered)
        #expect(ink.registered == nil)
        #expect(ink.chain.map(\.description) == ["Container.pen"])
        #expect(ink.callSite?.line == declarationLine + 1)
        #expect(recording.events[2].callSite?.line == line + 3)
        #expect(recording.events.map(\.lifetime) == [.singleton, .cached, .cached])
    }

    @Test func anOverrideTellsWhereItIsRegistered() {
        let line = #line
        let recording = observed {
            Container.shared.pen.register { Pen(ink: Ink()) }
            _ = Container.shared.pen()
        }
        #expect(recording.events.map(\.registered?.line) == [line + 2])
    }

    @Test func aSharedContainerIsNoService() {
        let recording = observed { _ = Bureau.shared.pen() }
        #expect(recording.summary == ["Container.ink made", "Bureau.pen made"])
        #expect(recording.events[0].chain.map(\.description) == ["Bureau.pen"])
    }

    @Test(arguments: [ResolverScope.unique, .cached])
    func nilOfAnAsynchronousRegistrationIsTold(_ scope: ResolverScope) async throws {
        let recording = Recording()
        try await withSandbox(.fresh) { () async throws -> Void in
            Resolver.registerServices = nil
            Container.addObserver(recording)
            Resolver.registerAsync { () async throws -> Stamp? in nil }.scope(scope)
            await #expect(throws: ResolutionError.self) { try await Resolver.requireAsync(Stamp.self) }
            let none = try await Resolver.requireAsync(Stamp?.self)
            #expect(none == nil)
            // The service that needs it has failed.
            Resolver.registerAsync { [try await $0.requireAsync(Stamp.self)] }.scope(scope)
            await #expect(throws: ResolutionError.self) { try await Resolver.requireAsync([Stamp].self) }
        }
        #expect(recording.events.prefix(3).map { "\($0.outcome)" } == ["returnedNil", "returnedNil", "returnedNil"])
        #expect(recording.events.count == 4)
        guard case .failed(let error)? = recording.events.last?.outcome, case .returnedNil = error.reason else {
            Issue.record("\(recording.summary)")
            return
        }
    }

    @Test func nilOfATypedFactoryIsTold() async throws {
        let recording = Recording()
        try await withSandbox(.fresh) { () async throws -> Void in
            Resolver.registerServices = nil
            Container.addObserver(recording)
            // For an optional type, nil is a service, which nothing keeps.
            for _ in 0..<2 {
                let (plain, kept) = (try await Container.shared.perhaps(), try await Container.shared.perhapsKept())
                #expect(plain == nil)
                #expect(kept == nil)
                #expect(Container.shared.perhapsAtOnce() == nil)
            }
            Resolver.register(\.perhapsKept)
            let none = try await Resolver.requireAsync(Stamp?.self)
            #expect(none == nil)
        }
        let typed = ["Container.perhaps made", "Container.perhapsKept made", "Container.perhapsAtOnce made"]
        #expect(recording.summary == typed + typed + ["Container.perhapsKept made", "Stamp returnedNil"])
    }

    @Test func aParameterFactoryIsTold() {
        let recording = observed { #expect(Container.shared.doubled(4) == 8) }
        #expect(recording.summary == ["Container.doubled made"])
        #expect(recording.events[0].lifetime == .unique)
    }

    @Test func aLegacyFactoryPassesOnWhatTheRuntimeFaceGives() {
        let recording = observed {
            Resolver.register { 5 }
            #expect(Container.shared.borrowed() == 5)
        }
        #expect(recording.summary == ["Int made", "Container.borrowed passedOn"])
        #expect(recording.events.map(\.isAskedByForward) == [true, false])
        #expect(recording.events.map(\.face) == [.runtime, .typed])
    }

    @Test func aFactoryForAContextPassesOnWhatIsNearerToTheRoot() {
        let recording = observed {
            FactoryContext.current = [.test]
            _ = Container.shared.wax()
            let root = Resolver(child: .main)
            root.register { Wax() }
            Resolver.root = root
            _ = (Container.shared.wax(), Container.shared.ink())
        }
        #expect(
            recording.summary == ["Container.wax made", "Wax made", "Container.wax passedOn", "Container.ink made"])
    }

    @Test func anAsynchronousFactoryPassesOnWhatIsNearerToTheRoot() async throws {
        let recording = Recording()
        try await withSandbox(.fresh) { () async throws -> Void in
            Resolver.registerServices = nil
            Container.addObserver(recording)
            _ = try await Container.shared.seal()
            let root = Resolver(child: .main)
            root.registerAsync { Wax() }
            Resolver.root = root
            _ = try await Container.shared.seal()
            root.registerAsync { () async throws -> Wax in throw Melted() }
            await #expect(throws: Melted.self) { try await Container.shared.seal() }
        }
        #expect(
            recording.summary.map { $0.prefix { $0 != "(" } } == [
                "Container.seal made", "Wax made", "Container.seal passedOn", "Wax failed", "Container.seal failed",
            ])
    }

    @Test func aContainerIsNoLinkOfTheChainOfWhatItAsksForWhenItIsMade() {
        let recording = observed { _ = Shop.shared.pen() }
        #expect(recording.summary == ["Container.ink made", "Container.ink reused", "Shop.pen made"])
        #expect(recording.events.map(\.depth) == [0, 1, 0])
    }

    @Test func anExportedFactoryIsAskedThroughTheRuntimeFace() {
        let recording = observed {
            Resolver.register(\.ink)
            _ = Resolver.resolve(Ink.self)
        }
        #expect(recording.summary == ["Container.ink made", "Ink passedOn"])
        #expect(recording.events.map(\.isAskedByForward) == [true, false])
        #expect(recording.events.map(\.face) == [.typed, .runtime])
    }

    @Test("own defect D346: what an exported factory does not give is not passed on")
    func anExportedFactoryThatReturnsNilPassesNothingOn() {
        let recording = observed {
            Resolver.register(\.ink)
            Resolver.register { nil as Ink? }
            #expect(Resolver.optional(Ink.self) == nil)
            Resolver.register { Ink() }
            _ = (Resolver.resolve(Ink.self), Resolver.resolve(Ink.self))
        }
        #expect(
            recording.summary == [
                "Container.ink returnedNil", "Ink returnedNil", "Container.ink made", "Ink passedOn",
                "Container.ink reused", "Ink passedOn",
            ])
    }

    @Test func whatAnObserverResolvesChangesNoLaterEvent() {
        let curious = Curious()
        withSandbox(.fresh) {
            Resolver.register(\.ink)
            Resolver.register { Stamp() }
            Resolver.addObserver(curious)
            for _ in 0..<2 { _ = Resolver.resolve(Stamp.self) }
        }
        #expect(curious.recording.summary == ["Stamp made", "Stamp made"])
        #expect(curious.recording.events.map(\.isAskedByForward) == [false, false])
    }

    @Test func anAsynchronousCallOutsideOfARunIsTold() async throws {
        let recording = Recording()
        await withSandbox(.fresh) {
            Resolver.register { Stamp() }.scope(.letter)
            Resolver.addObserver(recording)
            _ = try? Resolver.require(Stamp.self)
            _ = try? await Container.shared.stamp()
        }
        let reasons = recording.events.map { event in
            guard case .failed(let error) = event.outcome, case .outsideRun = error.reason else { return "other" }
            return "outside of a run"
        }
        #expect(reasons == ["outside of a run", "outside of a run"])
    }

    @Test("own defect D358: an observer is told of what a container's initializer resolves once the container is there")
    func whatAnInitializerResolves() {
        withSandbox {
            let observer = Sealing()
            Resolver.register { Ink() }
            Resolver.addObserver(observer)
            _ = Drawer.shared
            #expect(observer.recording.summary == ["Ink made"])
            _ = Drawer.shared.wax()
            #expect(observer.recording.events.map(\.isOutermost) == [true, true])
        }
    }

    @Test("own defect D358: an observer is told of what the registration hook resolves once the hook has run")
    func whatTheHookResolves() {
        withSandbox(.fresh) {
            let observer = Curious()
            Resolver.registerServices = {
                Resolver.register { Wax() }
                _ = Resolver.resolve(Wax.self)
                Resolver.register { Ink() }
            }
            Resolver.addObserver(observer)
            _ = Resolver.resolve(Wax.self)
            #expect(observer.recording.summary == ["Wax made", "Wax made"])
            #expect(observer.recording.events.map(\.isOutermost) == [true, true])
        }
    }

    @Test func whatAContainerNeedsToRegisterItselfIsNoNeedOfAnAsynchronousFactory() async throws {
        let recording = Recording()
        try await withSandbox(.fresh) { () async throws -> Void in
            Resolver.registerServices = nil
            Container.addObserver(recording)
            Resolver.registerAsync { () async throws -> Stamp in
                _ = Office.shared.pen()
                return Stamp()
            }
            _ = try await Resolver.requireAsync(Stamp.self)
        }
        #expect(recording.summary == ["Container.ink made", "Office.pen made", "Stamp made"])
        #expect(recording.events.map { $0.chain.map(\.description) } == [[], ["SafeFacadeTests.Stamp"], []])
    }

    @Test func whatACallNeedsIsCountedFromItsBeginning() async throws {
        let recording = Recording()
        try await withSandbox(.fresh) { () async throws -> Void in
            Resolver.registerServices = nil
            Container.addObserver(recording)
            let (begun, goOn) = (Locked(false), Locked(false))
            Resolver.registerAsync { () async throws -> Wax in
                begun.withLock { $0 = true }
                while !goOn.withLock({ $0 }) { try await Task.sleep(nanoseconds: 1_000_000) }
                return Wax()
            }.scope(.cached)
            Resolver.registerAsync { () async throws -> Stamp in
                _ = try await Resolver.requireAsync(Wax.self)
                return Stamp()
            }.scope(.cached)
            async let first = Resolver.requireAsync(Stamp.self)
            while !begun.withLock({ $0 }) { try await Task.sleep(nanoseconds: 1_000_000) }
            // The time for which the first call has waited when the second begins; the second must not count it as its own.
            try await Task.sleep(nanoseconds: 50_000_000)
            async let second = Resolver.requireAsync(Stamp.self)
            try await Task.sleep(nanoseconds: 50_000_000)
            goOn.withLock { $0 = true }
            _ = try await (first, second)
        }
        let stamps = recording.events.filter { $0.service.hasSuffix("Stamp") }
        #expect(stamps.count == 2)
        for event in stamps { #expect(event.nanosecondsOfNeeds <= event.nanoseconds) }
    }
}
