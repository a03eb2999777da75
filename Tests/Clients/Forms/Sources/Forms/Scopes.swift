import Resolver

extension ResolverScope {
    static let session = ResolverScopeCache()
    static let account: ResolverScope = ResolverScopeCache()
}

// Lifetimes.
func checkScopeForms() {
    func isKept() -> Bool { Resolver.resolve(Database.self) === Resolver.resolve(Database.self) }

    Resolver.register { Database() }.scope(.application)
    check(isKept(), ".scope(.application)")
    Resolver.register { Database() }.scope(.cached)
    check(isKept(), ".scope(.cached)")
    Resolver.register { Database() }.scope(.container)
    check(isKept(), ".scope(.container)")
    Resolver.register { Database() }.scope(.unique)
    check(!isKept(), ".scope(.unique)")
    Resolver.register { Database() }.scope(.graph)
    check(!isKept(), ".scope(.graph), in two resolutions")
    Resolver.register { (Resolver.resolve(), Resolver.resolve()) as (Database, Database) }
    let pair: (Database, Database) = Resolver.resolve()
    check(pair.0 === pair.1, ".scope(.graph), in one resolution")
    var made = 0
    Resolver.register { () -> Database in
        made += 1
        return Database()
    }.scope(.shared)
    var held: Database? = Resolver.resolve()
    check(Resolver.resolve(Database.self) === held && made == 1, ".scope(.shared), while it is held")
    held = nil
    check(Resolver.optional(Database.self) != nil && made == 2, ".scope(.shared), let go")

    Resolver.register { Database() }.scope(.session)
    let first: Database = Resolver.resolve()
    check(Resolver.resolve(Database.self) === first, ".scope(custom)")
    ResolverScope.session.reset()
    check(Resolver.resolve(Database.self) !== first, "ResolverScope.custom.reset()")
    Resolver.register { Database() }.scope(ResolverScope.account)
    check(isKept(), ".scope(ResolverScope.custom)")

    for scope in [ResolverScope.application, .cached, .shared, .account] {
        Resolver.register { Database() }.scope(scope)
        let before: Database = Resolver.resolve()
        scope.reset()
        check(Resolver.resolve(Database.self) !== before, "scope.reset()")
    }

    let container = Resolver()
    container.register { Database() }.scope(container.cache)
    let cached: Database = container.resolve()
    check(container.resolve(Database.self) === cached, ".scope(container.cache)")
    container.cache.reset()
    check(container.resolve(Database.self) !== cached, "container.cache.reset()")

    let classes: [(scope: ResolverScope, keeps: Bool)] = [
        (ResolverScopeCache(), true), (ResolverScopeContainer(), true), (ResolverScopeGraph(), false),
        (ResolverScopeShare(), true), (ResolverScopeUnique(), false),
    ]
    for (scope, keeps) in classes {
        Resolver.register { Database() }.scope(scope)
        check(isKept() == keeps, "an instance of \(type(of: scope))")
    }

    let defaultScope = Resolver.defaultScope
    Resolver.defaultScope = .application
    Resolver.register { Database() }
    check(isKept(), "Resolver.defaultScope = .application")
    Resolver.defaultScope = .unique
    Resolver.register { Database() }
    check(!isKept(), "Resolver.defaultScope = .unique")
    Resolver.defaultScope = defaultScope
    check(defaultScope === ResolverScope.graph, "the default scope is graph")
}
