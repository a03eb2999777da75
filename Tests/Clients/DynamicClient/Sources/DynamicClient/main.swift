import DynamicFeature
import Resolver
import SafeFacade

Resolver.register(\.keychain)
guard Container.shared.keychain() === declaredInFeature(), foundByFeature() === declaredInFeature() else {
    fatalError("the client and its library have each a registry of their own")
}
print("the client and its library have one registry")
