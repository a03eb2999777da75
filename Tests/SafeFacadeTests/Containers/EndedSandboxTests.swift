import Resolver
import SafeFacade
import TestSupport
import Testing

// What remains of a sandbox that has ended.

extension Container {
    fileprivate var subject: Factory<Thing> { self { Thing() } }
}

private final class SelfAsking: SharedContainer {
    let manager = ContainerManager()
    init() { _ = SelfAsking.shared.subject() }
}

extension SelfAsking {
    fileprivate var subject: Factory<Thing> { self { Thing() } }
}

/// A container class, whose containers belong to the sandbox in which they are made.
private final class Yard: SharedContainer {
    let manager = ContainerManager()
    init() {}
}

extension Yard {
    fileprivate var subject: Factory<Thing> { self { Thing() } }
    fileprivate var kept: Factory<Thing> { self { Thing() }.cached }
    fileprivate var numbered: ParameterFactory<Int, Thing> { self { _ in Thing() } }
    /// What is registered counts more than the first closure for a context, but not more than the second one.
    fileprivate var always: Factory<Thing> {
        self { Thing() }.onTest { Thing("test") }.on(.debug, always: true) { Thing("always") }
    }
    fileprivate var asynchronousAlways: AsyncFactory<Thing> {
        self { Thing() }.onTest { Thing("test") }.on(.debug, always: true) { Thing("always") }
    }
}

private enum Use: String, CaseIterable, Codable, Sendable {
    case factory, kept, numbered, value, register, always, alwaysOfAsynchronous

    /// Uses what remains of a sandbox that has ended.
    func perform() async throws {
        let container = withSandbox(.fresh) {
            Yard.shared.subject.register { Thing("sandbox") }
            return Yard.shared
        }
        let factory = withSandbox(.fresh) { Yard.shared.subject }
        switch self {
        case .factory: ensure(container.subject().label != "sandbox")
        case .kept: ensure(container.kept() === container.kept())
        case .numbered: ensure(container.numbered(1) !== container.numbered(1))
        case .value: ensure(factory() !== factory())
        case .register:
            container.subject.register { Thing("later") }
            ensure(container.subject().label == "later")
            ensure(Yard.shared.subject().label != "later")
        case .always:
            FactoryContext.current = [.test, .debug]
            container.always.register { Thing("later") }
            ensure(container.always().label == "always")
        case .alwaysOfAsynchronous:
            FactoryContext.current = [.test, .debug]
            container.asynchronousAlways.register { Thing("later") }
            let label = try await container.asynchronousAlways().label
            ensure(label == "always")
        }
    }
}

@Suite struct EndedSandboxTests {
    @Test func aLazyPropertyWhoseSandboxHasEndedIsReported() async throws {
        let line = #line
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let lazy = withSandbox(.fresh) { LazyInjected<Thing>(\.subject) }
            _ = lazy.wrappedValue
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: the sandbox of a lazy 'TestSupport.Thing' has ended  [ended-sandbox]
                  the property   SafeFacadeTests/EndedSandboxTests.swift:\(line + 1)
                  to mend it     use what was made in a sandbox inside it; make what is static before, or give it @DynamicInjected
                """)
    }

    @Test("own defect A12: the default container is that of the sandbox that runs, whatever sandbox it is from")
    func theDefaultContainerAfterItsSandboxEnded() async {
        await #expect(processExitsWith: .success) {
            let container = withSandbox(.fresh) { Container.shared }
            container.subject.register { Thing("outside") }
            ensure(Container.shared.subject().label == "outside")
            withSandbox(.fresh) { ensure(container.subject().label != "outside") }
        }
    }

    @Test("own defects A12, D521: a container goes on after its sandbox ended, as a new one", arguments: Use.allCases)
    fileprivate func aContainerAfterItsSandboxEnded(_ use: Use) async {
        await #expect(processExitsWith: .success) { [use] in try await use.perform() }
    }

    @Test(
        "own defect D404: a container that asks for its own shared in init is named as it is asked for",
        arguments: Surroundings.allCases)
    func aContainerThatAsksForItself(_ surroundings: Surroundings) async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [surroundings] in
            surroundings.run { _ = SelfAsking.shared }
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: 'SelfAsking.shared' depends on itself  [cycle]
                  the cycle      SelfAsking.shared → SelfAsking.shared
                  asked for by   SelfAsking.shared
                            in   resolve()
                  to mend it     inject one of them with @LazyInjected that init does not read, or pass it in after both are made
                """)
    }
}
