import Resolver

protocol Analytics: AnyObject {}
final class Console: Analytics {}
protocol Billing: AnyObject {}
final class Store {}
struct Port { let number: Int; init?(_ text: String) { guard let number = Int(text) else { return nil }; self.number = number } }

final class Model {
    @OptionalInjected var analytics: Analytics?
    @OptionalInjected private var billing: Billing?
    @OptionalInjected var store: Store?
    let given: Store?

    init(given: Store? = Resolver.optional()) { self.given = given }
    var text: String { "\(analytics != nil) \(billing != nil) \(store != nil) \(given != nil)" }
}

extension Resolver: ResolverRegistering {
    public static func registerAllServices() {
        register { () -> Analytics? in
            CommandLine.arguments.count > 5 ? Console() : nil
        }
        register { Store() }.scope(.application)
        register { Port("80") }
    }
}

print(Model().text)
if let store: Store = Resolver.optional() { print("a store", store === Resolver.resolve(Store.self)) }
let analytics = Resolver.optional(Analytics.self)
print(analytics == nil, Resolver.optional(Billing.self) == nil, Resolver.resolve(Port.self).number)
