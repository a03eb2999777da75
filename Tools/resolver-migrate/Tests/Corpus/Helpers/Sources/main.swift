import Resolver

extension Resolver {
    func autoregister<Service>(_ type: Service.Type, initializer: @escaping () -> Service) {
        register(type) { initializer() }
    }

    func autoregister<Service, A>(_ type: Service.Type, initializer: @escaping (A) -> Service) {
        register(type) { r in initializer(r.resolve()) }
    }

    func autoregister<Service, A, B>(_ type: Service.Type, initializer: @escaping (A, B) -> Service) {
        register(type) { initializer($0.resolve(), $0.resolve()) }
    }

    @discardableResult
    func registerInContext<Service>(_ type: Service.Type, _ context: String, factory: @escaping ResolverFactory<Service>) -> ResolverOptions<Service> {
        print("registering for", context)
        return register(type, factory: factory)
    }

    static func makeLogger() -> Logger { Logger(prefix: "made by a helper") }
}

protocol Network { var host: String { get } }
struct HTTPNetwork: Network { let host = "example.org" }
final class Logger {
    let prefix: String
    init(prefix: String) { self.prefix = prefix }
}
protocol Loading { var text: String { get } }
struct Loader: Loading {
    private let network: Network
    private let logger: Logger
    init(network: Network, logger: Logger) { (self.network, self.logger) = (network, logger) }
    var text: String { network.host + " " + logger.prefix }
}
struct Context { let name: String }

final class Application {
    let context: Context
    init(context: Context) { self.context = context }

    func start() {
        Resolver.register { self.context }
        let prefix = "local"
        Resolver.register(name: "local") { Logger(prefix: prefix) }
        if Resolver.optional(Network.self) == nil {
            Resolver.register { HTTPNetwork() as Network }
        }
        Resolver.main.autoregister(Loading.self, initializer: Loader.init)
        Resolver.main.registerInContext(Int.self, "numbers") { 42 }
        Resolver.register { Resolver.makeLogger() }
    }
}

Application(context: Context(name: "main")).start()
let loader: Loading = Resolver.resolve()
print(loader.text, Resolver.resolve(Context.self).name, Resolver.resolve(Int.self))
let local: Logger = Resolver.resolve(name: "local")
print(local.prefix)
