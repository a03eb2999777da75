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
final class Model {
    // error: main actor-isolated default value in a nonisolated context
    @Injected(\.screen) var screen
}
#else
@MainActor final class Model {
    @Injected(\.screen) var screen
}
#endif
