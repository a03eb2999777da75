import SafeFacade

// The services the tests of this target declare.

protocol Loading: AnyObject, Sendable {
    var origin: String { get }
}

final class Loader: Loading {
    let origin: String
    let network: Network?
    init(_ origin: String = "live", network: Network? = nil) {
        self.origin = origin
        self.network = network
    }
}

final class Network: Sendable {
    let host: String
    init(host: String = "example.org") { self.host = host }
}

final class Conversation: Sendable {
    let id: Int
    let loader: any Loading
    init(id: Int, loader: any Loading) {
        self.id = id
        self.loader = loader
    }
}

struct Settings: Equatable, Sendable {
    var volume: Int
}

final class Draft {
    var text = ""
}

@MainActor
final class Screen {
    let title: String
    init(title: String = "Inbox") { self.title = title }
}

final class Screenplay: Sendable {
    let first: Network
    let second: Network
    init(first: Network, second: Network) {
        self.first = first
        self.second = second
    }
}

extension Scope {
    static let session = Cached()
}

extension Container {
    var network: Factory<Network> { self { Network() }.singleton }
    var freshNetwork: Factory<Network> { self { Network() } }
    var loader: Factory<any Loading> { self { Loader() } }
    var handed: Factory<Loader> { self { Loader("handed", network: $0.network()) } }
    var capturing: Factory<Loader> { self { Loader("capturing", network: self.network()) } }
    var cachedLoader: Factory<any Loading> { self { Loader() }.cached }
    var sharedLoader: Factory<any Loading> { self { Loader() }.shared }
    var sessionLoader: Factory<any Loading> { self { Loader() }.scope(.session) }
    var graphNetwork: Factory<Network> { self { Network() }.graph }
    var play: Factory<Screenplay> { self { Screenplay(first: $0.graphNetwork(), second: $0.graphNetwork()) } }
    var draft: Factory<Draft> { self { Draft() } }
    var sharedDraft: Factory<Draft> { self { Draft() }.scope(unchecked: .cached) }
    var settings: Factory<Settings> { self { Settings(volume: 11) }.cached }
    var conversation: ParameterFactory<Int, Conversation> { self { id in Conversation(id: id, loader: self.loader()) } }
    var handedConversation: ParameterFactory<Int, Conversation> {
        self { Conversation(id: $1, loader: $0.loader()) }
    }
    var each: ParameterFactory<Int, Conversation> {
        self { Conversation(id: $1, loader: $0.loader()) }.scopeOnParameters.singleton
    }
    var screen: MainActorFactory<Screen> { self { Screen() } }
    var singleScreen: MainActorFactory<Screen> { self { Screen() }.singleton }
    var handedScreen: MainActorFactory<Screen> { self { Screen(title: $0.loader().origin) } }
    var shout: Factory<@Sendable (String) -> String> { self { { $0.uppercased() + "!" } } }
    var maybe: Factory<Network?> { self { nil }.cached }

    static let fixed = Factory(scope: .singleton) { Loader("static") as any Loading }
    static let numbered = ParameterFactory<Int, Conversation> { Conversation(id: $0, loader: Container.fixed()) }
    static let window = MainActorFactory { Screen(title: "Window") }
}

final class PaymentsContainer: SharedContainer {
    let manager = ContainerManager()
    init() {}
}

extension PaymentsContainer {
    var api: Factory<any Loading> { self { Loader("payments") }.cached }
    var network: Factory<Network> { self { Container.shared.network() } }
    var checkout: Factory<Conversation> { self { Conversation(id: 1, loader: $0.api()) } }
    var receipt: ParameterFactory<Int, Conversation> { self { Conversation(id: $1, loader: $0.api()) } }
    var terminal: MainActorFactory<Screen> { self { Screen(title: "Terminal") } }
    var ledger: Factory<Network> { self { Network(host: "ledger") }.singleton }
}

final class SelfRegistering: SharedContainer, AutoRegistering {
    let manager = ContainerManager()
    init() {}

    var plain: Factory<any Loading> { self { Loader("declared") } }
    var other: Factory<any Loading> { self { Loader("declared") } }

    func autoRegister() {
        plain.register { Loader("automatic") }
        other.register { Loader("automatic") }
    }
}

// MARK: - What the default container registers itself

// A type of its own: as a plain closure it crashes in release builds, as Swift 6.3 binds it without its type's metadata.
private struct AutoRegistration {
    @TaskLocal static var current: AutoRegistration?
    let register: @Sendable () -> Void
}

extension Container: AutoRegistering {
    /// Registers what the test that runs has asked for, if it has asked for anything.
    public func autoRegister() { AutoRegistration.current?.register() }
}

/// Runs a body; in the sandboxes that it opens, the default container registers something itself.
func withAutoRegistration<Result>(
    _ register: @escaping @Sendable () -> Void, run body: () throws -> Result
) rethrows -> Result {
    try AutoRegistration.$current.withValue(AutoRegistration(register: register)) { try body() }
}
