import Resolver

final class Screen {
    @Injected var clock: Clock
    let greeting: Greeting = Resolver.resolve(name: "polite")

    var text: String { "\(greeting.text) at \(clock.now)" }
}

// As a test does, for which nothing has called registerServices().
registerMocks()
print(Screen().text)
