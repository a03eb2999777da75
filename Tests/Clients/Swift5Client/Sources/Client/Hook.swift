import Resolver

class Greeter {
    var greeting = "Hello"
}

extension Resolver: @retroactive ResolverRegistering {
    /// The program's registrations.
    public static func registerAllServices() {
        register { Greeter() }.scope(.application)
        registerNetwork()
    }
}

extension Resolver {
    static func registerNetwork() {
        register(name: "host") { "example.org" }
    }
}
