// swift-format-ignore-file

import SafeFacade

protocol Loading: Sendable {}
final class Loader: Loading {}
final class Draft {}

extension Container {
    var loader: Factory<any Loading> { self { Loader() } }
    var draft: Factory<Draft> { self { Draft() } }
}

#if REJECTED
func run() {
    // error: cannot convert value of type 'any Loading' to specified type 'Draft'
    let loader: Draft = Container.shared.loader()
    _ = loader
}
#else
func run() {
    let draft: Draft = Container.shared.draft()
    _ = draft
}
#endif
