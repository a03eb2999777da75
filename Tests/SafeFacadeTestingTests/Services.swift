import Resolver
import SafeFacade

// The services the tests of this target declare and register.

protocol Loading: AnyObject, Sendable {
    var origin: String { get }
}

final class LiveLoader: Loading {
    let origin: String
    init(_ origin: String = "live") { self.origin = origin }
}

final class MockLoader: Loading {
    let origin = "mock"
}

final class Conversation: Sendable {
    let id: Int
    init(id: Int) { self.id = id }
}

struct Settings: Sendable {
    var volume = 11
}

protocol Remark: Sendable {}
struct Note: Remark {}

struct Envelope: Remark {
    let note = Letter(id: 1, title: "enclosed")
}

struct Parcel: Sendable {
    let weight = 2
    let letter = Letter(id: 1, title: "enclosed")
}

final class Letter: Sendable {
    let id: Int
    let title: String
    init(id: Int, title: String) { (self.id, self.title) = (id, title) }
}

struct Space: Sendable {
    let points = hundred(hundred(hundred(hundred(hundred(0)))))
}

private func hundred<Value>(_ value: Value) -> [Value] { Array(repeating: value, count: 100) }

struct Action: Sendable {
    let run: @Sendable () -> String
}

@MainActor
final class Screen {}

@MainActor
final class TitledScreen {
    let title: String
    init(title: String) { self.title = title }
}

extension Scope {
    static let session = Cached()
    static let screen = Cached()
    static let errand = TaskScope()
}

extension Container {
    var uniqueLoader: Factory<any Loading> { self { LiveLoader() } }
    var graphLoader: Factory<any Loading> { self { LiveLoader() }.graph }
    var cachedLoader: Factory<any Loading> { self { LiveLoader() }.cached }
    var sharedLoader: Factory<any Loading> { self { LiveLoader() }.shared }
    var singletonLoader: Factory<any Loading> { self { LiveLoader() }.singleton }
    var closedLoader: Factory<any Loading> { self { LiveLoader() }.singleton.onClose { _ in } }
    var image: Factory<[UInt8]> { self { Array(repeating: 0, count: 3_000_000) } }
    var space: Factory<Space> { self { Space() } }
    var sessionLoader: Factory<any Loading> { self { LiveLoader() }.scope(.session) }
    var mockLoader: Factory<any Loading> { self { MockLoader() }.graph }
    var maybe: Factory<(any Loading)?> { self { LiveLoader() }.graph }
    var unbound: Factory<any Loading> { required() }
    var standing: Factory<any Loading> { legacy() }
    var settings: Factory<Settings> { self { Settings() }.cached }
    var note: Factory<Note> { self { Note() } }
    var remark: Factory<any Remark> { self { $0.note() } }
    var envelope: Factory<Envelope> { self { Envelope() } }
    var enclosed: Factory<any Remark> { self { Envelope() } }
    var envelopes: Factory<[Envelope]> { self { [Envelope()] } }
    var parcel: Factory<Parcel> { self { Parcel() } }
    var action: Factory<Action> { self { Action { "done" } } }
    var visited: Factory<any Loading> { self { LiveLoader() }.scope(.errand) }
    var letter: ParameterFactory<(id: Int, title: String), Letter> { self { Letter(id: $0.id, title: $0.title) }.graph }
    var conversation: ParameterFactory<Int, Conversation> { self { Conversation(id: $0) }.graph }
    var cachedConversation: ParameterFactory<Int, Conversation> { self { Conversation(id: $0) }.cached }
    var screen: MainActorFactory<Screen> { self { Screen() }.graph }
    var titledScreen: MainActorParameterFactory<String, TitledScreen> { self { TitledScreen(title: $0) }.graph }
    var cachedScreen: MainActorFactory<Screen> { self { Screen() }.cached }
}

final class PaymentsContainer: SharedContainer {
    let manager = ContainerManager()
    init() {}
}

extension PaymentsContainer {
    var api: Factory<any Loading> { self { LiveLoader("payments") }.cached }
    var receipt: ParameterFactory<Int, Conversation> { self { Conversation(id: $0) } }
    var letter: ParameterFactory<Int, Letter> { self { Letter(id: $0, title: "x") } }
    var titledTerminal: MainActorParameterFactory<String, TitledScreen> { self { TitledScreen(title: $0) } }
    var terminal: MainActorFactory<Screen> { self { Screen() } }
}
