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
#else
func run() async {
    _ = await Container.shared.screen()
}
#endif
