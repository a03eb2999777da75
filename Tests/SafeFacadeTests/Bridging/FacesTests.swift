import Resolver
import SafeFacade
import TestSupport
import Testing

// Both faces give one service, whichever was registered first.

private protocol Netting: AnyObject, Sendable {
    var label: String { get }
}

private final class LiveNet: Netting {
    let label = "live"
}

private final class MockNet: Netting {
    let label = "mock"
}

extension Container {
    fileprivate var net: Factory<any Netting> { self { LiveNet() }.cached }
    fileprivate var numbered: ParameterFactory<Int, Thing> { self { Thing("live \($0)") } }
    fileprivate var perhaps: Factory<Thing?> { self { Thing("live") } }
}

extension PaymentsContainer {
    fileprivate var net: Factory<any Netting> { self { LiveNet() } }
}

private func export() {
    Resolver.register(\.net)
    Resolver.register(\.net, name: "named")
    Resolver.register(\.numbered)
    Resolver.register(\.perhaps, name: "maybe")
}

@Suite struct FacesTests {
    @Test("own defect C2: an export joins what was registered before the hook ran", arguments: Surroundings.allCases)
    func aMockBeforeTheHook(_ surroundings: Surroundings) async {
        await #expect(processExitsWith: .success) { [surroundings] in
            surroundings.run {
                Resolver.registerServices = export
                let mock = MockNet()
                Resolver.register { mock as any Netting }
                Resolver.register { (_, args) in Thing("mock \(args() as Int)") }
                Resolver.register(name: "maybe") { Thing("mock") }
                ensure(Resolver.resolve((any Netting).self) === mock)
                ensure(Container.shared.net() === mock)
                ensure(Container.shared.net() === mock)
                ensure(Container.shared.numbered(3).label == "mock 3")
                ensure(Resolver.resolve(Thing.self, args: 4).label == "mock 4")
                ensure(Container.shared.perhaps()?.label == "mock")
            }
        }
    }

    @Test(
        "own defect C2: an export joins what was registered before it, without a hook", arguments: Surroundings.allCases
    )
    func aMockBeforeTheExport(_ surroundings: Surroundings) async {
        await #expect(processExitsWith: .success) { [surroundings] in
            surroundings.run {
                Resolver.register { MockNet() as any Netting }.scope(.application)
                let mock: any Netting = Resolver.resolve()
                export()
                ensure(Container.shared.net() === mock)
                ensure(Resolver.resolve((any Netting).self) === mock)
                // A later registration replaces the mock on both faces.
                Container.shared.net.register { LiveNet() }
                ensure(Resolver.resolve((any Netting).self).label == "live")
                ensure(Container.shared.net() === Resolver.resolve((any Netting).self))
            }
        }
    }

    @Test(
        "own defect C2: what a typed test overrides before the hook counts for both faces",
        arguments: Surroundings.allCases)
    func aTypedMockBeforeTheHook(_ surroundings: Surroundings) async {
        await #expect(processExitsWith: .success) { [surroundings] in
            surroundings.run {
                Resolver.registerServices = export
                Container.shared.net.register { MockNet() }
                ensure(Resolver.resolve((any Netting).self).label == "mock")
                ensure(Container.shared.net() === Resolver.resolve((any Netting).self))
                ensure(Container.shared.net() === Resolver.resolve((any Netting).self, name: "named"))
            }
        }
    }

    @Test(
        "own defect C2: a runtime registration before the hook is not replaced by the hook's",
        arguments: Surroundings.allCases)
    func aMockAndAHookOfTheRuntimeFace(_ surroundings: Surroundings) async {
        await #expect(processExitsWith: .success) { [surroundings] in
            surroundings.run {
                Resolver.registerServices = {
                    Resolver.register { LiveNet() as any Netting }
                    Resolver.register { Thing("live") }
                }
                Resolver.register { MockNet() as any Netting }
                ensure(Resolver.resolve((any Netting).self).label == "mock")
                ensure(Resolver.resolve(Thing.self).label == "live")
            }
        }
    }

    @Test(
        "own defect C2: what is registered before a container registers itself counts more",
        arguments: Surroundings.allCases)
    func aMockBeforeAutoRegister(_ surroundings: Surroundings) async {
        await #expect(processExitsWith: .success) { [surroundings] in
            surroundings.run {
                Registering.shared.thing.register { Thing("mock") }
                ensure(Registering.shared.thing().label == "mock")
                ensure(Registering.shared.other().label == "registered")
            }
        }
    }

    @Test("own defect D150: an export of an optional gives the instance of what it joins")
    func anExportOfAnOptional() {
        withSandbox(.fresh) {
            let options = Resolver.register { Thing("mock") }.scope(.application)
            let mock: Thing = Resolver.resolve()
            Resolver.register(\.perhaps)
            #expect(Resolver.resolve(Thing.self) === mock)
            #expect(Container.shared.perhaps() === mock)
            options.scope(.unique)
            #expect(Container.shared.perhaps() !== Container.shared.perhaps())
        }
    }

    @Test("own defect D150: what an export of an optional joins is the sandbox's, and can be reset and closed")
    func whatAnExportOfAnOptionalJoins() async throws {
        let (closed, shown) = (Counter(), Counter())
        try await withSandbox(.fresh) { () async throws -> Void in
            Resolver.register { Thing("first") }
            Resolver.register { Thing("second") }.scope(.application).onClose { (_: Thing) in closed.add() }
            Resolver.decorate = { _ in shown.add() }
            Resolver.register(\.perhaps)
            let kept: Thing = Resolver.resolve()
            #expect(shown.value == 1)
            withSandbox {
                Resolver.register { Thing("mock") }
                #expect(Container.shared.perhaps()?.label == "mock")
            }
            #expect(Container.shared.perhaps() === kept)
            Container.shared.perhaps.reset(.scope)
            #expect(Container.shared.perhaps() !== kept)
            try await Resolver.main.close()
            #expect(closed.value == 1)
        }
    }
}

private final class Registering: SharedContainer, AutoRegistering {
    let manager = ContainerManager()
    init() {}

    func autoRegister() {
        thing.register { Thing("registered") }
        other.register { Thing("registered") }
    }
}

extension Registering {
    fileprivate var thing: Factory<Thing> { self { Thing("declared") } }
    fileprivate var other: Factory<Thing> { self { Thing("declared") } }
}
