// Forms that Resolver had before 1.5, so that a program written for 1.1 to 1.4 can move here in one step. They are those of the
// table in Documentation/Differences.md, and the types that these need.

extension Resolver {
    /// Makes a resolver whose child is the given one.
    ///
    /// - Parameter parent: A resolver that is searched for services for which this one has no registration.
    @available(*, deprecated, message: "use Resolver(child:)")
    public convenience init(parent: Resolver) { self.init(child: parent) }

    /// One instance for the life of the program.
    @available(*, deprecated, message: "use ResolverScope.application, or write .scope(.application)")
    public static var application: ResolverScopeCache { .application }

    /// One instance until the scope is reset.
    @available(*, deprecated, message: "use ResolverScope.cached, or write .scope(.cached)")
    public static var cached: ResolverScopeCache { .cached }

    /// One instance for each outermost resolution.
    @available(*, deprecated, message: "use ResolverScope.graph, or write .scope(.graph)")
    public static var graph: ResolverScopeGraph { .graph }

    /// One instance for as long as some code holds it.
    @available(*, deprecated, message: "use ResolverScope.shared, or write .scope(.shared)")
    public static var shared: ResolverScopeShare { .shared }

    /// A new instance at each resolution.
    @available(*, deprecated, message: "use ResolverScope.unique, or write .scope(.unique)")
    public static var unique: ResolverScope { .unique }
}

// Names were strings before they had a type. A string literal still works, as a `Resolver.Name`.
extension Resolver {
    /// Registers with ``main`` a service under a name that is a string, or nil.
    @available(*, deprecated, message: "make the name a Resolver.Name")
    @_disfavoredOverload
    @discardableResult
    public static func register<Service>(
        _ type: Service.Type = Service.self, name: String?, file: StaticString = #fileID, line: UInt = #line,
        factory: @escaping ResolverFactory<Service>
    ) -> ResolverOptions<Service> {
        main.register(type, name: Name.name(fromString: name), file: file, line: line, factory: factory)
    }

    /// Registers with ``main`` a service under a name that is a string, or nil.
    @available(*, deprecated, message: "make the name a Resolver.Name")
    @_disfavoredOverload
    @discardableResult
    public static func register<Service>(
        _ type: Service.Type = Service.self, name: String?, file: StaticString = #fileID, line: UInt = #line,
        factory: @escaping ResolverFactoryResolver<Service>
    ) -> ResolverOptions<Service> {
        main.register(type, name: Name.name(fromString: name), file: file, line: line, factory: factory)
    }

    /// Registers with ``main`` a service under a name that is a string, or nil.
    @available(*, deprecated, message: "make the name a Resolver.Name")
    @_disfavoredOverload
    @discardableResult
    public static func register<Service>(
        _ type: Service.Type = Service.self, name: String?, file: StaticString = #fileID, line: UInt = #line,
        factory: @escaping ResolverFactoryArgumentsN<Service>
    ) -> ResolverOptions<Service> {
        main.register(type, name: Name.name(fromString: name), file: file, line: line, factory: factory)
    }

    /// The service of a type under a name that is a string, from the root resolver.
    @available(*, deprecated, message: "make the name a Resolver.Name")
    @_disfavoredOverload
    public static func resolve<Service>(
        _ type: Service.Type = Service.self, name: String?, args: Any? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) -> Service {
        resolve(type, name: Name.name(fromString: name), args: args, file: file, line: line)
    }

    /// The service of a type under a name that is a string, from the root resolver, or nil.
    @available(*, deprecated, message: "make the name a Resolver.Name")
    @_disfavoredOverload
    public static func optional<Service>(
        _ type: Service.Type = Service.self, name: String?, args: Any? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) -> Service? {
        optional(type, name: Name.name(fromString: name), args: args, file: file, line: line)
    }

    /// Registers with this resolver a service under a name that is a string, or nil.
    @available(*, deprecated, message: "make the name a Resolver.Name")
    @_disfavoredOverload
    @discardableResult
    public final func register<Service>(
        _ type: Service.Type = Service.self, name: String?, file: StaticString = #fileID, line: UInt = #line,
        factory: @escaping ResolverFactory<Service>
    ) -> ResolverOptions<Service> {
        register(type, name: Name.name(fromString: name), file: file, line: line, factory: factory)
    }

    /// Registers with this resolver a service under a name that is a string, or nil.
    @available(*, deprecated, message: "make the name a Resolver.Name")
    @_disfavoredOverload
    @discardableResult
    public final func register<Service>(
        _ type: Service.Type = Service.self, name: String?, file: StaticString = #fileID, line: UInt = #line,
        factory: @escaping ResolverFactoryResolver<Service>
    ) -> ResolverOptions<Service> {
        register(type, name: Name.name(fromString: name), file: file, line: line, factory: factory)
    }

    /// Registers with this resolver a service under a name that is a string, or nil.
    @available(*, deprecated, message: "make the name a Resolver.Name")
    @_disfavoredOverload
    @discardableResult
    public final func register<Service>(
        _ type: Service.Type = Service.self, name: String?, file: StaticString = #fileID, line: UInt = #line,
        factory: @escaping ResolverFactoryArgumentsN<Service>
    ) -> ResolverOptions<Service> {
        register(type, name: Name.name(fromString: name), file: file, line: line, factory: factory)
    }

    /// The service of a type under a name that is a string, from this resolver or its children.
    @available(*, deprecated, message: "make the name a Resolver.Name")
    @_disfavoredOverload
    public final func resolve<Service>(
        _ type: Service.Type = Service.self, name: String?, args: Any? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) -> Service {
        resolve(type, name: Name.name(fromString: name), args: args, file: file, line: line)
    }

    /// The service of a type under a name that is a string, from this resolver or its children, or nil.
    @available(*, deprecated, message: "make the name a Resolver.Name")
    @_disfavoredOverload
    public final func optional<Service>(
        _ type: Service.Type = Service.self, name: String?, args: Any? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) -> Service? {
        optional(type, name: Name.name(fromString: name), args: args, file: file, line: line)
    }
}

extension ResolverOptions {
    /// Registers the service for a protocol as well, under a name that is a string, or nil.
    @available(*, deprecated, message: "make the name a Resolver.Name")
    @_disfavoredOverload
    @discardableResult
    public func implements<Protocol>(
        _ type: Protocol.Type, name: String?, file: StaticString = #fileID, line: UInt = #line
    ) -> ResolverOptions<Service> {
        implements(type, name: Resolver.Name.name(fromString: name), file: file, line: line)
    }
}

/// A factory that takes arguments, under its former name.
@available(*, deprecated, renamed: "ResolverFactoryAnyArguments")
public typealias ResolverFactoryArguments<Service> = ResolverFactoryAnyArguments<Service>

extension Injected {
    /// Resolves the service under a name that is a string, or nil.
    @available(*, deprecated, message: "make the name a Resolver.Name")
    @_disfavoredOverload
    public init(
        name: String?, container: Resolver? = nil, file: StaticString = #fileID, line: UInt = #line
    ) {
        self.init(name: Resolver.Name.name(fromString: name), container: container, file: file, line: line)
    }
}

extension OptionalInjected {
    /// Resolves the service under a name that is a string, or nil.
    @available(*, deprecated, message: "make the name a Resolver.Name")
    @_disfavoredOverload
    public init(
        name: String?, container: Resolver? = nil, file: StaticString = #fileID, line: UInt = #line
    ) {
        self.init(name: Resolver.Name.name(fromString: name), container: container, file: file, line: line)
    }
}

extension LazyInjected {
    /// Resolves the service under a name that is a string, or nil.
    @available(*, deprecated, message: "make the name a Resolver.Name")
    @_disfavoredOverload
    public init(
        name: String?, container: Resolver? = nil, file: StaticString = #fileID, line: UInt = #line
    ) {
        self.init(name: Resolver.Name.name(fromString: name), container: container, file: file, line: line)
    }
}

extension WeakLazyInjected {
    /// Resolves the service under a name that is a string, or nil.
    @available(*, deprecated, message: "make the name a Resolver.Name")
    @_disfavoredOverload
    public init(
        name: String?, container: Resolver? = nil, file: StaticString = #fileID, line: UInt = #line
    ) {
        self.init(name: Resolver.Name.name(fromString: name), container: container, file: file, line: line)
    }
}

// Only for the property `name` below, a string: a type itself cannot have two properties of one name.
/// A lazy wrapper whose service has a name that can be set.
@available(*, deprecated, message: "name LazyInjected or WeakLazyInjected")
public protocol ResolverNamedWrapper {
    /// The name the service is registered under.
    var name: Resolver.Name? { get set }
}

@available(*, deprecated, message: "make the name a Resolver.Name")
extension ResolverNamedWrapper {
    /// The name the service is registered under, as a string.
    @_disfavoredOverload
    public var name: String? {
        get { (name as Resolver.Name?)?.rawValue }
        set { name = Resolver.Name.name(fromString: newValue) }
    }
}

@available(*, deprecated, message: "make the name a Resolver.Name")
extension LazyInjected: ResolverNamedWrapper {}
@available(*, deprecated, message: "make the name a Resolver.Name")
extension WeakLazyInjected: ResolverNamedWrapper {}
