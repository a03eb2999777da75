import Resolver

final class MockClock: Clock {
    let now = "midnight"
}

final class MockGreeting: Greeting {
    let text = "mock"
}

/// What a test does before it makes a screen.
func registerMocks() {
    Resolver.register { MockClock() as Clock }
    Resolver.register(name: "polite") { MockGreeting() as Greeting }
}
