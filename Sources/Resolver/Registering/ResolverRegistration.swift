/// A registration, for a program's extensions of ``ResolverOptions``.
public final class ResolverRegistration<Service> {
    /// A number for the service's type.
    public let key: Int
    /// A text for the service's type and name.
    public let cacheKey: String

    private let owner: Resolver
    let registration: Registration

    init(resolver: Resolver, registration: Registration) {
        owner = resolver
        self.registration = registration
        let key = registration.key
        let number = Int(bitPattern: ObjectIdentifier(key.type))
        self.key = number
        cacheKey = ResolverRegistration.cacheKey(number, key.name)
    }

    /// Makes a registration that no resolver has.
    ///
    /// - Parameters:
    ///   - resolver: The resolver that it counts as registered in.
    ///   - key: A number for the service's type.
    ///   - name: The name that it counts as registered under.
    ///   - factory: Makes the service.
    public init(
        resolver: Resolver, key: Int, name: Resolver.Name?, factory: @escaping ResolverFactoryAnyArguments<Service>
    ) {
        owner = resolver
        self.key = key
        cacheKey = ResolverRegistration.cacheKey(key, name?.rawValue)
        let environment = Environment.active
        let factory = unsafe AnyFactory.of(optional: Service.self) { unsafe factory($0, $1?.pointee ?? nil) }
            .takingArguments(true).unwrapped
        registration = Registration(
            ServiceKey(factory.service, name: name?.rawValue), at: .unknown, home: environment.number,
            scope: resolver.scope(for: environment.setting { $0.defaultScope }), factory: factory,
            traits: .isExplicit)
    }

    private static func cacheKey(_ key: Int, _ name: String?) -> String { name.map { "\(key):\($0)" } ?? "\(key)" }

    /// The service: the kept instance if there is one, or else a new one.
    ///
    /// - Parameters:
    ///   - resolver: The resolver handed to the factory.
    ///   - args: The arguments handed to the factory.
    /// - Returns: The service, or nil if the factory returned nil.
    public func resolve(resolver: Resolver, args: Any?) -> Service? {
        resolve(in: nil, resolver: resolver, args: args)
    }

    /// The service, kept by a scope; if none is given, by the scope that the registration states.
    func resolve(in scope: ResolverScope?, resolver: Resolver, args: Any?) -> Service? {
        // Another scope keeps an instance of its own, which is told apart by the scope's number.
        let own = Lock.held { registration.ownScope }
        let scope = scope === own ? nil : scope
        let options = scope.map { scope in
            DeclarationDetails(changing: nil, makeParameter: { _ in AnyHashable(ScopeNumber(number: scope.number)) })
        }
        // Resolved with the key's own type, as the factory makes that type. It may be an optional of `Service`, if the
        // registration overrides a typed factory of an optional.
        func resolve<Declared>(_ type: Declared.Type) -> Service? {
            do {
                let service = try unsafe Engine.withArguments(args) { arguments throws(ResolutionError) -> Declared? in
                    try unsafe Engine.instance(
                        type, of: registration, in: Environment.active.own(owner), asked: resolver,
                        arguments: arguments, at: Engine.innermostLocation, scope: scope, options: options)
                }
                return service.flatMap { $0 as? Service }
            } catch {
                Engine.trap(error)
            }
        }
        return _openExistential(registration.key.type, do: resolve)
    }

    /// Makes a new instance, whatever the lifetime.
    ///
    /// - Parameters:
    ///   - resolver: The resolver handed to the factory.
    ///   - args: The arguments handed to the factory.
    /// - Returns: The service, or nil if the factory returned nil.
    public func instantiate(resolver: Resolver, args: Any?) -> Service? {
        ResolverRegistration.made(
            by: factory(of: registration).converted(to: Service.self), registration.key, at: registration.location,
            resolver, args)
    }

    /// Wraps the factory in new behaviour.
    ///
    /// The factory handed to `modifier` cannot throw, as in Resolver 1.5.1: if the registered factory throws, it traps.
    ///
    /// - Parameter modifier: Is given the current factory, and returns the factory to use.
    public func update(
        factory modifier: (_ factory: @escaping ResolverFactoryAnyArguments<Service>) ->
            ResolverFactoryAnyArguments<Service>
    ) {
        unsafe wrap { factory in
            // Not the registration itself: it will hold this closure.
            let modified = modifier { [key = registration.key, location = registration.location] resolver, args in
                ResolverRegistration.made(by: factory, key, at: location, resolver, args)
            }
            return { unsafe try NothingMade.unless(modified($0, $1?.pointee ?? nil)) }
        }
    }

    /// The service that a factory makes; traps if it fails, for callers that cannot throw.
    private static func made(
        by factory: AnyFactory, _ key: ServiceKey, at location: CodeLocation, _ resolver: Resolver, _ args: Any?
    ) -> Service? {
        do {
            return try unsafe Engine.withArguments(args) { try unsafe factory.makeIfAny(Service.self, resolver, $0) }
        } catch {
            Engine.trap(
                error as? ResolutionError
                    ?? ResolutionError(
                        .factoryThrew(error), key: key, at: Engine.innermostLocation,
                        chain: Array(ThreadState.current.chain.dropFirst()), site: location))
        }
    }

    /// The factory that was registered, even if another one, which refuses to make the service, has taken its place.
    private func factory(of registration: Registration) -> AnyFactory {
        guard let factory = Lock.held({ registration.factory }) else {
            fatalError("Resolver: the registration of \(registration.key) has no factory; please report this")
        }
        return factory
    }

    /// Replaces the factory by one that wraps it.
    ///
    /// Both are converted between the registration's type and `Service`, as one of the two may be an optional of the other.
    func wrap(_ wrapper: (AnyFactory) -> MakeService<Service>) {
        let own = owner.change(registration) { own, _, _ in own }
        while true {
            let current = factory(of: own)
            let wrapping = unsafe AnyFactory.of(Service.self, make: wrapper(current.converted(to: Service.self)))
                .takingArguments(current.takesArguments).converted(to: own.key.type)
            let isDone = Lock.held {
                // Another thread may have replaced the factory meanwhile; then the new one is wrapped.
                guard own.factory === current else { return false }
                own.setFactory(wrapping)
                return true
            }
            if isDone { return }
        }
    }
}

/// Takes the place of a parameter for an instance that another scope keeps than the one which its registration states.
private struct ScopeNumber: Hashable {
    let number: UInt
}
