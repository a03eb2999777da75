import Forms
import Resolver

private struct Greeting {
    let text: String
}

extension Injected {
    /// Shadows the library's initialiser in this module, and resolves from a container of the module's own.
    init() {
        self.init(name: nil, container: greetings)
    }
}

private let greetings: Resolver = {
    let container = Resolver()
    container.register { Greeting(text: "own") }
    return container
}()

private final class Screen {
    @Injected var implicit: Greeting
    @Injected() var explicit: Greeting
}

/// Checks a module that declares `Injected.init()` itself.
public func checkOwnInjected() {
    Resolver.register { Greeting(text: "root") }
    check(Screen().explicit.text == "own", "@Injected() with an own init()")
    check(Screen().implicit.text == "own", "@Injected with an own init()")
    Resolver.reset()
}
