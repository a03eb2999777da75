import Resolver

extension ResolverScope {
    static let session = ResolverScopeCache()
}

final class Token {}
final class Cache {}
final class Weak {}
final class Plain {}
final class Kept {}

final class Holder {
    let one: Plain
    let other: Plain
    init(one: Plain, other: Plain) { (self.one, self.other) = (one, other) }
}

extension Resolver: ResolverRegistering {
    public static func registerAllServices() {
        defaultScope = .unique
        register { Token() }.scope(.session)
        register { Cache() }.scope(ResolverScope.cached)
        register { Weak() }.scope(.shared)
        register { Plain() }
        register { Holder(one: resolve(), other: resolve()) }
        register { Kept() }.scope(.container)
    }
}

func signOut() { ResolverScope.session.reset() }

let token = Resolver.resolve(Token.self)
print("token kept:", token === Resolver.resolve(Token.self))
signOut()
print("token after signing out:", token === Resolver.resolve(Token.self))
print("cache:", Resolver.resolve(Cache.self) === Resolver.resolve(Cache.self))
var weak: Weak? = Resolver.resolve()
print("shared:", weak === Resolver.resolve(Weak.self))
weak = nil
let holder: Holder = Resolver.resolve()
print("unique by default:", holder.one !== holder.other)
print("container:", Resolver.resolve(Kept.self) === Resolver.resolve(Kept.self))
