import Resolver

extension Resolver.Name {
    static let production = Self("production")
    static let staging: Resolver.Name = "staging"
    static var test: Self { "test" }

    enum Folder {
        static let inbox: Resolver.Name = "folder.inbox"
    }
}

/// A name space of the program's own.
private enum Names {
    static let outbox = Resolver.Name("outbox")
}

private enum Mode: String {
    case fast, thorough
}

private func make<Service>(_ type: Service.Type = Service.self, named name: String?) -> Service {
    Resolver.resolve(type, name: .name(fromString: name))
}

// Names that tell registrations of one type apart.
func checkNameForms() {
    func register(_ name: Resolver.Name) { Resolver.register(name: name) { Database(path: name.rawValue) } }
    func isFound(_ name: Resolver.Name) -> Bool { Resolver.resolve(Database.self, name: name).path == name.rawValue }

    Resolver.register(name: "literal") { Database(path: "literal") }
    check(Resolver.resolve(Database.self, name: "literal").path == "literal", #"name: "literal""#)
    for name in [.production, .staging, .test, .Folder.inbox, Names.outbox] as [Resolver.Name] { register(name) }
    check(isFound(.production), "name: .member")
    check(isFound(.staging), "name: .member, from a literal")
    check(isFound(.test), "name: .member, computed")
    check(isFound(.Folder.inbox), "name: .Space.member")
    check(isFound(Names.outbox), "name: Space.member")

    let number = 3
    let composed = Resolver.Name("folder \(number)")
    register(composed)
    check(isFound(Resolver.Name("folder 3")), "Resolver.Name(_:) of a String")
    register(.init(Mode.fast.rawValue))
    check(isFound(.init("fast")), "name: .init(_:)")
    register(Resolver.Name(stringLiteral: Mode.thorough.rawValue))
    check(isFound("thorough"), "Resolver.Name(stringLiteral:)")
    let text: String? = "staging"
    check(Resolver.Name.name(fromString: text) == .staging, "Resolver.Name.name(fromString:)")
    check(Resolver.Name.name(fromString: nil) == nil, "Resolver.Name.name(fromString: nil)")
    check(
        Resolver.resolve(Database.self, name: .name(fromString: text)).path == "staging", "name: .name(fromString:)")

    for isProduction in [true, false] {
        let chosen: Database = Resolver.resolve(name: isProduction ? .production : .staging)
        check(chosen.path == (isProduction ? "production" : "staging"), "name: condition ? .a : .b")
    }
    for isLive in [true, false] {
        Resolver.register(name: isLive ? "live" : "test") { Database(path: isLive ? "live" : "test") }
        let chosen: Database = Resolver.resolve(name: isLive ? "live" : "test")
        check(chosen.path == (isLive ? "live" : "test"), #"name: condition ? "a" : "b""#)
    }
    check(make(Database.self, named: "staging").path == "staging", "a generic function over resolve(_:name:)")
    let noName: Resolver.Name? = nil
    Resolver.register { Database(path: "unnamed") }
    check(Resolver.resolve(Database.self, name: noName).path == "unnamed", "name: nil")
    let titles: [Resolver.Name: String] = [.production: "Production", .staging: "Staging"]
    check(titles[.staging] == "Staging" && Set([composed, composed]).count == 1, "names as keys and in sets")

    Resolver.register(name: .production) { _, args in MessageThread(id: args()) }
    Resolver.register { $0.resolve(name: .production, args: 6) as MessageThread }
    check(Resolver.resolve(MessageThread.self).id == 6, "an unnamed service that stands for a named one")
}
