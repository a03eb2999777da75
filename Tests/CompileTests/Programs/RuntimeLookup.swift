// swift-format-ignore-file

import SafeFacade

protocol Loading: Sendable {}
final class Loader: Loading {}

extension Container {
    var loader: Factory<any Loading> { self { Loader() } }
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
