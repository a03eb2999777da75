import Resolver

private struct Address: Equatable {
    var host: String
}

private enum Theme {
    case light, dark
}

private final class Repository<Model> {
    var models: [Model] = []
}

private protocol Screen {
    static var title: String { get }
}

private struct InboxScreen: Screen {
    static var title: String { "Inbox" }
}

// Values as services, most of them told apart by name.
func checkValueServices() {
    Resolver.register(name: "title") { "Inbox" }
    Resolver.register(name: "subtitle") { "Today" }
    let title: String = Resolver.resolve(name: "title")
    check(title == "Inbox" && Resolver.resolve(name: "subtitle") == "Today", "String")
    Resolver.register(name: "isEnabled") { true }
    Resolver.register(Bool.self, name: "isHidden") { false }
    check(Resolver.resolve(name: "isEnabled") && !Resolver.resolve(name: "isHidden"), "Bool")
    Resolver.register(Int.self) { 3 }
    check(Resolver.resolve() == 3, "Int")
    Resolver.register(name: "timeout") { 2.5 as Double? }
    check(Resolver.resolve(name: "timeout") == 2.5, "Double, from an optional")
    Resolver.register(name: "home") { Address(host: "example.org") }
    check(Resolver.resolve(Address.self, name: "home").host == "example.org", "a struct")
    Resolver.register { Theme.dark }
    check(Resolver.resolve(Theme.self) == .dark, "an enum")

    Resolver.register { (host: "example.org", port: 80) }
    let server: (host: String, port: Int) = Resolver.resolve()
    check(server.host == "example.org" && server.port == 80, "a tuple")
    Resolver.register { [1, 2, 3] }
    check(Resolver.resolve([Int].self).count == 3, "an array")
    Resolver.register { [MockLoader(), MessageService()] as [MessageLoading] }
    let loaders: [MessageLoading] = Resolver.resolve()
    check(loaders.map(\.isMock) == [true, false], "an array of a protocol")
    Resolver.register { ["a": 1] }
    Resolver.register(name: "any") { ["a": 1, "b": "two"] as [String: Any] }
    check(Resolver.resolve([String: Int].self)["a"] == 1, "a dictionary")
    check(Resolver.resolve([String: Any].self, name: "any").count == 2, "a dictionary of anything")
    Resolver.register { Set(["a", "b"]) }
    check(Resolver.resolve(Set<String>.self).count == 2, "a set")

    Resolver.register { Repository<Int>() }.scope(.application)
    Resolver.register { Repository<String>() }.scope(.application)
    Resolver.resolve(Repository<Int>.self).models = [1]
    check(Resolver.resolve(Repository<Int>.self).models == [1], "a generic class")
    check(Resolver.resolve(Repository<String>.self).models.isEmpty, "a generic class of another argument")

    Resolver.register { InboxScreen.self as Screen.Type }
    check(Resolver.resolve(Screen.Type.self).title == "Inbox", "a protocol's metatype")
    Resolver.register(InboxScreen.Type.self) { InboxScreen.self }
    check(Resolver.resolve(InboxScreen.Type.self) == InboxScreen.self, "a metatype")
    Resolver.register(name: "double") { { $0 * 2 } as (Int) -> Int }
    let double: (Int) -> Int = Resolver.resolve(name: "double")
    check(double(4) == 8, "a function")
    Resolver.register { Resolver.Name.production }
    check(Resolver.resolve(Resolver.Name.self) == .production, "a name")
    Resolver.register(name: "cached") { Address(host: "cached") }.scope(.cached)
    check(Resolver.resolve(Address.self, name: "cached").host == "cached", "a struct that is cached")
    Resolver.register(name: "shared") { Address(host: "shared") }.scope(.shared)
    check(Resolver.resolve(Address.self, name: "shared").host == "shared", "a struct that is shared")
}
