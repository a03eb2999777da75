import Resolver

// Registrations and lookups in forms that the tool does not follow, beside those that it does.

protocol Greeting { var text: String { get } }
struct Hello: Greeting { let text = "hello" }
struct MockGreeting: Greeting { let text = "mock" }

protocol Clock: AnyObject { var now: Int { get } }
final class SystemClock: Clock { let now = 12 }
final class StoppedClock: Clock { let now = 0 }

final class Sorted {
    var numbers = [3, 1, 2]
    var limit = 10
}

protocol Platform { var name: String { get } }
struct Penguin: Platform { let name = "penguin" }
struct Apple: Platform { let name = "apple" }

func bind<Service>(_ type: Service.Type, _ make: @escaping () -> Service) {
    Resolver.register(type) { make() }
}

extension Resolver: ResolverRegistering {
    public static func registerAllServices() {
        bind(Greeting.self) { Hello() }
        let container = Resolver.main
        container.register { SystemClock() as Clock }
        register(name: "other") { StoppedClock() as Clock }
        register { Sorted() }.resolveProperties { $1.numbers.sort { $0 > $1 } }
        register(name: "limited") { Sorted() }.resolveProperties { _, sorted in
            guard sorted.numbers.isEmpty else { return }
            sorted.limit = 0
        }
        register { () -> Platform in
            #if os(Linux)
            return Penguin()
            #else
            return Apple()
            #endif
        }
        Kit.register()
    }
}

enum Kit {
    static func register() { Resolver.register { 3.5 } }
}

enum Previews {
    static func register() {
        Resolver.register { MockGreeting() as Greeting }
        Resolver.register { StoppedClock() as Clock }
    }
}

final class Screen {
    @Injected var greeting: Greeting
    @Injected var clock: Clock
    @Injected var sorted /* in descending order */ : Sorted
    @Injected(name: "limited") var limited: Sorted
    @LazyInjected var platform: Platform

    init(isLate: Bool = false) {
        if isLate { _clock = Injected(name: "other") }
    }
}

protocol Finding { associatedtype Found }
extension Finding {
    func find() -> Found { Resolver.resolve(Found.self) }
}
struct FindsNumbers: Finding { typealias Found = Double }

let screen = Screen()
print(screen.greeting.text, screen.clock.now, screen.sorted.numbers, screen.limited.limit, Screen(isLate: true).clock.now)
print(screen.platform.name.isEmpty, Injected<Clock>(name: "other").wrappedValue.now, FindsNumbers().find())
Previews.register()
print(Screen().greeting.text, Screen().clock.now)
