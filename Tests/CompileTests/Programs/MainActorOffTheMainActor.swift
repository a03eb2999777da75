// swift-format-ignore-file

import SafeFacade

@MainActor final class Screen {
    init() {}
}

extension Container {
    var screen: MainActorFactory<Screen> { self { Screen() } }
}

#if REJECTED
func run() {
    // error: call to main actor-isolated instance method 'callAsFunction(file:line:)' in a synchronous nonisolated context
    _ = Container.shared.screen()
}

func runLater() async {
    // error: main actor-isolated instance method 'callAsFunction(file:line:)' cannot be called from outside of the actor
    _ = Container.shared.screen()
}
#else
func run() async {
    _ = await Container.shared.screen()
}
#endif
