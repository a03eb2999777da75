// swift-format-ignore-file

import SafeFacade

final class Loader: Sendable {}

extension Container {
    var loader: Factory<Loader> { self { Loader() } }
    @MainActor var screenLoader: Factory<Loader> { self { Loader() } }
}

extension Injections {
    var loader: Loader { Loader() }
    @MainActor var screenLoader: Loader { Loader() }
}

// They may be read anywhere, and read their property then.
@MainActor final class Model {
    @LazyInjected(\.loader) var lazy
    @LazyInjected(\Container.loader) var stated
    @WeakLazyInjected(\.loader) var weak
    @LazyInjectable(\.loader) var plain

    #if REJECTED
    // error: type 'KeyPath<Container, Factory<Loader>>' does not conform to the 'Sendable' protocol
    @LazyInjected(\.screenLoader) var lazyOfTheMainActor
    // error: type 'KeyPath<Container, Factory<Loader>>' does not conform to the 'Sendable' protocol
    @WeakLazyInjected(\.screenLoader) var weakOfTheMainActor
    // error: type 'KeyPath<Injections, Loader>' does not conform to the 'Sendable' protocol
    @LazyInjectable(\.screenLoader) var plainOfTheMainActor
    #endif
}
