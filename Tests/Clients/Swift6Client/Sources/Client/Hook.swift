import Resolver

final class Greeter: Sendable {
    let greeting = "Hello"
}

/// A reset that the hook makes in its first run only, as a program may do.
private let beginsAnew: Void = Resolver.reset()

/// How often the hook has run; nil once it is no longer counted.
// Sound because it is no longer counted once there are other threads.
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
