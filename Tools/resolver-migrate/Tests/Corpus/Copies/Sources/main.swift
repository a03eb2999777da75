import Resolver

protocol Network: AnyObject { var host: String { get } }
final class HTTPNetwork: Network { let host = "example.org" }
final class LocalNetwork: Network { let host = "localhost" }
final class Session { let network: Network; init(network: Network) { self.network = network } }
final class Settings {}
final class Cache {}
struct Limit { let count: Int }
struct Reader { let session: Session; let settings: Settings }

let count = 1

extension Resolver: ResolverRegistering {
    public static func registerAllServices() {
        #if EXTRA
        register { LocalNetwork() as Network }
        register { Session(network: resolve()) }.scope(.cached)
        #else
        register { HTTPNetwork() as Network }
        // In this build, too.
        register { Session(network: resolve()) }
            .scope(.cached)
        #endif

        if CommandLine.arguments.count > 9 {
            register { Settings() }.scope(.application)
        } else {
            register { Settings() }.scope(.application)
        }

        register(Cache.self) { Cache() }.scope(.shared)
        register(Reader.self) { Reader(session: resolve(), settings: resolve()) }
        register(Cache.self) { Cache() }.scope(.shared)

        // The same words, and another number.
        register { Limit(count: count) }
        do {
            let count = 2
            register { Limit(count: count) }
        }
    }
}

let reader: Reader = Resolver.resolve()
print(reader.session === Resolver.resolve(Session.self), reader.settings === Resolver.resolve(Settings.self))
print(reader.session.network.host, Resolver.resolve(Limit.self).count)
let cache: Cache = Resolver.resolve()
print(cache === Resolver.resolve(Cache.self))
