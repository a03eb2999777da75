// swift-format-ignore-file

import SafeFacade
#if !REJECTED
import ResolverDiagnostics
#endif

final class Loader: Sendable {}

extension Container {
    var loader: Factory<Loader> { self { Loader() } }
}

func run() {
    // error: cannot find 'Ledger' in scope
    Container.addObserver(Ledger())
    // error: type 'Container' has no member 'validate'
    _ = Container.validate([\Container.loader])
}
