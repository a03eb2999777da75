// swift-format-ignore-file

import SafeFacade

final class Draft {}
final class Network: Sendable {}

final class PaymentsContainer: SharedContainer {
    typealias Default = Singleton
    let manager = ContainerManager()
    init() {}
}

#if REJECTED
extension PaymentsContainer {
    // error: type 'Draft' does not conform to the 'Sendable' protocol
    var draft: Factory<Draft> { self { Draft() } }
}
#else
extension PaymentsContainer {
    var network: Factory<Network> { self { Network() } }
    var draft: Factory<Draft> { unchecked { Draft() } }
    var handed: Factory<Draft> { unchecked { _ in Draft() } }
    var fresh: Factory<Network> { self { Network() }.unique }
}
#endif
