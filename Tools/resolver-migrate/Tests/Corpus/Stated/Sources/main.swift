import Resolver

protocol Network: AnyObject { var host: String { get } }
final class HTTPNetwork: Network {
    let host: String
    init(host: String = "example.org") { self.host = host }
    static let shared = HTTPNetwork()
    static func named(_ host: String) -> HTTPNetwork { HTTPNetwork(host: host) }
}
final class Clock {}
struct Session { let network: HTTPNetwork }
struct Text { init?(_ text: String) { return nil } }

extension Resolver: ResolverRegistering {
    public static func registerAllServices() {
        register(HTTPNetwork.self) { .init(host: "one") }.scope(.application)
        register(HTTPNetwork.self, name: "shared") { .shared }
        register(HTTPNetwork.self, name: "named") {
            let host = "two"
            return .named(host)
        }
        register(Session.self) { .init(network: resolve()) }
        register(name: "shared") { resolver -> Session in .init(network: resolver.resolve(name: "shared")) }
        register(factory: Clock.init).scope(.cached)
        register(Network.self, name: "plain", factory: LocalNetwork.init)
        register(Text.self) { .init("") }
    }
}

final class LocalNetwork: Network { let host = "localhost" }

let network: HTTPNetwork = Resolver.resolve()
let session: Session = Resolver.resolve()
print(network.host, session.network === network)
print(Resolver.resolve(HTTPNetwork.self, name: "shared") === HTTPNetwork.shared)
print(Resolver.resolve(Session.self, name: "shared").network === HTTPNetwork.shared)
print(Resolver.resolve(HTTPNetwork.self, name: "named").host)
print(Resolver.resolve(Clock.self) === Resolver.resolve(Clock.self))
print(Resolver.resolve(Network.self, name: "plain").host, Resolver.optional(Text.self) is Text)
