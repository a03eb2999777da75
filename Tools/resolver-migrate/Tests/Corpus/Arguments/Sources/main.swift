import Resolver

struct Message { let id: Int }

protocol Formatting { var text: String { get } }
final class Formatter: Formatting {
    let text: String
    init(text: String) { self.text = text }
}

final class Thread {
    let id: Int
    let subject: String
    let formatter: Formatting?
    init(id: Int, subject: String = "none", formatter: Formatting? = nil) {
        (self.id, self.subject, self.formatter) = (id, subject, formatter)
    }
}

final class Badge { let count: Int; init(count: Int) { self.count = count } }

extension Resolver: ResolverRegistering {
    public static func registerAllServices() {
        register { _, args in Formatter(text: args()) as Formatting }
        register { (_, args) in Badge(count: args.get()) }.scope(.unique)
        register(name: "long") { resolver, args in
            let text: String = args()
            // A comment in the body.
            return Formatter(text: text + "…") as Formatting
        }
        // Two arguments by key: a person says which types they have.
        register { _, args in Thread(id: args("id"), subject: args("subject")) }
        register(name: "first") { _, args in Thread(id: args.optional() ?? 1) }
    }
}

final class Screen {
    let message: Message
    lazy var formatter: Formatting = Resolver.resolve(args: title)
    var title: String { "message \(message.id)" }
    init(message: Message) { self.message = message }

    func badge(of count: Int) -> Badge { Resolver.resolve(Badge.self, args: count) }
    func unknown() -> Badge { Resolver.resolve(args: [1, 2, 3].count) }
}

final class Lazy {
    @LazyInjected private var formatter: Formatting
    init(text: String) { $formatter.args = text }
    var text: String { formatter.text }
}

let screen = Screen(message: Message(id: 7))
print(screen.formatter.text, screen.badge(of: 3).count, screen.unknown().count)
let long: Formatting = Resolver.resolve(name: "long", args: "Hello")
print(long.text, Lazy(text: "lazy").text)
let thread: Thread = Resolver.resolve(args: ["id": 8, "subject": "Hello"] as [String: Any])
let initial: Thread = Resolver.resolve(name: "first")
print(thread.id, thread.subject, initial.id)
