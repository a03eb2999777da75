/// One registration, as extensions of ``ResolverOptions`` see it.
public final class ResolverRegistration<Service> {
    /// A number for the service's type.
    public let key: Int
    /// A text for the service's type and name.
    public let cacheKey: String

    private let resolver: Resolver
    private let entry: Registration

    init(resolver: Resolver, key: ServiceKey, entry: Registration) {
        self.resolver = resolver
        self.entry = entry
        let number = Int(bitPattern: ObjectIdentifier(key.type))
        self.key = number
        cacheKey = key.name.map { "\(number):\($0)" } ?? "\(number)"
    }

    /// The service, as its lifetime has it.
    ///
    /// - Parameters:
    ///   - resolver: The resolver handed to the factory.
    ///   - args: The arguments handed to the factory.
    /// - Returns: The service, or nil if the factory returned nil.
    public func resolve(resolver: Resolver, args: Any?) -> Service? {
        // By the key's own type, as that is what its factory makes: a typed factory of an optional may be what is
        // overridden.
        func resolve<Declared>(_ type: Declared.Type) -> Service? {
            do {
                let service = try unsafe withUnsafePointer(to: args) {
                    arguments throws(ResolutionError) -> Declared? in
                    try unsafe Engine.instance(type, of: entry, arguments: arguments, resolver: resolver)
                }
                return service.flatMap { $0 as? Service }
            } catch {
                Engine.trap(error)
            }
        }
        return _openExistential(entry.key.type, do: resolve)
    }

    /// Makes a new instance, whatever the lifetime.
    ///
    /// - Parameters:
    ///   - resolver: The resolver handed to the factory.
    ///   - args: The arguments handed to the factory.
    /// - Returns: The service, or nil if the factory returned nil.
    public func instantiate(resolver: Resolver, args: Any?) -> Service? {
        unsafe ResolverRegistration.made(by: make(with: factory), of: entry, resolver, args)
    }

    /// Wraps the factory in new behaviour.
    ///
    /// The factory handed to `modifier` cannot throw, as in Resolver 1.5.1: if what was registered throws, it traps.
    ///
    /// - Parameter modifier: Is given the factory there is, and returns the one to use.
    public func update(
        factory modifier: (_ factory: @escaping ResolverFactoryAnyArguments<Service>) ->
            ResolverFactoryAnyArguments<Service>
    ) {
        unsafe wrap { make in
            let modified = modifier { [entry] resolver, args in
                unsafe ResolverRegistration.made(by: make, of: entry, resolver, args)
            }
            return { resolver, arguments in unsafe modified(resolver, arguments?.pointee ?? nil) }
        }
    }

    /// What a factory makes, where a failure cannot be passed on.
    private static func made(
        by make: TypedFactory<Service>.Make, of entry: Registration, _ resolver: Resolver, _ args: Any?
    ) -> Service? {
        do {
            return try unsafe withUnsafePointer(to: args) { try unsafe make(resolver, $0) }
        } catch {
            Engine.trap(Engine.failure(of: entry, error: error))
        }
    }

    /// The factory in force, erased.
    private var factory: AnyFactory {
        guard let factory = Engine.locked({ entry.erased }) else { fatalError("a registration has a factory") }
        return factory
    }

    /// A factory with its type.
    private func make(with factory: AnyFactory) -> TypedFactory<Service>.Make {
        if let typed = factory as? TypedFactory<Service> { return unsafe typed.make }
        // Registered under an optional type, it makes what the type wraps.
        return { resolver, arguments in try unsafe factory(resolver, arguments) as? Service }
    }

    func wrap(_ wrapper: (@escaping TypedFactory<Service>.Make) -> TypedFactory<Service>.Make) {
        while true {
            let current = factory
            // A typed factory of an optional may be what it overrides.
            let wrapping = unsafe TypedFactory(wrapper(make(with: current))).fitting(entry.key.type)
            let isDone = Engine.locked {
                // Somebody else may have wrapped it meanwhile.
                guard entry.erased === current else { return false }
                entry.setFactory(wrapping)
                return true
            }
            if isDone { return }
        }
    }
}
