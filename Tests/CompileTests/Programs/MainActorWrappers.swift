// swift-format-ignore-file

import SafeFacade

@MainActor final class Screen {
    init() {}
}

extension Container {
    var screen: MainActorFactory<Screen> { self { Screen() } }
}

final class Coordinator {
    @MainActorLazyInjected(\.screen) var lazy
    @MainActorWeakLazyInjected(\.screen) var weak
    @MainActorDynamicInjected(\.screen) var dynamic
}

#if REJECTED
func run(_ coordinator: Coordinator) {
    // error: main actor-isolated property 'lazy' can not be referenced from a nonisolated context
    _ = coordinator.lazy
    // error: main actor-isolated property 'weak' can not be referenced from a nonisolated context
    _ = coordinator.weak
    // error: main actor-isolated property 'dynamic' can not be referenced from a nonisolated context
    _ = coordinator.dynamic
}
#else
@MainActor func run() {
    let coordinator = Coordinator()
    _ = coordinator.lazy
    _ = coordinator.weak
    _ = coordinator.dynamic
}
#endif
