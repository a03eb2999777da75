import Resolver

protocol Clock: AnyObject {
    var now: String { get }
}

final class SystemClock: Clock {
    let now = "noon"
}

protocol Greeting: AnyObject {
    var text: String { get }
}

final class Greeter: Greeting {
    private let clock: Clock

    init(clock: Clock) { self.clock = clock }

    var text: String { "good \(clock.now)" }
}

/// The program calls it when it is launched. There is no hook, so tests run without it.
func registerServices() {
    Resolver.register { SystemClock() }
        .implements(Clock.self)
        .scope(.application)
    Resolver.register(name: "polite") { Greeter(clock: Resolver.resolve()) as Greeting }
}
