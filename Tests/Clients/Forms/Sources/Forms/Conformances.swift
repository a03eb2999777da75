import Resolver

/// A program's own view of its container, with 1.5.1's exact signatures.
protocol ServiceContainer {
    func resolve<Service>(_ type: Service.Type, name: Resolver.Name?, args: Any?) -> Service
    func optional<Service>(_ type: Service.Type, name: Resolver.Name?, args: Any?) -> Service?
    @discardableResult
    func register<Service>(
        _ type: Service.Type, name: Resolver.Name?, factory: @escaping ResolverFactory<Service>
    ) -> ResolverOptions<Service>
    @discardableResult
    func register<Service>(
        _ type: Service.Type, name: Resolver.Name?, factory: @escaping ResolverFactoryResolver<Service>
    ) -> ResolverOptions<Service>
    @discardableResult
    func register<Service>(
        _ type: Service.Type, name: Resolver.Name?, factory: @escaping ResolverFactoryArgumentsN<Service>
    ) -> ResolverOptions<Service>
    func add(child: Resolver)
    func registerServices()
    var cache: ResolverScope { get }
}

/// The program's view of the static API.
protocol ServiceLocator {
    static var main: Resolver { get set }
    static var root: Resolver { get set }
    static var defaultScope: ResolverScope { get set }
    static var registerServices: (() -> Void)? { get set }
    static func reset()
    static func resolve<Service>(_ type: Service.Type, name: Resolver.Name?, args: Any?) -> Service
    static func optional<Service>(_ type: Service.Type, name: Resolver.Name?, args: Any?) -> Service?
    static func register<Service>(
        _ type: Service.Type, name: Resolver.Name?, factory: @escaping ResolverFactory<Service>
    ) -> ResolverOptions<Service>
    static func register<Service>(
        _ type: Service.Type, name: Resolver.Name?, factory: @escaping ResolverFactoryResolver<Service>
    ) -> ResolverOptions<Service>
    static func register<Service>(
        _ type: Service.Type, name: Resolver.Name?, factory: @escaping ResolverFactoryArgumentsN<Service>
    ) -> ResolverOptions<Service>
}

extension Resolver: ServiceContainer, ServiceLocator {}

private protocol Resettable {
    func reset()
}

extension ResolverScope: Resettable {}

private protocol LazyProperty {
    associatedtype Service
    var wrappedValue: Service { mutating get set }
    var isEmpty: Bool { get }
    mutating func release()
}

extension LazyInjected: LazyProperty {}

private func register(with container: ServiceContainer) {
    container.register(Database.self, name: nil) { Database(path: "protocol") }
    container.register(Session.self, name: nil) { resolver in Session(database: resolver.resolve()) }
    container.register(MessageThread.self, name: "thread") { _, args in MessageThread(id: args()) }
}

private func resolveDatabase(from locator: ServiceLocator.Type) -> Database {
    locator.resolve(Database.self, name: nil, args: nil)
}

func checkConformances() {
    let container: ServiceContainer = Resolver()
    register(with: container)
    check(container.resolve(Session.self, name: nil, args: nil).database.path == "protocol", "a protocol over Resolver")
    check(container.optional(MessageThread.self, name: "thread", args: 2)?.id == 2, "a protocol's optional")
    check(container.optional(MessageThread.self, name: nil, args: nil) == nil, "a protocol's optional of nothing")

    register(with: Resolver.main)
    check(resolveDatabase(from: Resolver.self).path == "protocol", "a protocol over Resolver's static side")

    let scopes: [Resettable] = [ResolverScope.application, ResolverScope.session, container.cache]
    for scope in scopes { scope.reset() }
    check(scopes.count == 3, "a protocol over ResolverScope")

    func released<Property: LazyProperty>(_ property: Property) -> Bool {
        var property = property
        _ = property.wrappedValue
        property.release()
        return property.isEmpty
    }
    check(released(LazyInjected<Database>()), "a protocol over LazyInjected")
}
