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
func run(_ draft: Draft) {
    // error: capture of 'draft' with non-Sendable type 'Draft' in a '@Sendable' closure
    Container.shared.draft.register { draft }
}
#else
func run(_ draft: Draft) {
    Container.shared.draft.register(unchecked: { draft })
}
#endif
