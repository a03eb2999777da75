import Resolver

// The hook calls the functions of other files.
extension Resolver: ResolverRegistering {
    public static func registerAllServices() {
        registerSystem()
        Resolver.registerModels()
    }
}
