// swift-format-ignore-file

import SafeFacade

@MainActor final class Screen {
    init(title: String) {}
}

extension Container {
    var screen: MainActorParameterFactory<String, Screen> { self { Screen(title: $0) } }
    var handed: MainActorParameterFactory<String, Screen> { self { $0.screen($1) } }
}

#if REJECTED
extension Container {
    // error: call to main actor-isolated initializer 'init(title:)' in a synchronous nonisolated context
    var off: ParameterFactory<String, Screen> { self { Screen(title: $0) } }
}
func run() {
    // error: call to main actor-isolated instance method 'callAsFunction(_:file:line:)' in a synchronous nonisolated context
    _ = Container.shared.screen("a")
    // error: call to main actor-isolated global function 'dependency(_:parameter:file:line:)' in a synchronous nonisolated context
    _ = dependency(\.screen, parameter: "a")
}
#else
func run() async {
    _ = await Container.shared.screen("a")
    _ = await dependency(\.screen, parameter: "a")
}
#endif
