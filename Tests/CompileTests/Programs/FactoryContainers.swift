// swift-format-ignore-file

import SafeFacade

protocol Network: Sendable {}
final class HTTPNetwork: Network {}

@MainActor final class Screen {
    init() {}
}

extension Container {
    var network: Factory<any Network> { self { HTTPNetwork() } }
    var screen: MainActorFactory<Screen> { self { Screen() } }
}

#if REJECTED
// error: initializer 'init()' must be declared public because it matches a requirement in public protocol 'SharedContainer'
public final class Payments: SharedContainer {
    public let manager = ContainerManager()
}
// error: non-final class 'Session' cannot conform to the 'Sendable' protocol
class Session: FactoryContainer {
    let manager = ContainerManager()
}
final class Photos: SharedContainer {
    // error: stored property 'manager' of 'Sendable'-conforming class 'Photos' is mutable
    var manager = ContainerManager()
}
// error: cannot form main actor-isolated conformance of 'Container' to SendableMetatype-inheriting protocol 'AutoRegistering'
extension Container: @retroactive @MainActor AutoRegistering {
    public func autoRegister() { screen.register { Screen() } }
}
// error: type 'NetworkSetup' does not conform to protocol 'FactoryContainer'
final class NetworkSetup: AutoRegistering {
    func autoRegister() { Container.shared.network.register { HTTPNetwork() } }
}
// error: type 'Services' does not conform to protocol 'FactoryContainer'
final class Services: SharedContainer {
    static let network = Factory<any Network> { HTTPNetwork() }
}
extension SharedContainer {
    // error: static stored properties not supported in protocol extensions
    static let mail = Factory<any Network> { HTTPNetwork() }
}
func startOver() {
    // error: cannot assign to property: 'shared' is a get-only property
    Container.shared = Container()
}
#else
public final class Payments: SharedContainer {
    public let manager = ContainerManager()
    public init() {}
}
final class Session: FactoryContainer {
    let manager = ContainerManager()
}
class Base: FactoryContainer, @unchecked Sendable {
    let manager = ContainerManager()
}
final class Photos: SharedContainer {
    let manager = ContainerManager()
}
protocol Registering: Sendable {
    func register()
}
final class NetworkSetup: Registering {
    func register() { Container.shared.network.register { HTTPNetwork() } }
}
private let setups: [any Registering] = [NetworkSetup()]
extension Container: @retroactive AutoRegistering {
    public func autoRegister() {
        screen.register { Screen() }
        setups.forEach { $0.register() }
    }
}
enum Services {
    static let network = Factory<any Network> { HTTPNetwork() }
}
struct Model {
    @Injected(Services.network) var network
}
func startOver() {
    Container.shared.reset()
}
#endif
