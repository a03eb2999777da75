import Resolver

protocol Network: AnyObject { var host: String { get } }
protocol Loading: AnyObject { func load() -> String }
protocol Storing: AnyObject { func store(_ text: String) }
protocol Reading: AnyObject { func read() -> String }

final class HTTPNetwork: Network {
    let host: String
    init(host: String = "example.org") { self.host = host }
}

final class Loader: Loading {
    let network: Network
    init(network: Network) { self.network = network }
    func load() -> String { network.host }
}

final class Store: Storing, Reading {
    private var text = ""
    func store(_ text: String) { self.text += text }
    func read() -> String { text }
}

final class Session {}
final class Reader { @Injected var session: Session }
final class Writer { @Injected private(set) var session: Session }

final class Screen {
    @Injected var reader: Reader
    @Injected fileprivate var writer: Writer
    var isShared: Bool { reader.session === writer.session }
}

struct Footer {
    @LazyInjected private var store: Reading
    var text: String { store.read() }
}

final class Inbox: Resolving {
    // Kept: a comment between a wrapper and its property.
    @LazyInjected
    private var loader: Loading
    @WeakLazyInjected var network: Network?
    lazy var reading: Reading = resolver.resolve()
    let storing: Storing

    init(storing: Storing = Resolver.resolve()) { self.storing = storing }

    func open() -> String {
        storing.store("opened ")
        let direct = Resolver.resolve(Loading.self)
        let typed: Loading = Resolver.resolve()
        return [loader.load(), direct.load(), typed.load(), reading.read(), network?.host ?? "none"].joined(separator: ", ")
    }
}
