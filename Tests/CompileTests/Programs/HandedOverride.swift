// swift-format-ignore-file

import SafeFacade

final class Network: Sendable {}
final class Loader: Sendable {
    init(network: Network) {}
}

extension Container {
    var network: Factory<Network> { self { Network() } }
    var loader: Factory<Loader> { self { Loader(network: $0.network()) } }
}

#if REJECTED
func run() {
    // error: 'register' is unavailable: write container.register(\.x) { … }, which is handed the container
    Container.shared.loader.register { Loader(network: $0.network()) }
}
#else
func run() {
    Container.shared.register(\.loader) { Loader(network: $0.network()) }
    Container.shared.loader.register { Loader(network: Network()) }
}
#endif
