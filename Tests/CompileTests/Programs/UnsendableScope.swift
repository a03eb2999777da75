// swift-format-ignore-file

import SafeFacade

protocol Loading: Sendable {}
final class Loader: Loading {}
final class Draft {}
@MainActor final class Screen {
    init() {}
}

extension Container {
    var draft: Factory<Draft> { self { Draft() } }
}

#if REJECTED
func run() {
    // error: type 'Draft' does not conform to the 'Sendable' protocol
    Container.shared.draft.register(scope: .cached) { Draft() }
    // error: type 'Draft' does not conform to the 'Sendable' protocol
    _ = Container.shared.draft.scope(.cached)
}
#else
extension Container {
    // A graph is shared by no two threads, however it is written.
    var draftOfAGraph: Factory<Draft> { self { Draft() }.scope(.graph) }
    var loaderOfAGraph: Factory<any Loading> { self { Loader() }.scope(.graph) }
    var screenOfAGraph: MainActorFactory<Screen> { self { Screen() }.scope(.graph) }
    var keptLoader: Factory<any Loading> { self { Loader() }.scope(.cached) }
}
func run() {
    Container.shared.draft.register { Draft() }
}
#endif
