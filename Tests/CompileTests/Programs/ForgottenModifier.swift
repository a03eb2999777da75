// swift-format-ignore-file

import SafeFacade

protocol Loading: Sendable {}
final class Loader: Loading {}

extension Container {
    var loader: Factory<any Loading> { self { Loader() } }
}

#if REJECTED
func run() {
    // warning: expression of type 'Factory<any Loading>' is unused
    Container.shared.loader.singleton
    // warning: 'onTest(_:file:line:)' is deprecated: write register(when: .test) { … }; or state the type of the copy
    Container.shared.loader.onTest { Loader() }
}
#else
func run() {
    _ = Container.shared.loader.onTest { Loader() }.singleton()
}
#endif
