// swift-format-ignore-file

import ResolverDiagnostics
import SafeFacade

final class Loader: Sendable {}

extension Container {
    var loader: Factory<Loader> { self { Loader() } }
}

#if REJECTED
func run() {
    // error: module 'Resolver' has no member named 'validate'
    let report = Resolver.validate()
    // error: module 'Resolver' has no member named 'resolve'
    let loader: Loader = Resolver.resolve()
    _ = (report, loader)
}
#else
func run() {
    let ledger = Ledger()
    Container.addObserver(ledger)
    let report = Container.validate([\Container.loader])
    let loader = Container.shared.loader()
    _ = (report.problems, report.graph.captives, ledger.report(), loader)
}
#endif
