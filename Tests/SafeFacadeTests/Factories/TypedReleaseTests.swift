import Resolver
import SafeFacade
import TestSupport
import Testing

// Tests the same as RuntimeReleaseTests: objects that a typed program releases may ask both faces in `deinit`.

private let releases = Locked(0)

/// Resolves and registers when it is released.
private final class Farewell: Sendable {
    deinit {
        _ = Resolver.optional(Thing.self)
        _ = Container.shared.lastWords()
        _ = OwnWords.shared.lastWords()
        OwnWords.shared.lastWords.register { Thing("farewell") }
        releases.withLock { $0 += 1 }
    }
}

extension Container {
    fileprivate var lastWords: Factory<Thing> { self { Thing() }.cached }
    fileprivate var subject: Factory<Thing> { self { Thing() }.cached }
    fileprivate var keeper: Factory<Farewell> { self { Farewell() }.cached }
    fileprivate var byNumber: ParameterFactory<Int, Farewell> { self { _ in Farewell() }.cached.scopeOnParameters }
    fileprivate var byLetter: ParameterFactory<Letter, Thing> { self { _ in Thing() }.shared.scopeOnParameters }
}

/// A parameter that holds a `Farewell`.
private struct Letter: Hashable {
    let number: Int
    private let farewell = Farewell()

    init(_ number: Int) { self.number = number }

    static func == (left: Letter, right: Letter) -> Bool { left.number == right.number }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

private final class OwnWords: SharedContainer {
    let manager = ContainerManager()
    init() {}
}

extension OwnWords {
    fileprivate var lastWords: Factory<Thing> { self { Thing() }.cached }
}

/// Overrides its own factory in its initialiser, with an override that is dropped when a sandbox is copied.
private final class SelfOverriding: SharedContainer {
    let manager = ContainerManager()

    init() {
        let farewell = Farewell()
        subject.register {
            _ = farewell
            return Thing("overridden")
        }
    }
}

extension SelfOverriding {
    fileprivate var subject: Factory<Thing> { self { Thing("declared") } }
}

/// Ways to make the library let go of a `Farewell`.
private enum TypedRelease: String, CaseIterable, Codable, Sendable {
    case override, resetOverride, instance, resetContainer, pop, decorator, parameters, copiedContainer, everything
    case parameter, resetParameter, container, runtimeOverride, sandbox

    func perform() {
        let container = Container.shared
        switch self {
        case .override:
            container.subject.register(holding())
            container.subject.register { Thing() }
        case .resetOverride:
            container.subject.register(holding())
            container.subject.reset()
        case .instance:
            _ = container.keeper()
            container.keeper.reset(.scope)
        case .resetContainer:
            _ = container.keeper()
            container.subject.register(holding())
            container.reset()
        case .pop:
            container.push()
            _ = container.keeper()
            container.subject.register(holding())
            container.pop()
        case .decorator:
            container.manager.decorator = decorating()
            container.manager.decorator = nil
        case .parameters:
            for number in 0..<10 { _ = container.byNumber(number) }
            Scope.cached.reset()
        case .parameter:
            // Parameters whose instances are gone are forgotten from time to time.
            for number in 0..<40 { _ = container.byLetter(Letter(number)) }
        case .resetParameter:
            _ = container.byLetter(Letter(1))
            container.byLetter.reset(.scope)
        case .copiedContainer:
            _ = SelfOverriding.shared.subject()
            let label = withSandbox { SelfOverriding.shared.subject().label }
            ensure(label == "overridden")
        case .everything:
            _ = container.keeper()
            container.subject.register(holding())
            Resolver.reset()
        case .container:
            let own = Container()
            _ = own.keeper()
            own.subject.register(holding())
        case .runtimeOverride:
            Resolver.register(\.subject)
            Resolver.register(factory: holding())
            Resolver.register { Thing() }
        case .sandbox:
            withSandbox {
                _ = Container.shared.keeper()
                Container.shared.subject.register(holding())
            }
        }
    }

    // These are functions, as a variable here would hold the object, too.
    private func decorating() -> @Sendable (Any, Bool) -> Void {
        let farewell = Farewell()
        return { _, _ in _ = farewell }
    }

    private func holding() -> @Sendable () -> Thing {
        let farewell = Farewell()
        return {
            _ = farewell
            return Thing()
        }
    }
}

@Suite struct TypedReleaseTests {
    @Test(
        "own defect A1: what typed factories release may resolve and register",
        arguments: TypedRelease.allCases, Surroundings.allCases)
    fileprivate func nothingIsReleasedUnderTheLock(_ release: TypedRelease, _ surroundings: Surroundings) async {
        await #expect(processExitsWith: .success) { [release, surroundings] in
            surroundings.run {
                release.perform()
                Resolver.register { 7 }
                ensure(releases.withLock { $0 } > 0, "\(release)")
            }
        }
    }
}
