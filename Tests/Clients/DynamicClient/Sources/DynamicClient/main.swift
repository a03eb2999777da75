import DynamicFeature
import Resolver
import ResolverDiagnostics
import SafeFacade

let ledger = Ledger()
Container.addObserver(ledger)
Resolver.register(\.keychain)
guard Container.shared.keychain() === declaredInFeature(), foundByFeature() === declaredInFeature() else {
    fatalError("the client and its library have each a registry of their own")
}
guard ledger.report().resolutions.count == 1 else {
    fatalError("the tools see nothing of what the library looks up")
}
print("the client and its library have one registry")
