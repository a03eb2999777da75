// swift-format-ignore-file

import SafeFacade

final class Network: Sendable {}

@MainActor final class Screen {
    init() {}
}

extension Container {
    var network: Factory<Network> { self { Network() } }
    var page: ParameterFactory<Int, Network> { self { _ in Network() } }
    var screen: MainActorFactory<Screen> { self { Screen() } }
}

#if REJECTED
// warning: extension declares a conformance of imported type 'Container' to imported protocol 'AutoRegistering'; this will not behave correctly if the owners of 'SafeFacade' introduce this conformance in the future
extension Container: AutoRegistering {
    public func autoRegister() {}
}
final class Closed: SharedContainer {
    let manager = ContainerManager()
    // error: initializer 'init()' must be as accessible as its enclosing type because it matches a requirement in protocol 'SharedContainer'
    private init() {}
}
// error: cannot find type 'Resolving' in scope
final class Looking: Resolving {}
// warning: 'ManagedContainer' is deprecated: renamed to 'FactoryContainer'
func take(_ container: any ManagedContainer) {}
// warning: 'FactoryModifying' is deprecated: renamed to 'FactoryDeclaration'
func take(_ factory: any FactoryModifying) {}
// warning: 'FactoryContextType' is deprecated: renamed to 'FactoryContext'
func take(_ context: FactoryContextType) {}
// warning: 'FactoryResetOptions' is deprecated: renamed to 'ResetPart'
func take(_ part: FactoryResetOptions) {}

struct Wrapped {
    // error: 'InjectedType' is unavailable: write @OptionalInjected, of the module Resolver
    @InjectedType var typed: Network?
    // error: 'InjectedContainer' is unavailable: write let container = Container.shared
    @InjectedContainer var container: Container
}

extension Container {
    // warning: 'once()' is deprecated: leave it out: a declaration changes nothing when it is read
    var once: Factory<Network> { self { Network() }.once() }
    // warning: 'context(_:factory:)' is deprecated: write on(_:_:) for each context; as a statement, register(when: …, scope: …) { … }
    var several: Factory<Network> { self { Network() }.context(.test, .debug) { Network() } }
    // error: call to main actor-isolated initializer 'init()' in a synchronous nonisolated context
    @MainActor var plain: Factory<Screen> { self { Screen() } }
}

struct Model {
    @LazyInjected(\.network) var lazy
    func register() {
        // warning: 'register(factory:file:line:)' is deprecated: leave the label out: register { … }
        Container.shared.network.register(factory: { Network() })
        // error: value of tuple type '()' has no member 'scope'
        Container.shared.network.register { Network() }.scope(Scope.cached)
        // error: value of tuple type '()' has no member 'onTest'
        Container.shared.network.register { Network() }.onTest { Network() }
        // warning: 'context(_:factory:)' is deprecated: write on(_:_:) for each context; as a statement, register(when: …, scope: …) { … }
        Container.shared.network.context(.test) { Network() }
            // warning: result of call to 'scope' is unused
            .scope(.cached)
        // error: contextual closure type '@Sendable () -> Network' expects 0 arguments, but 1 was used in closure body
        Container.shared.network.onTest { _ in Network() }
        // warning: result of call to 'timeToLive' is unused
        Container.shared.network.timeToLive(60)
        // warning: result of call to 'decorator' is unused
        Container.shared.network.decorator { _ in }
        // warning: 'with' is deprecated: leave the name out, as a statement: container { … }
        Container.shared.with { $0.network { Network() } }
        // warning: 'decorator' is deprecated: set manager.decorator, whose closure is told whether the instance was made
        Container.shared.decorator { _ in }
        // warning: 'reset(options:)' is deprecated: leave the label out: reset(.scope)
        Container.shared.reset(options: .scope)
        // error: 'reset(scope:)' is unavailable: write container.reset(.scope(…))
        Container.shared.manager.reset(scope: .cached)
        // error: 'pop()' is unavailable: write container.pop()
        Container.shared.manager.pop()
        // error: 'logger' is unavailable: import ResolverDiagnostics, and write Container.addObserver(ResolutionTrace { print($0) })
        Container.shared.manager.logger = { _ in }
        // error: 'circularDependencyTesting' is unavailable: leave it out: cycles are reported in every build
        Container.shared.manager.circularDependencyTesting = false
        // error: 'promiseTriggersError' is unavailable: leave it out: required() always traps, and unbound(in:) finds out without
        Container.shared.manager.promiseTriggersError = true
    }

    func isolate() {
        // warning: result of call to 'callAsFunction(_:file:line:column:function:)' is unused
        Container.shared { @MainActor in $0.network.register { Network() } }
    }

    func ask() async {
        // warning: 'resolve(file:line:)' is deprecated: call the factory: container.service()
        _ = Container.shared.network.resolve()
        // warning: 'resolve(_:file:line:)' is deprecated: call the factory: container.service(parameter)
        _ = Container.shared.page.resolve(1)
        // warning: 'resolveOnMainActor(file:line:)' is deprecated: call the factory: await container.service()
        _ = await Container.shared.screen.resolveOnMainActor()
        // error: 'resolveOnGlobalActor' is unavailable: give the service's type a nonisolated init, and call the factory
        _ = Container.shared.network.resolveOnGlobalActor(MainActor.shared)
        // warning: 'resolve(_:file:line:)' is deprecated: renamed to 'dependency(_:)'
        let _: Network = resolve(\.network)
        // error: 'resolve(reset:)' is unavailable: reset the factory, then write resolve()
        $lazy.resolve(reset: .scope)
        // error: type 'Container' has no member '$shared'
        Container.$shared
    }

    func change() {
        // warning: 'isTest' is deprecated: write contains(.test), insert(.test) and remove(.test)
        FactoryContext.current.isTest = true
        // warning: 'arguments' is deprecated: write contains(.arg("…")), insert and remove
        FactoryContext.current.arguments = ["a"]
        // error: cannot assign value of type 'FactoryContext' to type 'Set<FactoryContext>'
        FactoryContext.current = FactoryContext.debug
        // error: 'removeArg(forKey:)' is unavailable: write FactoryContext.current.remove(.arg(argument))
        FactoryContext.removeArg(forKey: "theme")
    }
}
#else
extension Container: @retroactive AutoRegistering {
    public func autoRegister() {}
}
final class Closed: SharedContainer {
    let manager = ContainerManager()
    init() {}
}
func take(_ container: any FactoryContainer) {}
func take(_ factory: any FactoryDeclaration) {}
func take(_ context: FactoryContext) {}
func take(_ part: ResetPart) {}

extension Container {
    var once: Factory<Network> { self { Network() } }
    var several: Factory<Network> { self { Network() }.on(.test) { Network() }.on(.debug, always: true) { Network() } }
    var plain: MainActorFactory<Screen> { self { Screen() } }
}

struct Model {
    @LazyInjected(\.network) var lazy
    let container = Container.shared

    func register() {
        Container.shared.network.register { Network() }
        Container.shared.network.register(scope: .cached) { Network() }
        Container.shared.network.register(when: .test) { Network() }
        Container.shared.network.register(when: .test, scope: .cached) { Network() }
        Container.shared.manager.decorator = { _, _ in }
        Container.shared.reset(.scope)
        Container.shared.reset(.scope(.cached))
        Container.shared.pop()
    }

    func ask() async {
        _ = Container.shared.network()
        _ = Container.shared.page(1)
        _ = await Container.shared.screen()
        let _: Network = dependency(\.network)
        Container.shared.network.reset(.scope)
        $lazy.resolve()
    }

    func change() {
        FactoryContext.current.insert(.test)
        FactoryContext.current = [.arg("a")]
        FactoryContext.current.remove(.arg("a"))
    }
}
#endif
