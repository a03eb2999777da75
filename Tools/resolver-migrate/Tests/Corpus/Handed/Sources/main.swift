import Resolver

protocol Network: AnyObject { var host: String { get } }
final class HTTPNetwork: Network { let host = "example.org" }
final class Session { let network: Network; init(network: Network) { self.network = network } }
final class Loader { let session: Session; init(session: Session) { self.session = session } }
struct Settings { let level: Int }
final class Cache {}
final class Anywhere {}
final class Passed {}

// Each module registers with the resolver that it is handed, which is always the main one.
enum CoreModule {
    static func register(in container: Resolver, level: Int = 1) {
        container.register { HTTPNetwork() as Network }.scope(.application)
        container.register { Session(network: container.resolve()) }
        container.register { Settings(level: level) }
        registerCaches(container)
    }
}

func registerCaches(_ resolver: Resolver) {
    resolver.register { Cache() }.scope(.cached)
}

extension Resolver {
    static func registerLoading(with resolver: Resolver = .main) {
        resolver.register { Loader(session: resolver.resolve()) }
    }

    // This one is handed another resolver, too.
    static func registerAnywhere(with resolver: Resolver) {
        resolver.register { Anywhere() }
    }

    // And this one is not called here.
    static func registerPassed(with resolver: Resolver) {
        resolver.register { Passed() }
    }
}

extension Resolver: ResolverRegistering {
    public static func registerAllServices() {
        CoreModule.register(in: .main, level: 2)
        registerLoading()
        registerLoading(with: main)
        registerAnywhere(with: main)
        [registerPassed].forEach { $0(main) }
    }
}

let child = Resolver(child: .main)
Resolver.registerAnywhere(with: child)

let loader: Loader = Resolver.resolve()
print(loader.session.network.host, loader.session.network === Resolver.resolve(Network.self))
print(Resolver.resolve(Settings.self).level, Resolver.resolve(Cache.self) === Resolver.resolve(Cache.self))
print(child.resolve(Anywhere.self) === Resolver.resolve(Anywhere.self), Resolver.optional(Passed.self) != nil)
