import Resolver

extension Resolver: @retroactive ResolverRegistering {
    /// Runs at the first resolution.
    public static func registerAllServices() {
        registerSystem()
        registerStorage()
        registerMessaging()
        registerSession()
        registerModels()
    }
}
