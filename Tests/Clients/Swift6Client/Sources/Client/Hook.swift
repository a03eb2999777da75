import Resolver

final class Greeter: Sendable {
    let greeting = "Hello"
}

extension Resolver: @retroactive ResolverRegistering {
    /// The program's registrations.
    public static func registerAllServices() {
        register { Greeter() }.scope(.application)
        register { MainActor.assumeIsolated { HomeModel() } }
        register(name: "host") { "example.org" }
    }
}
