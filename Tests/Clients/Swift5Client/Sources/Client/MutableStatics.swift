import Forms
import Resolver

// Global state as programs in Swift 5 mode have it; Swift 6 mode rejects it.

extension Resolver {
    static var mock = Resolver(child: .main)
}

extension ResolverScope {
    static var account = ResolverScopeCache()
}

class Session {
    static var current: Session = Resolver.resolve()

    @Injected static var greeter: Greeter
    @LazyInjected static var lazyGreeter: Greeter
}

var defaultResolver: Resolver = .main
var host: String = Resolver.resolve(name: "host")

func checkMutableStatics() {
    Resolver.register { Session() }.scope(.account)
    check(Session.current === Resolver.resolve(Session.self), "static var x: X = Resolver.resolve()")
    check(Session.greeter === Resolver.resolve(Greeter.self), "@Injected static var")
    check(Session.lazyGreeter === Session.greeter, "@LazyInjected static var")
    check(host == "example.org", "a global = Resolver.resolve(name:)")
    ResolverScope.account = ResolverScopeCache()

    Resolver.mock = Resolver(child: .main)
    Resolver.mock.register { Greeter() }
    defaultResolver = .mock
    check(defaultResolver.resolve(Greeter.self) !== Session.greeter, "static var mock = Resolver(child: .main)")
    check(defaultResolver.resolve(String.self, name: "host") == host, "a mock's child is main")
}
