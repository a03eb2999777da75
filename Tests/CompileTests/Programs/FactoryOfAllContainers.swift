// swift-format-ignore-file

import SafeFacade

final class Draft {}
final class Network: Sendable {}

#if REJECTED
extension SharedContainer {
    // error: type 'Draft' does not conform to the 'Sendable' protocol
    var draft: Factory<Draft> { self { Draft() } }
}
#else
extension SharedContainer {
    var network: Factory<Network> { self { Network() } }
    var handed: Factory<Network> { self { $0.network() } }
    var draft: Factory<Draft> { unchecked { Draft() } }
}

func run() {
    _ = Container.shared.network()
    _ = Container.shared.handed()
}
#endif
