import Resolver

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
/// A property is made anew each time, unless a lifetime stands around its expression. ``Injectable`` gives what is
/// registered for the type, if anything is, and else the property; reading the property itself does not ask.
public struct Injections: Sendable {
    /// Makes a value that reads the current sandbox.
    public init() {}

    // MARK: - Lifetimes

    /// One instance for the life of the program.
    ///
    /// - Parameters:
    ///   - make: Makes the instance.
    ///   - file: Where the call stands, which tells instances apart.
    ///   - line: Where the call stands, which tells instances apart.
    ///   - column: Where the call stands, which tells instances apart.
    ///   - function: The property's name, for reports.
    /// - Returns: The instance.
    public func application<Service: Sendable>(
        _ make: @autoclosure () -> Service, file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
        function: StaticString = #function
    ) -> Service {
        kept(.singleton, file, line, column, function, make)
    }

    /// One instance until the scope is reset.
    ///
    /// - Parameters:
    ///   - make: Makes the instance.
    ///   - file: Where the call stands, which tells instances apart.
    ///   - line: Where the call stands, which tells instances apart.
    ///   - column: Where the call stands, which tells instances apart.
    ///   - function: The property's name, for reports.
    /// - Returns: The instance.
    public func cached<Service: Sendable>(
        _ make: @autoclosure () -> Service, file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
        function: StaticString = #function
    ) -> Service {
        kept(.cached, file, line, column, function, make)
    }

    /// One instance for as long as somebody holds it.
    ///
    /// - Parameters:
    ///   - make: Makes the instance.
    ///   - file: Where the call stands, which tells instances apart.
    ///   - line: Where the call stands, which tells instances apart.
    ///   - column: Where the call stands, which tells instances apart.
    ///   - function: The property's name, for reports.
    /// - Returns: The instance.
    public func shared<Service: Sendable>(
        _ make: @autoclosure () -> Service, file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
        function: StaticString = #function
    ) -> Service {
        kept(.shared, file, line, column, function, make)
    }

    private func kept<Service>(
        _ lifetime: DeclaredLifetime, _ file: StaticString, _ line: UInt, _ column: UInt, _ function: StaticString,
        _ make: () -> Service
    ) -> Service {
        var facts = DeclarationFacts(file: file, line: line, column: column, function: function, isStatic: true)
        facts.lifetime = lifetime
        let site = CallSite("", 0)
        return unsafe Engine.declared(
            Service.self, facts, nil, site: site, body: make,
            otherwise: {
                unsafe Engine.slowDeclared(
                    Service.self, Injections.core(facts), arguments: nil, site: site, body: make)
            })
    }

    // MARK: - Override

    /// Gives another service of a type in place of every property of that type.
    ///
    /// - Parameters:
    ///   - type: The properties' type.
    ///   - body: Makes the service.
    public static func register<Service>(_ type: Service.Type = Service.self, _ body: @escaping @Sendable () -> Service)
    {
        Engine.override(type, override, scope: nil, when: nil, site: CallSite(#fileID, #line)) { _ in body() }
    }

    /// Gives the properties of a type again.
    ///
    /// - Parameter type: The properties' type.
    public static func reset<Service>(_ type: Service.Type) {
        Engine.reset(type, override, ResetPart.all.part)
    }

    /// What was registered for a type, or what a property gives.
    static func resolve<Service>(_ property: KeyPath<Injections, Service>, site: CallSite) -> Service {
        let override = override
        guard Engine.isOverridden(Service.self, override) else { return Injections()[keyPath: property] }
        return unsafe Engine.slowDeclared(Service.self, override, arguments: nil, site: site) { Engine.unbound() }
    }

    /// A slot for each type, which only an override fills.
    private static var override: DeclarationCore {
        core(DeclarationFacts(file: "Injections", line: 1, column: 1, function: "register", isStatic: true))
    }

    /// What the engine is told of a property: it is kept where the current sandbox's container keeps, and no part of it.
    private static func core(_ facts: DeclarationFacts) -> DeclarationCore {
        DeclarationCore(facts, container: Injections.self, home: nil)
    }
}

/// A dependency from ``Injections``, resolved when the object that holds it is made.
@propertyWrapper
public struct Injectable<Service> {
    /// The service.
    public var wrappedValue: Service

    /// Resolves the service.
    ///
    /// - Parameters:
    ///   - property: The property's key path.
    ///   - file: Where the property stands, for reports.
    ///   - line: Where the property stands, for reports.
    public init(_ property: KeyPath<Injections, Service>, file: StaticString = #fileID, line: UInt = #line) {
        wrappedValue = Injections.resolve(property, site: CallSite(file, line))
    }
}

extension Injectable: Sendable where Service: Sendable {}

/// A dependency from ``Injections``, resolved at the first access.
@propertyWrapper
public struct LazyInjectable<Service> {
    private let lazy: LazyInjected<Service>

    /// Resolves the service at the first access.
    ///
    /// - Parameters:
    ///   - property: The property's key path.
    ///   - file: Where the property stands, for reports.
    ///   - line: Where the property stands, for reports.
    public init(_ property: KeyPath<Injections, Service>, file: StaticString = #fileID, line: UInt = #line) {
        lazy = LazyInjected(site: CallSite(file, line)) {
            Injections.resolve(property, site: CallSite(file, line))
        }
    }

    /// The service.
    public var wrappedValue: Service {
        get { lazy.wrappedValue }
        nonmutating set { lazy.wrappedValue = newValue }
    }
}

extension LazyInjectable: Sendable where Service: Sendable {}
