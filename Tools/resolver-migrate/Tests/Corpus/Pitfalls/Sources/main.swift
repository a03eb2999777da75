import Resolver

protocol Network: AnyObject { var host: String { get } }
final class HTTPNetwork: Network {
    let host: String
    init(host: String) { self.host = host }
}
let host = "global host"
func port() -> Int { 8080 }
func manager() -> Int { 1 }
public struct Address { public let text: String }
struct Counter { let start: Int }
struct Scope { let title: String }
struct Heading { let scope: Scope }

// A type with a lookup of its own.
final class Names {
    func resolve() -> String { "own" }
    func text() -> String { resolve() }
}

public final class Client {
    let network: Network
    public init(address: Int) { network = Resolver.resolve() }
    init(network: Network = Resolver.resolve()) { self.network = network }
}

public final class Published {
    public let text: String
    public init(counter: String = Resolver.resolve(Address.self).text) { text = counter }
}

class Base<Value> {
    @Injected var network: Network
    var values: [Value] = []
}
final class Derived: Base<Int> {
    @Injected var address: Address {
        didSet { print("changed") }
    }
    @Injected var counter: Counter
}

enum Place { case here, there }
struct Journey { let from: Place, to: Place }

extension Resolver: ResolverRegistering {
    public static func registerAllServices() { register { HTTPNetwork(host: host) as Network }.scope(.shared); register { Counter(start: manager()) }; registerRest() }
}

#if os(Linux) || os(macOS)
extension Resolver {
    static func registerPlatform() {
        register { Journey(from: .here, to: Place.there) }
    }
}
#endif

extension Resolver {
    static func registerRest() {
        register(name: "host") { "named host" }
        register(name: "port") { port() }
        register { Address(text: "\(resolve(Network.self).host):\(resolve(Int.self, name: "port"))") }
        register { Heading(scope: Scope(title: "scope")) }
        /* A block comment. */ register { Names() } // Behind it.
    }
}

Resolver.registerPlatform()
let derived = Derived()
print(derived.network.host, derived.address.text, derived.counter.start)
print(Resolver.resolve(Names.self).text(), Client(network: derived.network).network.host, Client(address: 0).network.host, Published().text)
print(Resolver.resolve(Heading.self).scope.title, Resolver.resolve(String.self, name: "host"), Resolver.resolve(Journey.self).to)
let (one, other): (Network, Address) = (Resolver.resolve(), Resolver.resolve())
print("\(one.host) \(other.text) \(Resolver.resolve(Address.self).text)")
let texts = [Resolver.resolve(Address.self), Resolver.resolve()].map(\.text)
print(texts, [1, 2].map { $0 + Resolver.resolve(Counter.self).start })
