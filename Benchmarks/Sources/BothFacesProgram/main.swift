// The smallest program that uses both faces; Scripts/size measures its size.

import Resolver
import SafeFacade

protocol Clock: Sendable {
    var offset: Int { get }
}

final class SystemClock: Clock {
    let offset = 1
}

protocol Greeting: Sendable {
    var text: String { get }
}

final class ClockGreeting: Greeting {
    private let clock: any Clock

    init(clock: any Clock) { self.clock = clock }

    var text: String { "hello at \(clock.offset)" }
}

extension Container {
    var greeting: Factory<any Greeting> { self { ClockGreeting(clock: Resolver.resolve()) } }
}

Resolver.register { SystemClock() as any Clock }
print(Container.shared.greeting().text)
