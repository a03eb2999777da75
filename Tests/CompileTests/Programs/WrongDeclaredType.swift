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
    var wrong: Factory<Loader> {
        // error: cannot convert value of type 'Draft' to closure result type 'Loader'
        self { Draft() }
    }
}
#else
extension Container {
    var right: Factory<Loader> {
        self { Loader() }
    }
}
#endif
