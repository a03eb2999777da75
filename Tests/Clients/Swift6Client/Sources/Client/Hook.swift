import Resolver

final class Greeter: Sendable {
    let greeting = "Hello"
}

/// What the hook does in its first run alone, as a program may that begins anew.
private let beginsAnew: Void = Resolver.reset()

/// How often the hook has run; nil once nobody counts.
// Sound because nobody does once there are other threads.
nonisolated(unsafe) var hookRuns: Int? = 0

extension Resolver: @retroactive ResolverRegistering {
    /// The program's registrations.
    public static func registerAllServices() {
        if let runs = hookRuns { hookRuns = runs + 1 }
        _ = beginsAnew
        register { Greeter() }.scope(.application)
        register { MainActor.assumeIsolated { HomeModel() } }
        register(name: "host") { "example.org" }
    }
}
