import Resolver
import ResolverDiagnostics
import SafeFacade
import Testing

private final class Session: Sendable {}
private final class Helper: Sendable {
    let session: Session
    init(_ session: Session) { self.session = session }
}
private final class Keeper: Sendable {
    let helper: Helper
    init(_ helper: Helper) { self.helper = helper }
}

extension ResolverScope {
    fileprivate static let signedIn = ResolverScopeCache()
}

extension Container {
    fileprivate var session: Factory<Session> { self { Session() }.scope(.signedIn) }
    fileprivate var helper: Factory<Helper> { self { Helper($0.session()) } }
    fileprivate var keeper: Factory<Keeper> { self { Keeper($0.helper()) }.singleton }
}

/// Own-defects C4.
@Suite struct CaptiveTests {
    private static let scopes: [(name: String, scope: ResolverScope)] = [
        ("unique", .unique), ("graph", .graph), ("shared", .shared), ("cached", .cached), ("container", .container),
        ("own", .signedIn), ("application", .application),
    ]

    /// The captives, if a helper of one scope keeps a session of another.
    private func captives(_ holder: ResolverScope, _ held: ResolverScope) -> [String] {
        withSandbox(.fresh) {
            Resolver.registerServices = nil
            Resolver.register { Session() }.scope(held)
            Resolver.register { Helper($0.resolve()) }.scope(holder)
            return Resolver.validate().problems.map(\.kind.rawValue)
        }
    }

    @Test("C4: captive is only what may end before its keeper")
    func onlyWhatMayEndBeforeItsKeeperIsCaptive() {
        let found = CaptiveTests.scopes.flatMap { holder in
            CaptiveTests.scopes.flatMap { held in
                captives(holder.scope, held.scope).map { "\(holder.name) keeps \(held.name): \($0)" }
            }
        }
        #expect(
            found == [
                "application keeps shared: captive", "application keeps cached: captive",
                "application keeps container: captive", "application keeps own: captive",
            ])
    }

    @Test("C4: a program that leaves lifetimes at their defaults can assert that nothing is wrong")
    func defaultsAreHealthy() {
        let report = withSandbox(.fresh) {
            Resolver.registerServices = nil
            Resolver.register { Session() }
            Resolver.register { Helper($0.resolve()) }.scope(.unique)
            Resolver.register { Keeper($0.resolve()) }.scope(.application)
            Resolver.register(name: "cached") { Keeper($0.resolve()) }.scope(.cached)
            Resolver.register(name: "own") { Keeper($0.resolve()) }.scope(.signedIn)
            return Resolver.validate()
        }
        #expect(report.problems.isEmpty, "\(report)")
    }

    @Test("C4: a captive is found behind what is made for its keeper alone")
    func aCaptiveIsFoundBehindWhatIsMadeForItsKeeper() {
        let line = #line
        let report = withSandbox(.fresh) { Container.validate([\Container.keeper, \Container.helper]) }
        #expect(
            report.problems.map(\.description) == [
                """
                Resolver: 'Container.keeper' (singleton) keeps 'Container.session' (custom) beyond its lifetime  [captive]
                  by way of      'Container.helper' (unique)
                  registered     ResolverDiagnosticsTests/CaptiveTests.swift:\(line - 50)
                  and            ResolverDiagnosticsTests/CaptiveTests.swift:\(line - 52)
                  to mend it     give what is kept the longer lifetime, or ask for it each time it is needed
                """
            ])
        #expect(report.problems.map(\.service) == ["Container.keeper"])
    }
}
