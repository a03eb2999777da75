import Resolver
import SafeFacade

final class A { let number = 1 }
final class B { let number = 2 }
final class C { let number = 3 }
extension Container {
    var a: Factory<A> { self { A() }.graph }
    var b: Factory<B> { self { B() }.graph }
    var c: Factory<C> { self { C() }.graph }
}
protocol Registering { static func registerModule() }

// The hook stands beside another function, and conforms elsewhere.
extension Resolver: ResolverRegistering {
    static func other() { print("other") }
}
extension Resolver {
    public static func registerAllServices() {
        register(\.a)
    }
}
extension Resolver: Registering {
    static func registerModule() {
        register(\.b)
    }
}
extension Resolver {
    static func registerOne() {
        register(\.c)
    }
    static func registerTwo() {
        register(\.c, name: "two")
    }
}
enum Part { case one, none }
func register(_ part: Part) {
    switch part {
    case .one: Resolver.registerOne(); Resolver.registerTwo()
    case .none: break
    }
}

Resolver.registerModule()
register(.one)
Resolver.other()
let a: A = Resolver.resolve()
let b: B = Resolver.resolve()
let c = Container.shared.c()
print(a.number, b.number, c.number)
