import Resolver

extension Resolver {
    static let payments = Resolver(child: .main)
    static let mock = Resolver(child: .main)
}

protocol Network { var host: String { get } }
struct HTTPNetwork: Network { let host = "example.org" }
struct PaymentsNetwork: Network { let host = "payments.example.org" }
struct MockNetwork: Network { let host = "mock" }

struct Loader { let network: Network }
struct Handed { let network: Network }

struct Checkout { @Injected(container: .payments) var network: Network }
struct Home { @Injected var network: Network }

extension Resolver: ResolverRegistering {
    public static func registerAllServices() {
        register { HTTPNetwork() as Network }
        register { Loader(network: resolve()) }
        // Asked of payments, this one gets the network of payments.
        register { resolver in Handed(network: resolver.resolve()) }
        payments.register { PaymentsNetwork() as Network }.scope(payments.cache)
    }
}

func useMocks() {
    Resolver.mock.register { MockNetwork() as Network }
    Resolver.root = .mock
}

func useChild() -> String {
    let own = Resolver(child: .main)
    own.register { Loader(network: MockNetwork()) }
    return own.resolve(Loader.self).network.host
}

print(Home().network.host, Checkout().network.host)
print(Resolver.resolve(Loader.self).network.host, Resolver.payments.resolve(Handed.self).network.host)
useMocks()
print(Home().network.host, Resolver.resolve(Loader.self).network.host)
Resolver.root = .main
print(Home().network.host, useChild())
