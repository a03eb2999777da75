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
    // error: cannot convert value of type 'String' to expected argument type 'Int'
    _ = Container.shared.thread("one")
    // error: missing argument for parameter #1 in call
    _ = Container.shared.thread()
}
#else
func run() {
    _ = Container.shared.thread(1)
}
#endif
