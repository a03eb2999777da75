import Resolver

protocol Network { var host: String { get } }
struct HTTPNetwork: Network { let host: String }
struct Failing { init(path: String) throws {} }
protocol Located { var place: String { get } }
protocol Tracking { var host: String { get } }
final class Tracker: Tracking, Located { let host = "tracker", place = "here" }
struct Context { let name: String }
struct Loader {
    let network: Network
    let context: Context
}

final class Application {
    @Injected var network: Network
    @Injected var located: Located
    let context: Context
    init(context: Context) { self.context = context }

    static func start(_ context: Context) {
        Resolver.register { context }
    }
}

extension Resolver: ResolverRegistering {
    public static func registerAllServices() {
        register { HTTPNetwork(host: "first") as Network }
        register { HTTPNetwork(host: "second") as Network }
        register { try Failing(path: "a") }
        register { Tracker() as Tracking }.implements(Located.self)
        register { Loader(network: resolve(), context: resolve()) }
    }
}

Application.start(Context(name: "context"))
let application = Application(context: Resolver.resolve())
print(application.network.host, application.located.place, application.context.name)
let loader: Loader = Resolver.resolve()
print(loader.network.host, loader.context.name, Resolver.resolve(Tracking.self).host)
let failing: Failing = Resolver.resolve()
print(failing)

// Asked for before anything registers it.
protocol Late: AnyObject {}
final class Latecomer: Late {}
final class Early {
    @WeakLazyInjected var late: Late?
    let given: Late?
    init(given: Late? = Resolver.optional()) { self.given = given }
}
print(Early().given == nil)
func registerLate() { Resolver.register { Latecomer() as Late }.scope(.application) }
func registerLater() { if CommandLine.arguments.count > 0 { Resolver.register { Latecomer() } } }
print(Resolver.optional(Latecomer.self) == nil)
registerLate()
registerLater()
print(Early().late == nil, Early().given == nil, Resolver.optional(Latecomer.self) == nil)
