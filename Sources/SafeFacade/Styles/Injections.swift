public import Resolver

/// Dependencies as plain computed properties, without a factory around them.
///
/// ```swift
/// extension Injections {
///     var loader: any MessageLoading { MessageLoader(network: network) }
///     var network: any NetworkManaging { application(HTTPNetworkManager()) }
/// }
/// @Injectable(\.loader) private var loader
/// ```
///
/// Each read of a property makes a new instance, unless the property's expression is wrapped in a lifetime. ``Injectable``
/// gives the service that is registered for the property's type, or else the property's own. Reading the property itself looks
/// for no registration.
///
/// The properties belong to no container. So `reset()` of a container drops neither their instances nor what is registered for
/// them. To drop instances, reset the scope of their lifetime, for instance with `Scope.cached.reset()`. To drop what is
/// registered for a type, call `reset(_:)`.
public struct Injections: NonisolatedByDefault, Sendable {
    /// Makes a value whose properties use the current sandbox.
    public init() {}

    // MARK: - Lifetimes

    /// One instance for the life of the program.
    ///
    /// - Parameters:
    ///   - make: Makes the instance.
    ///   - file: Where the call is; tells instances apart.
    ///   - line: Where the call is; tells instances apart.
    ///   - column: Where the call is; tells instances apart.
    ///   - function: The property's name, for reports.
    /// - Returns: The instance.
    public func application<Service: Sendable>(
        _ make: @autoclosure () -> Service, file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
        function: StaticString = #function
    ) -> Service {
        kept(.strongly, isSingleton: true, file, line, column, function, make)
    }

    /// One instance until the scope is reset, with `Scope.cached.reset()`.
    ///
    /// - Parameters:
    ///   - make: Makes the instance.
    ///   - file: Where the call is; tells instances apart.
    ///   - line: Where the call is; tells instances apart.
    ///   - column: Where the call is; tells instances apart.
    ///   - function: The property's name, for reports.
    /// - Returns: The instance.
    public func cached<Service: Sendable>(
        _ make: @autoclosure () -> Service, file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
        function: StaticString = #function
    ) -> Service {
        kept(.strongly, file, line, column, function, make)
    }

    /// One instance for as long as some code holds it.
    ///
    /// - Parameters:
    ///   - make: Makes the instance.
    ///   - file: Where the call is; tells instances apart.
    ///   - line: Where the call is; tells instances apart.
    ///   - column: Where the call is; tells instances apart.
    ///   - function: The property's name, for reports.
    /// - Returns: The instance.
    public func shared<Service: Sendable>(
        _ make: @autoclosure () -> Service, file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
        function: StaticString = #function
    ) -> Service {
        kept(.weakly, file, line, column, function, make)
    }

    private func kept<Service>(
        _ keeping: Keeping, isSingleton: Bool = false, _ file: StaticString, _ line: UInt, _ column: UInt,
        _ function: StaticString, _ make: () -> Service
    ) -> Service {
        let declaration = Declaration(ofStatic: file, line, column, function)
        return Injections.resolved(declaration.keeping(keeping, isSingleton: isSingleton), at: .unknown, make)
    }

    /// The instance of a declaration, kept as the declaration says.
    ///
    /// The current sandbox's default container has the declaration's slot, but its resets leave the declaration alone.
    private static func resolved<Service>(
        _ declaration: Declaration, at location: CodeLocation, _ make: () -> Service
    ) -> Service {
        unsafe Engine.declared(
            Service.self, file: declaration.file, word: declaration.word, nil, at: location, body: make,
            declare: {
                // This puts the declaration into the registry.
                _ = declaration.belonging(to: Injections.self).slotReference(of: Service.self)
                return true
            },
            prepare: { resolved(declaration, at: location, make) })
    }

    // MARK: - Override

    /// Registers a service that ``Injectable`` and ``LazyInjectable`` give in place of every property of a type.
    ///
    /// - Parameters:
    ///   - type: The properties' type.
    ///   - file: Where the call is, for reports.
    ///   - line: Where the call is, for reports.
    ///   - body: Makes the service.
    public static func register<Service>(
        _ type: Service.Type = Service.self, file: StaticString = #fileID, line: UInt = #line,
        _ body: @escaping @Sendable () -> Service
    ) {
        let override = Environment.Override(
            factory: AnyFactory.of(Service.self, plain: body), at: CodeLocation(file, line),
            container: Injections.self)
        Environment.active.override(overrides.slotReference(of: type), with: override)
    }

    /// Drops what is registered for a type, so that its properties are given again.
    ///
    /// - Parameter type: The properties' type.
    public static func reset<Service>(_ type: Service.Type) {
        Environment.active.reset(overrides.slotReference(of: type), ResetPart.all.selection)
    }

    /// The service that is registered for a property's type, or else the property's own.
    static func resolve<Service>(
        _ property: KeyPath<Injections, Service>, at location: CodeLocation
    ) -> Service {
        // The hook and the container may register overrides, too.
        let environment = Environment.activeAfterHook()
        let resolver = DeclarationDetails?.none.prepare()
        // The quick question comes first: looking into the slot takes ten times as long as most properties.
        guard
            unsafe resolver.mayHaveOverride(
                of: Service.self, file: overrides.file, position: overrides.position(variant: 0),
                container: Injections.self),
            environment.isOverridden(overrides.slotReference(of: Service.self))
        else { return Injections()[keyPath: property] }
        // If a reset has dropped the override meanwhile, this gives the property's own service.
        return resolved(overrides, at: location) { Injections()[keyPath: property] }
    }

    /// The declaration of the overrides, with one slot for each type.
    ///
    /// It keeps no instance, so that each property is given one of its own.
    private static let overrides = Declaration(ofStatic: DeclarationPlace.fileOfInjections, 1, 1, "register")
        .belonging(to: Injections.self).keeping(.nowhere)
}

/// A dependency from ``Injections`` that is resolved when the object that has the property is made.
///
/// Making the wrapper traps if a call of the service's factory would trap.
@propertyWrapper
public struct Injectable<Service> {
    /// The service.
    public var wrappedValue: Service

    /// Resolves the service.
    ///
    /// - Parameters:
    ///   - property: The property's key path.
    ///   - file: Where the property is, for reports.
    ///   - line: Where the property is, for reports.
    public init(_ property: KeyPath<Injections, Service>, file: StaticString = #fileID, line: UInt = #line) {
        wrappedValue = Injections.resolve(property, at: CodeLocation(file, line))
    }
}

extension Injectable: Sendable where Service: Sendable {}

/// A dependency from ``Injections`` that is resolved at the first access.
///
/// That access traps if a call of the service's factory would trap.
@propertyWrapper
public struct LazyInjectable<Service> {
    private let lazy: LazyInjected<Service>

    /// Resolves the service at the first access.
    ///
    /// - Parameters:
    ///   - property: The property's key path.
    ///   - file: Where the property is, for reports.
    ///   - line: Where the property is, for reports.
    public init(
        _ property: any KeyPath<Injections, Service> & Sendable, file: StaticString = #fileID, line: UInt = #line
    ) {
        lazy = unsafe LazyInjected(at: CodeLocation(file, line)) {
            unsafe LazySettings.put(Injections.resolve(property, at: $2), into: $0)
        }
    }

    /// The service.
    public var wrappedValue: Service {
        get { lazy.wrappedValue }
        nonmutating set { lazy.wrappedValue = newValue }
    }
}

extension LazyInjectable: Sendable where Service: Sendable {}
