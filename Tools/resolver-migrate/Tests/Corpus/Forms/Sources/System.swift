import Resolver

extension Resolver {
    /// What everything stands on.
    static func registerSystem() {
        // One connection for the whole program.
        register { HTTPNetwork() as Network }.scope(.application)

        register(Loading.self) { Loader(network: resolve()) }
            .scope(.unique)
        register(factory: { Store() })
            .implements(Storing.self)
            .implements(Reading.self)
            .scope(.cached)  // until it is reset
    }
}
