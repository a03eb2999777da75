import Resolver

extension Resolver.Name {
    static let stored: Self = "stored database"
    static let remote = Self("remote")
}

protocol Source { var title: String { get } }
struct Stored: Source { let title = "stored" }
struct Remote: Source {
    let host: String
    var title: String { "remote at \(host)" }
}
struct Both: Source {
    let one: Source
    let other: Source
    var title: String { one.title + ", " + other.title }
}

struct Client {
    @Injected(name: .stored) var stored: Source
    @Injected(name: "remote") private var remote: Source
    @Injected var both: Source
    var text: String { [stored.title, remote.title, both.title].joined(separator: " | ") }
}

func source(named name: String) -> Source {
    Resolver.resolve(name: .init(name))
}

extension Resolver: ResolverRegistering {
    public static func registerAllServices() {
        register(name: "host") { "example.org" }
        register(name: "port") { 80 }
        register(name: .stored) { Stored() as Source }
        register(name: .remote) { Remote(host: resolve(name: "host")) as Source }
        register { r in Both(one: r.resolve(name: .stored), other: r.resolve(name: .remote)) as Source }
        register { Stored() }.implements(Source.self, name: "own")
    }
}

print(Client().text)
print(source(named: "remote").title)
let own: Source = Resolver.resolve(name: "own")
let port = Resolver.resolve(Int.self, name: "port")
print(own.title, port, Resolver.resolve(String.self, name: "host"))
