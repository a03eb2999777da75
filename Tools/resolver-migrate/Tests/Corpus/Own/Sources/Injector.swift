import Resolver

/// All services are registered with this resolver, and asked of it; the program never uses `Resolver.main`.
enum Injector {
    // The one place that makes a resolver.
    static let resolver = Resolver()

    static func registerServices() {
        resolver.register { HTTPNetwork() as Network }.scope(.application)
        resolver.register { Session(network: resolver.resolve()) }.scope(.cached)
        resolver.register { Loader(session: resolver.resolve(), other: resolver.resolve()) }
        resolver.register { resolver in Reader(loader: resolver.resolve()) }.implements(Reading.self)
        resolver.register { _, args in Thread(id: args()) }
        resolver.register(name: "backup") { HTTPNetwork() as Network }
        registerStores(in: resolver)
    }

    private static func registerStores(in container: Resolver) {
        container.register { Store(network: container.resolve(name: "backup")) }.scope(.shared)
    }
}

protocol Network: AnyObject { var host: String { get } }
final class HTTPNetwork: Network { let host = "example.org" }
final class MockNetwork: Network { let host = "mock" }
final class Session { let network: Network; init(network: Network) { self.network = network } }
final class Loader {
    let session: Session
    let other: Session
    init(session: Session, other: Session) { (self.session, self.other) = (session, other) }
}
protocol Reading { var loader: Loader { get } }
struct Reader: Reading { let loader: Loader }
struct Thread { let id: Int }
final class Store { let network: Network; init(network: Network) { self.network = network } }
