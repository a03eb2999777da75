// swift-format-ignore-file

import SafeFacade

final class Network: Sendable {}

@MainActor final class Screen {
    init() {}
}

extension Container {
    var network: Factory<Network> { self { Network() } }
    var screen: MainActorFactory<Screen> { self { Screen() } }
}

#if REJECTED
struct Model {
    @Injected(\.network) var network
    @LazyInjected(\.network) var lazy
    // error: 'init(_:)' is unavailable: write @MainActorLazyInjected
    @LazyInjected(\.screen) var screen

    mutating func run() {
        // error: 'resolve()' is unavailable: set the property: service = dependency(\.service)
        $network.resolve()
        // error: 'resolve(reset:)' is unavailable: reset the factory, then set the property: service = dependency(\.service)
        $network.resolve(reset: .scope)
        // error: 'factory' is unavailable: name it: Container.shared.service
        _ = $lazy.factory
        // warning: 'onTest(_:file:line:)' is deprecated: write register(when: .test) { … }; or state the type of the copy
        Container.shared.network.onTest { Network() }
        // warning: 'onArgs(_:_:file:line:)' is deprecated: write register(when: .arg("…")) { … } for each of them; or state the type of the copy
        Container.shared.network.onArgs(["a", "b"]) { Network() }
        // warning: 'context(_:factory:file:line:)' is deprecated: write register(when: …) { … } for each context; or state the type of the copy
        Container.shared.network.context(.test, .debug) { Network() }
        // error: 'defaultScope' is unavailable: set manager.defaultLifetime; to share by default, write typealias Default = Singleton in the container's type
        Container.shared.manager.defaultScope = .singleton
        // error: 'reset(options:)' is unavailable: write container.reset(.all), or another part
        Container.shared.manager.reset(options: .scope)
        // error: 'push()' is unavailable: write container.push()
        Container.shared.manager.push()
        // error: 'trace' is unavailable: import ResolverDiagnostics, and write Container.addObserver(ResolutionTrace { print($0) })
        Container.shared.manager.trace.toggle()
        // error: 'setArg(_:forKey:)' is unavailable: write FactoryContext.current.insert(.arg(argument))
        FactoryContext.setArg("light", forKey: "theme")
    }
}
extension Container {
    // warning: 'init(_:_:file:line:column:function:)' is deprecated: write self { … }
    var declared: Factory<Network> { Factory(self) { Network() } }
    // error: 'promised()' is unavailable: write required(), whose service is not optional; or self { nil }
    var promisedNetwork: Factory<Network?> { promised() }
}
#else
extension Container {
    var declared: Factory<Network> { self { Network() } }
    var boundNetwork: Factory<Network> { required() }
}
struct Model {
    @Injected(\.network) var network
    @LazyInjected(\.network) var lazy

    mutating func run() {
        Container.shared.network.reset(.scope)
        network = dependency(\.network)
        _ = Container.shared.network
        Container.shared.network.register(when: .test) { Network() }
        Container.shared.network { Network() }
        Container.shared { $0.network { Network() } }
        Container.shared.reset(.scope)
        Container.shared.push()
        FactoryContext.current.insert(.arg("light"))
    }
}
#endif
