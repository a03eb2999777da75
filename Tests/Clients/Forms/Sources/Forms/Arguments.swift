import Resolver

private struct Draft: Equatable {
    var recipient: String
    var isUrgent: Bool
    var copies: Int?
}

// Arguments of factories.
func checkArgumentForms() {
    Resolver.register { _, args in MessageThread(id: args()) }
    check(Resolver.resolve(MessageThread.self, args: 1).id == 1, "args()")
    Resolver.register { _, args in MessageThread(id: args() as Int) }
    check(Resolver.resolve(MessageThread.self, args: 2).id == 2, "args() as X")
    Resolver.register { _, args in
        let id: Int = args()
        return MessageThread(id: id)
    }
    check(Resolver.resolve(MessageThread.self, args: 3).id == 3, "let x: X = args()")
    Resolver.register { _, args in MessageThread(id: args.get()) }
    check(Resolver.resolve(MessageThread.self, args: 4).id == 4, "args.get()")
    Resolver.register { _, args in MessageThread(id: args.optional() ?? 0) }
    check(Resolver.resolve(MessageThread.self, args: 5).id == 5, "args.optional()")
    check(Resolver.resolve(MessageThread.self).id == 0, "args.optional() without an argument")
    check(Resolver.resolve(MessageThread.self, args: "five").id == 0, "args.optional() of another type")

    Resolver.register { _, args in Draft(recipient: args("recipient"), isUrgent: args("urgent"), copies: nil) }
    let several: [String: Any] = ["recipient": "Ada", "urgent": true]
    let keyed: Draft = Resolver.resolve(args: several)
    check(keyed == Draft(recipient: "Ada", isUrgent: true), #"args("key")"#)
    Resolver.register { _, args in
        Draft(recipient: args.get("recipient"), isUrgent: args.optional("urgent") ?? false, copies: args.optional("n"))
    }
    let partial = Resolver.resolve(Draft.self, args: ["recipient": "Ada", "n": 2] as [String: Any])
    check(partial == Draft(recipient: "Ada", isUrgent: false, copies: 2), #"args.get("key"), args.optional("key")"#)
    let single: Draft = Resolver.resolve(args: ["recipient": "Grace"])
    check(single.recipient == "Grace", "one argument in a dictionary")
    let withNil: [String: Any?] = ["recipient": "Ada", "urgent": nil]
    check(!Resolver.resolve(Draft.self, args: withNil).isUrgent, "args: [String: Any?]")

    Resolver.register(Draft.self, name: "copy") { _, args in args() }
    let draft = Draft(recipient: "Ada", isUrgent: true)
    check(Resolver.resolve(name: "copy", args: draft) == draft, "a struct as argument")
    Resolver.register(name: "first") { (_, args) -> String in
        let pair: (String, Int) = args()
        return pair.0
    }
    check(Resolver.resolve(String.self, name: "first", args: ("a", 1)) == "a", "a tuple as argument")
    Resolver.register { _, args in Session(database: args(), token: "from a protocol") }
    let session: Session = Resolver.main.resolve(args: Database(path: "argument"))
    check(session.database.path == "argument", "a class as argument")

    Resolver.register { _, args in MessageThread(id: args()) }
    Resolver.register(name: "forward") { resolver, args in resolver.resolve(args: args) as MessageThread }
    check(Resolver.resolve(MessageThread.self, name: "forward", args: 8).id == 8, "args: args, passed on")
    check(Resolver.optional(MessageThread.self, args: 9)?.id == 9, "optional(X.self, args:)")

    let args = Resolver.Args(10)
    let value: Int = args()
    check(value == 10, "Resolver.Args(_:)")
}
