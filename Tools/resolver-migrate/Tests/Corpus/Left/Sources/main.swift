import Resolver

protocol Network { var host: String { get } }
struct One: Network { let host: String }
struct Failing { init() throws {} }
struct Loose { let host: String }
final class Holder { let resolve: (Double.Type, Resolver.Name?, Any?) -> Double = Resolver.resolve }

extension ResolverOptions {
    @discardableResult
    func asSingleton() -> ResolverOptions<Service> { scope(.application) }
}

extension Resolver: ResolverRegistering {
    public static func registerAllServices() {
        // Registered twice: the last one wins.
        register { One(host: "first") as Network }
        register { One(host: "second") as Network }
        register { try Failing() }
        register { Loose(host: "loose") }.asSingleton()
        for number in 1...2 {
            register(name: .init("number \(number)")) { number }
        }
        let options = register { 3.5 }
        options.scope(.unique)
        if CommandLine.arguments.isEmpty { return }
        register { "after a return" }
    }
}

print(Resolver.resolve(Network.self).host, (try? Resolver.require(Failing.self)) != nil)
print(Resolver.resolve(Loose.self).host, Resolver.resolve(Int.self, name: "number 2"))
print(Resolver.resolve(Double.self), Resolver.resolve(String.self), Holder().resolve(Double.self, nil, nil))
