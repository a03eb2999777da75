// swift-format-ignore-file

import SafeFacade

@MainActor final class Screen {
    init() {}
}

extension Container {
    var screen: MainActorFactory<Screen> { self { Screen() } }
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
