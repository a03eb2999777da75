import Resolver
import SafeFacade
import TestSupport
import Testing

private protocol Tracking: AnyObject, Sendable { var label: String { get } }

private final class Tracker: Tracking {
    let label: String
    init(_ label: String) { self.label = label }
}

private final class Ruler: Sendable {}

private let declarations = #line
extension Container {
    fileprivate var tracker: Factory<any Tracking> { self { Tracker("live") }.singleton.bridged }
    fileprivate var named: Factory<any Tracking> { self { Tracker("live, named") }.bridged(name: "named") }
    fileprivate var numbered: ParameterFactory<Int, Thing> { self { Thing("live \($0)") }.bridged }
    fileprivate var user: Factory<Thing> { self { Thing($0.tracker().label) } }
    fileprivate var oneRuler: Factory<Ruler> { self { Ruler() }.bridged }
    fileprivate var otherRuler: Factory<Ruler> { self { Ruler() }.bridged }
    fileprivate var exportedRuler: Factory<Ruler> { self { Ruler() }.cached }
    fileprivate var asyncRuler: AsyncFactory<Ruler> { self { Ruler() }.cached }
    fileprivate var expiringRuler: Factory<Ruler> { self { Ruler() }.cached.timeToLive(60).bridged }
    fileprivate var expiring: Factory<any Tracking> {
        self { Tracker("live") }.bridged(name: "expiring").cached.timeToLive(60)
    }
}

extension PaymentsContainer {
    fileprivate var tracker: Factory<any Tracking> { self { Tracker("payments") }.bridged(name: "payments") }
    fileprivate var ruler: Factory<Ruler> { self { Ruler() }.bridged.cached }
    fileprivate var asyncRuler: AsyncFactory<Ruler> { self { Ruler() }.bridged.cached }
    fileprivate var exportedRuler: Factory<Ruler> { self { Ruler() }.cached }
}

private func resolveTracker() { _ = Resolver.resolve((any Tracking).self) }
private func readBothRulers() {
    _ = Container.shared.oneRuler()
    _ = Container.shared.otherRuler()
}

extension Container {
    fileprivate var spare: Factory<Network> { self { Network(host: "spare") }.cached.bridged }
    fileprivate var old: Factory<Network> { legacy() }
}

@Suite(.inFreshSandbox) struct BridgedTests {
    @Test(
        "own defect C1: a typed call of a bridged factory sees a mock from the first call",
        arguments: Surroundings.allCases)
    func aMockFromTheFirstCall(_ surroundings: Surroundings) async {
        await #expect(processExitsWith: .success) { [surroundings] in
            surroundings.run {
                let spy = Tracker("spy")
                Resolver.register { spy as any Tracking }
                Resolver.register(name: "named") { Tracker("spy, named") as any Tracking }
                Resolver.register { (_, args) in Thing("spy \(args() as Int)") }
                Resolver.register(name: "payments") { Tracker("spy of payments") as any Tracking }
                Resolver.register(name: "expiring") { Tracker("spy, expiring") as any Tracking }
                ensure(Container.shared.tracker() === spy)
                ensure(Container.shared.user().label == "spy")
                ensure(Container.shared.named().label == "spy, named")
                ensure(Container.shared.expiring().label == "spy, expiring")
                ensure(Container.shared.numbered(3).label == "spy 3")
                ensure(PaymentsContainer.shared.tracker().label == "spy of payments")
            }
        }
    }

    @Test(
        "own defect C1: a mock that is registered after the first call is seen by the next",
        arguments: Surroundings.allCases)
    func aMockAfterTheFirstCall(_ surroundings: Surroundings) async {
        await #expect(processExitsWith: .success) { [surroundings] in
            surroundings.run {
                ensure(Container.shared.tracker().label == "live")
                ensure(Container.shared.named().label == "live, named")
                Resolver.register { Tracker("spy") as any Tracking }
                ensure(Container.shared.tracker().label == "spy")
                ensure(Container.shared.named().label == "live, named")
                let overlay = Resolver(child: .main)
                overlay.register { Tracker("nearer") as any Tracking }
                Resolver.root = overlay
                ensure(Container.shared.tracker().label == "nearer")
            }
        }
    }

    @Test(arguments: Surroundings.allCases)
    func aMockInARootAboveIsSeenWhereNothingElseIsRegistered(_ surroundings: Surroundings) async {
        await #expect(processExitsWith: .success) { [surroundings] in
            surroundings.run {
                ensure(Container.shared.tracker().label == "live")
                let overlay = Resolver(child: .main)
                overlay.register { Tracker("nearer") as any Tracking }
                Resolver.root = overlay
                ensure(Container.shared.tracker().label == "nearer")
            }
        }
    }

    @Test("own defect C1: a bridged factory and its export are one", arguments: Surroundings.allCases)
    func theExportOfABridgedFactory(_ surroundings: Surroundings) async {
        await #expect(processExitsWith: .success) { [surroundings] in
            surroundings.run {
                Resolver.register(\.tracker)
                let live = Container.shared.tracker()
                ensure(Resolver.resolve((any Tracking).self) === live)
                Resolver.register { Tracker("spy") as any Tracking }
                ensure(Container.shared.tracker().label == "spy")
                ensure(Container.shared.tracker() === Resolver.resolve((any Tracking).self))
                Container.shared.tracker.register { Tracker("typed") }
                ensure(Resolver.resolve((any Tracking).self).label == "typed")
            }
        }
    }

    @Test func anExportWithOptionsLastsWhereTheFactoryIsLookedAtAgain() {
        Resolver.register(\.expiringRuler)
        let ruler = Container.shared.expiringRuler()
        Container.shared.expiringRuler.reset(.none)
        #expect(Resolver.optional(Ruler.self) === ruler)
    }

    @Test("own defect C1: sandboxes of a bridged factory are apart")
    func sandboxes() async {
        await #expect(processExitsWith: .success) {
            withSandbox {
                Resolver.register { Tracker("inside") as any Tracking }
                ensure(Container.shared.tracker().label == "inside")
            }
            ensure(Container.shared.tracker().label == "live")
        }
    }

    @Test(
        "own defect D61: a bridged factory whose key another one's export has stays itself",
        arguments: Surroundings.allCases)
    func anExportOfAnotherFactoryHasTheKey(_ surroundings: Surroundings) async {
        await #expect(processExitsWith: .success) { [surroundings] in
            surroundings.run {
                _ = Container.shared.oneRuler()
                Resolver.register(\.exportedRuler)
                let mock = Ruler()
                Container.shared.oneRuler.register { mock }
                ensure(Container.shared.oneRuler() === mock)
                ensure(Resolver.resolve(Ruler.self) === Container.shared.exportedRuler())
                ensure(Container.shared.exportedRuler() !== mock)
                // The same is true of a factory that is first asked for after the export.
                ensure(Container.shared.otherRuler() !== Container.shared.exportedRuler())
                Resolver.register { mock }
                ensure(Container.shared.exportedRuler() === mock && Container.shared.otherRuler() !== mock)
            }
        }
    }

    @Test("own defect D59: a bridged factory takes away nothing that another container exports")
    func anExportOfAnotherContainerStays() {
        Resolver.register(\PaymentsContainer.exportedRuler)
        #expect(Container.shared.oneRuler() !== PaymentsContainer.shared.exportedRuler())
        #expect(Resolver.optional(Ruler.self) === PaymentsContainer.shared.exportedRuler())
    }

    @Test("own defect D64: a bridged factory of a container of your own stays itself beside an export")
    func ofAnOwnContainerItStaysItselfBesideAnExport() async throws {
        let (own, ownAsynchronous) = (
            PaymentsContainer.shared.ruler(), try await PaymentsContainer.shared.asyncRuler()
        )
        Resolver.register(\.exportedRuler)
        #expect(PaymentsContainer.shared.ruler() === own)
        #expect(try await PaymentsContainer.shared.asyncRuler() === ownAsynchronous)
        PaymentsContainer.shared.reset()
        let exported = Container.shared.exportedRuler()
        #expect(PaymentsContainer.shared.ruler() !== exported)
        #expect(try await PaymentsContainer.shared.asyncRuler() !== exported)
        #expect(Resolver.resolve(Ruler.self) === exported)
        Resolver.register(\.asyncRuler)
        PaymentsContainer.shared.reset()
        let asynchronous = try await Container.shared.asyncRuler()
        #expect(PaymentsContainer.shared.ruler() !== asynchronous)
        #expect(try await PaymentsContainer.shared.asyncRuler() !== asynchronous)
        #expect(try await Resolver.requireAsync(Ruler.self) === asynchronous)
    }

    @Test("own defect C1: a failed lookup names the bridged factory that was read", arguments: Surroundings.allCases)
    func theFailureNamesTheFactory(_ surroundings: Surroundings) async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [surroundings] in
            surroundings.run {
                _ = Container.shared.tracker()
                resolveTracker()
            }
        }
        let text = try failureText(result)
        #expect(text.contains("[missing-registration]") && text.contains("Container.tracker"), "\(text)")
    }

    @Test(
        "own defect C1: two bridged factories of one type without names are reported", arguments: Surroundings.allCases)
    func twoOfOneType(_ surroundings: Surroundings) async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [surroundings] in
            surroundings.run {
                readBothRulers()
                fatalError("nothing was reported")
            }
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: 'Container.otherRuler' and 'Container.oneRuler' are both bridged to 'SafeFacadeTests.Ruler'  \
                [bridged-twice]
                  declared       SafeFacadeTests/BridgedTests.swift:\(declarations + 7)
                  and            SafeFacadeTests/BridgedTests.swift:\(declarations + 6)
                  to mend it     give one of them a name, with bridged(name:)
                """)
    }

    @Test("own defect D78: a factory may replace the main resolver that it is registered with, whatever the root is")
    func aFactoryMayReplaceTheResolverThatHasIt() async {
        await #expect(processExitsWith: .success) {
            _ = Container.shared.user()
            Resolver.root = Resolver()
            Resolver.main = Resolver()
            Resolver.register(\.exportedRuler)
            weak let captured: Thing? = {
                let captured = Thing()
                Resolver.register { () -> Ruler in
                    Resolver.main = Resolver()
                    // The running closure still holds the captured object.
                    return withExtendedLifetime(captured) { Ruler() }
                }
                return captured
            }()
            let living = Locked<[Bool]>([])
            Resolver.decorate = { _ in living.withLock { $0.append(captured != nil) } }
            _ = Container.shared.exportedRuler()
            ensure(living.withLock { $0 } == [true])
            Resolver.decorate = nil
            _ = Container.shared.exportedRuler()
        }
    }

    @Test func whatIsNearerToTheRootCountsMoreThanAClosureForAContextThatAlwaysCounts() {
        FactoryContext.current = [.test]
        let testing = Container.shared.tracker.on(.test, always: true) { Tracker("test") }
        #expect(testing().label == "test")
        Resolver.root = Resolver(child: .main)
        Resolver.root.register { Tracker("nearer") as any Tracking }
        #expect(testing().label == "nearer")
    }

    @Test(
        "own defect D473: what a legacy() factory registers has no lifetime of a declaration that is only bridged",
        arguments: [false, true])
    func whatIsOnlyBridgedIsNotOverridden(_ isDeclared: Bool) {
        if isDeclared { _ = Container.shared.spare() }
        for host in ["one", "two"] {
            Container.shared.old.register { Network(host: host) }
            #expect(Container.shared.old() !== Container.shared.old())
        }
    }

    @Test func whatABridgedFactoryPassesOnHasNoTimeToLiveOfTheFactory() {
        let clock = Locked(0.0)
        TimeToLive.clock = { clock.withLock { $0 } }
        _ = Container.shared.expiring()
        let overlay = Resolver(child: .main)
        overlay.register(name: "expiring") { Tracker("nearer") as any Tracking }.scope(.cached)
        Resolver.root = overlay
        let nearer = Container.shared.expiring()
        #expect(nearer.label == "nearer")
        #expect(Container.shared.expiring() === nearer)
        clock.withLock { $0 += 60 }
        #expect(Container.shared.expiring() === nearer)
    }
}
