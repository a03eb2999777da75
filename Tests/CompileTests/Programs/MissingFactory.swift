// swift-format-ignore-file

import SafeFacade

protocol Loading: Sendable {}
final class Loader: Loading {}

extension Container {
    var loader: Factory<any Loading> { self { Loader() } }
}

#if REJECTED
func run() {
    // error: value of type 'Container' has no member 'missing'
    _ = Container.shared.missing()
}
#else
func run() {
    _ = Container.shared.loader()
}
#endif
