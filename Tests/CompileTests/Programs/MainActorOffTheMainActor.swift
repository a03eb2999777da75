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
    // error: call to main actor-isolated instance method 'callAsFunction(file:line:)' in a synchronous nonisolated context
    _ = Container.shared.screen()
}
#else
func run() async {
    _ = await Container.shared.screen()
}
#endif
