import Resolver

// Registrations that only the sources of another function show.
class Printer { var text: String { "real" } }
final class SpecialPrinter: Printer { override var text: String { "special" } }
func makePrinter() -> Printer { SpecialPrinter() }
final class Store { let number = 1 }
final class Cart { let number = 2 }

extension Resolver: ResolverRegistering {
    public static func registerAllServices() {
        register { Printer() }
        register { Store() }
        register { Cart() }.scope(.shared)
        register(factory: makePrinter)
    }
    static func other() { print("other") }
}

// Lookups on what only may be a resolver, or by another name of it.
typealias DI = Resolver
func with(_ body: (Resolver) -> Void) { body(.main) }
final class Screen: Resolving {
    func number() -> Int {
        let store: Store = self.resolver.resolve()
        return store.number
    }
}
struct Holder {
    var resolver: Resolver?
    func number() -> Int? {
        let cart: Cart? = resolver?.resolve()
        return cart?.number
    }
}

// A nested type of the library's name.
enum DNS {
    final class Resolver { static func resolve(_ type: Store.Type) -> String { "looked up" } }
    static func look() -> String { Resolver.resolve(Store.self) }
}

let printer: Printer = DI.resolve()
print(printer.text)
with { resolver in
    let store: Store = resolver.resolve()
    print(store.number)
}
print(Screen().number(), Holder(resolver: .main).number() ?? 0, DNS.look())
print(DI.resolve(Cart.self).number)
Resolver.other()
