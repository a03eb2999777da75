// swift-format-ignore-file

import SafeFacade

@MainActor final class Screen {
    init() {}
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
