import Resolver
import SafeFacade
import TestSupport
import Testing

// Registrations over an exported factory, asked for by another type or from another place.

private protocol Vessel: Sendable {
    var label: String { get }
}

private protocol Afloat: Sendable {
    var label: String { get }
}

private final class Boat: Vessel {
    let label: String
    init(_ label: String = "boat") { self.label = label }
}

private struct Raft: Vessel, Afloat {
    let label: String
}

/// A value without spare bits, so that its optional is larger, and so large that the allocator leaves no room behind it.
private struct Load: Vessel {
    typealias Eight = (Int, Int, Int, Int, Int, Int, Int, Int)
    typealias SixtyFour = (Eight, Eight, Eight, Eight, Eight, Eight, Eight, Eight)

    private let many: (SixtyFour, SixtyFour)
    private let rest: (Int, Int, Int)

    init() {
        let eight = (1, 2, 3, 4, 5, 6, 7, 8)
        let sixtyFour = (eight, eight, eight, eight, eight, eight, eight, eight)
        many = (sixtyFour, sixtyFour)
        rest = (9, 10, 11)
    }

    var label: String { "\(many.0.0) \(many.1.7) \(rest)" }
}

extension Container {
    fileprivate var boat: Factory<Boat?> { self { Boat() } }
    fileprivate var load: Factory<Load?> { self { nil } }
    fileprivate var raft: Factory<Raft> { self { Raft(label: "declared") } }
    fileprivate var legacyRaft: Factory<Raft> { legacy() }
}

private final class Harbour: SharedContainer {
    let manager = ContainerManager()
    init() {}
}

extension Harbour {
    fileprivate var vessel: Factory<any Vessel> { self { Boat("declared") } }
    fileprivate var berth: ParameterFactory<Int, Boat> { self { Boat("declared \($0)") }.singleton.scopeOnParameters }
    fileprivate var laterBerth: AsyncParameterFactory<Int, Boat> {
        self { Boat("declared \($0)") }.singleton.scopeOnParameters
    }
}

@Suite(.inFreshSandbox) struct ExportOverrideTests {
    @Test func whatIsKeptForAParameterByAnEarlierMockIsTheContainersToo() async throws {
        let seen = Locked<[String]>([])
        Harbour.shared.manager.decorator = { boat, made in
            seen.withLock { $0.append("\((boat as? Boat)?.label ?? "") \(made)") }
        }
        Resolver.register { _, args in Boat("mock \(args() as Int)") }.scope(.application)
        Resolver.register(\Harbour.berth)
        Resolver.registerAsync(name: "later") { _, args in Boat("later \(args() as Int)") }.scope(.application)
        Resolver.register(\Harbour.laterBerth, name: "later")
        let boats = (Harbour.shared.berth(1), Harbour.shared.berth(2))
        #expect(Resolver.resolve(Boat.self, args: 1) === boats.0 && boats.0 !== boats.1)
        let later = try await Harbour.shared.laterBerth(3)
        #expect(try await Resolver.requireAsync(Boat.self, name: "later", args: 3) === later)
        let all = ["mock 1 true", "mock 2 true", "mock 1 false", "later 3 true", "later 3 false"]
        #expect(seen.withLock { $0 } == all)
        try await Harbour.shared.close()
        await #expect(throws: ResolutionError.self) { try await Harbour.shared.laterBerth(4) }
    }

    @Test func anOverrideOfAnExportedOptionalThatReturnsNilIsNilByItsProtocolToo() {
        Resolver.register(\.boat)
        Resolver.register { () -> Boat? in nil }.implements((any Vessel).self)
        // Not passed to the macro, which would try to print the missing instance.
        let isNil = Resolver.optional((any Vessel).self) == nil
        #expect(isNil)
    }

    @Test func anOverrideOfAnExportedOptionalIsReadByItsProtocolAsItIs() async {
        await #expect(processExitsWith: .success) {
            withSandbox(.fresh) {
                Resolver.register(\.load)
                Resolver.register { Load() }.implements((any Vessel).self, name: "load")
                let label = Load().label
                ensure(Resolver.resolve((any Vessel).self, name: "load").label == label)
                ensure(Container.shared.load()?.label == label)
            }
        }
    }

    @Test func aMockInTheRootOfASandboxReachesWhatWasExportedOutside() {
        Resolver.register(\Harbour.vessel)
        withSandbox {
            let mocks = Resolver(child: .main)
            mocks.register { Boat("mock") as any Vessel }
            Resolver.root = mocks
            #expect(Resolver.resolve((any Vessel).self).label == "mock")
            #expect(Harbour.shared.vessel().label == "mock")
        }
    }

    @Test func anOverrideOfANamedExportImplementsOtherProtocols() async {
        await #expect(processExitsWith: .success) {
            withSandbox(.fresh) {
                Resolver.register(\Harbour.vessel, name: "other")
                Resolver.register((any Vessel).self, name: "other") { Raft(label: "mock") }
                    .implements((any Afloat).self)
                ensure(Resolver.resolve((any Vessel).self, name: "other").label == "mock")
                ensure(Resolver.optional((any Afloat).self)?.label == "mock", "by the other protocol")
            }
        }
    }

    @Test func whatImplementsAnExportedProtocolOverridesItForARootAboveToo() async {
        await #expect(processExitsWith: .success) {
            withSandbox(.fresh) {
                Resolver.register(\Harbour.vessel)
                Resolver.register { Raft(label: "mock") }.implements((any Vessel).self)
                ensure(Resolver.resolve((any Vessel).self).label == "mock")
                ensure(Harbour.shared.vessel().label == "mock")
                Resolver.root = Resolver(child: .main)
                ensure(Resolver.optional((any Vessel).self)?.label == "mock")
                ensure(Harbour.shared.vessel().label == "mock")
            }
        }
    }

    @Test func allGivesAnExportOverWhatWasRegisteredOnceAndAfterAReset() {
        Resolver.register { Raft(label: "mock") }
        Resolver.register(\.raft)
        #expect(Resolver.all(Raft.self).map(\.label) == ["mock"])
        Container.shared.raft.reset()
        #expect(Resolver.all(Raft.self).map(\.label) == ["declared"])
        #expect(Resolver.resolve(Raft.self).label == "declared")
    }

    @Test("own defect D48: a service and what stands for it are one to all(), whatever is registered for a context")
    func allGivesAServiceOnceThatIsRegisteredForAContext() {
        Resolver.register { Raft(label: "registered") }.implements(Raft.self, name: "other").scope(.cached)
        #expect(Resolver.all(Raft.self).map(\.label) == ["registered"])
        Container.shared.legacyRaft.register(when: .test) { Raft(label: "mock") }
        #expect(Resolver.all(Raft.self).map(\.label) == ["mock"])
    }

    @Test func forAContextForWhichBothAreOverriddenTheExportedFactoryCountsAndNotItsRegistration() {
        FactoryContext.current = [.test]
        Container.shared.legacyRaft.register(when: .test) { Raft(label: "of the registration") }
        Container.shared.raft.register(when: .test) { Raft(label: "of the declaration") }
        Resolver.register(\.raft)
        let label = Container.shared.raft().label
        #expect(label == "of the declaration")
        #expect(Resolver.resolve(Raft.self).label == label)
    }
}
