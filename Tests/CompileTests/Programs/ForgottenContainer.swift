// swift-format-ignore-file

import SafeFacade

final class Network: Sendable {}

final class SessionContainer: FactoryContainer {
    let manager = ContainerManager()
    let user: String
    init(user: String) { self.user = user }
}

extension SessionContainer {
    var network: Factory<Network> { self { Network() } }
}

#if REJECTED
func run() {
    // error: type 'SessionContainer' has no member 'shared'
    _ = SessionContainer.shared.network()
}
#else
final class Model {
    @DynamicInjected private var network: Network

    init(session: SessionContainer) {
        _network = DynamicInjected(\.network, container: session)
    }
}
#endif
