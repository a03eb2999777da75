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
extension Container {
    var off: Factory<Screen> {
        // error: call to main actor-isolated initializer 'init()' in a synchronous nonisolated context
        self { Screen() }
    }
}
#else
extension Container {
    var on: MainActorFactory<Screen> {
        self { Screen() }
    }
}
#endif
