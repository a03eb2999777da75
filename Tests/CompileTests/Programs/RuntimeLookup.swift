// swift-format-ignore-file

import SafeFacade

protocol Loading: Sendable {}
final class Loader: Loading {}
final class Draft {}
@MainActor final class Screen {
    init() {}
}

extension Container {
    var loader: Factory<any Loading> { self { Loader() } }
    var thread: ParameterFactory<Int, Loader> { self { _ in Loader() } }
    var screen: MainActorFactory<Screen> { self { Screen() } }
    var draft: Factory<Draft> { self { Draft() } }
}

#if REJECTED
func run() {
    // error: module 'Resolver' has no member named 'resolve'
    let loader: any Loading = Resolver.resolve()
    _ = loader
}
#else
func run() {
    let loader = dependency(\.loader)
    _ = loader
}
#endif
