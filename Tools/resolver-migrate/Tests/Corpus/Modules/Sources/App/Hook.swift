import Feature
import Interface
import Resolver

final class Console: Analytics {
    func record(_ event: String) { print(event) }
}
struct Secret: Hidden {}

extension Resolver: ResolverRegistering {
    public static func registerAllServices() {
        register { Console() as Analytics }.scope(.application)
        register { Secret() as Hidden }
        register(name: "host") { "example.org" }
        register { Model() }
    }
}

let model: Model = Resolver.resolve()
