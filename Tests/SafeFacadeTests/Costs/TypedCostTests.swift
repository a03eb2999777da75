import Resolver
import SafeFacade
import TestSupport
import Testing

// Tests the same as CostTests of the runtime face.

extension Container {
    fileprivate var leaf: Factory<Thing> { self { Thing() } }
}

extension Injections {
    fileprivate var number: Int { 1 }
}

private struct Wrapped<Service> {}
private struct Pair<First, Second> {}

extension Container {
    fileprivate func unkept<Service>(_ type: Service.Type) -> Factory<Wrapped<Service>> { self { Wrapped() } }

    /// Uses any number of factories, of as many types.
    fileprivate func useUnkept<First, Second>(_ first: First.Type, _ second: Second.Type, _ count: (Int, Int)) {
        if count.0 == 0 { return }
        if count.1 == 0 { return useUnkept(Wrapped<First>.self, Int.self, (count.0 - 1, 40)) }
        _ = unkept(Pair<First, Second>.self)()
        useUnkept(First.self, Wrapped<Second>.self, (count.0, count.1 - 1))
    }
}

private enum Slowing: String, CaseIterable, Codable, Sendable {
    case decorator, otherDecorator, context, override, observer, sandbox, push

    func comeAndGo() {
        let container = Container.shared
        switch self {
        case .decorator, .otherDecorator:
            let manager = self == .decorator ? container.manager : PaymentsContainer.shared.manager
            manager.decorator = { _, _ in }
            _ = container.leaf()
            manager.decorator = nil
        case .context:
            let contexts = FactoryContext.current
            FactoryContext.current = [.preview]
            _ = container.leaf()
            FactoryContext.current = contexts
        case .override:
            container.leaf.register { Thing("override") }
            _ = container.leaf()
            container.leaf.reset()
        case .observer:
            let observer = Silent()
            Container.addObserver(observer)
            _ = container.leaf()
            Container.removeObserver(observer)
        case .sandbox: withSandbox { _ = Container.shared.leaf() }
        case .push:
            container.push()
            _ = container.leaf()
            container.pop()
        }
    }
}

@Suite struct TypedCostTests {
    @Test("own defect D172: resets, `push` and `pop` of a container take no memory for what keeps nothing")
    func resetsMakeNoCells() async {
        await #expect(processExitsWith: .success) {
            let container = Container.shared
            func resetAll() {
                container.push()
                container.reset()
                container.pop()
                container.reset()
            }
            resetAll()
            container.useUnkept(Int.self, Int.self, (40, 40))
            let bytes = heapBytes()
            resetAll()
            let growth = heapBytes() - bytes
            // A cell for each factory would need 100,000 bytes.
            ensure(growth < 50_000, "1,600 factories grew by \(growth) bytes")
        }
    }

    @Test(
        "own defect A19: typed resolutions are as fast again once what slowed them is gone",
        arguments: Slowing.allCases)
    fileprivate func whatSlowedIsGone(_ slowing: Slowing) async {
        await #expect(processExitsWith: .success) { [slowing] in
            beginProcess()
            Resolver.registerServices = nil
            ensureAsFastAgain(after: slowing.comeAndGo) {
                for _ in 0..<5_000 { _ = Container.shared.leaf() }
            }
        }
    }

    @Test("own defect D344: plain properties are as fast again once nothing overrides them")
    func aPlainPropertyThatWasOverridden() async {
        await #expect(processExitsWith: .success) {
            beginProcess()
            Resolver.registerServices = nil
            func comeAndGo() {
                Injections.register { 2 }
                ensure(Injectable(\.number).wrappedValue == 2)
                Injections.reset(Int.self)
                ensure(Injectable(\.number).wrappedValue == 1)
            }
            ensureAsFastAgain(after: comeAndGo) {
                for _ in 0..<5_000 { _ = Injectable(\.number).wrappedValue }
            }
        }
    }
}
