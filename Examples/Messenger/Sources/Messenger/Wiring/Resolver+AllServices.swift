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

extension Resolver.Name {
    /// The path of the database, among all strings.
    static let databasePath = Self("database path")

    /// The loader that reads the database, behind the one that has a cache.
    static let stored = Self("stored")
}

extension ResolverScope {
    /// What belongs to a user who signed in.
    ///
    /// Reset when the session ends.
    static let session = ResolverScopeCache()
}
