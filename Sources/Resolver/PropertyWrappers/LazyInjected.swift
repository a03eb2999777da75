/// A service that is resolved at the first access.
///
/// ```swift
/// final class HomeModel {
///     @LazyInjected var analytics: any Analytics
///     @LazyInjected(name: "production") var server: any Server
/// }
/// ```
///
/// Any number of threads may access the property at once: the service is resolved once, and no lock is held meanwhile. Before
/// the first access, the projected value can set how the service is resolved:
///
/// ```swift
/// $analytics.args = "home"
/// ```
///
/// Copies of the wrapper share the service, until a setting of one copy is changed. The wrapper does not hold its container. If
/// the property was made outside of a run of a ``TaskScope``, it does not keep a service that has instances of that run. Such
/// a service is resolved at each access.
@propertyWrapper
@frozen
public struct LazyInjected<Service> {
    @usableFromInline var lazy: LazyService<Service>

    /// Resolves the service from the root resolver at the first access.
    ///
    /// - Parameters:
    ///   - file: Where the property is, for reports.
    ///   - line: Where the property is, for reports.
    @inlinable
    public init(file: StaticString = #fileID, line: UInt = #line) {
        self.init(name: nil, container: nil, file: file, line: line)
    }

    /// Resolves the service under a name, from a resolver or from the root, at the first access.
    ///
    /// - Parameters:
    ///   - name: The name that the service is registered under.
    ///   - container: The resolver to ask; if nil, the root resolver.
    ///   - file: Where the property is, for reports.
    ///   - line: Where the property is, for reports.
    @inlinable
    public init(
        name: Resolver.Name? = nil, container: Resolver? = nil, file: StaticString = #fileID, line: UInt = #line
    ) {
        lazy = LazyService(name: name, container: container, at: CodeLocation(file, line), isWeak: false)
    }

    /// Resolves the service at the first access; the exact type of Resolver 1.5.1, for function values and protocols.
    @_disfavoredOverload
    public init() {
        self.init(name: nil, container: nil, file: "", line: 0)
    }

    /// Resolves the service at the first access; the exact type of Resolver 1.5.1, for function values.
    @_disfavoredOverload
    public init(name: Resolver.Name?, container: Resolver?) {
        self.init(name: name, container: container, file: "", line: 0)
    }

    /// Resolves the service at the first access with a function.
    @inlinable @inline(__always)
    package init(at location: CodeLocation, resolve: @escaping LazySettings.Resolve) {
        lazy = unsafe LazyService(at: location, isWeak: false, resolve: resolve)
    }

    /// The resolver to ask; nil if the root is asked, or if the resolver is gone, so that a read traps.
    ///
    /// It is nil for a property with a key path, whose container is given with the key path; there, setting it traps.
    public var container: Resolver? {
        get { lazy.container }
        set { lazy.container = newValue }
    }

    /// The name that the service is registered under; setting it traps for a property with a key path.
    public var name: Resolver.Name? {
        get { lazy.name }
        set { lazy.name = newValue }
    }

    /// The arguments that the factory is given as ``Resolver/Args``, on the thread that reads the service first.
    ///
    /// The compiler cannot check that the arguments may be sent to that thread. Give only `Sendable` arguments to a wrapper
    /// that several threads may read. Setting arguments traps for a property with a key path.
    public var args: Any? {
        get { lazy.args }
        set { lazy.args = newValue }
    }

    /// Whether the property has no service: it has not been resolved yet, was released, or is not kept.
    public var isEmpty: Bool { lazy.isEmpty }

    /// The service.
    ///
    /// The first read resolves the service. It traps as `Resolver.resolve` does. It also traps if the sandbox in which the
    /// wrapper was made has ended, or if the wrapper's container is gone.
    public var wrappedValue: Service {
        @inlinable get {
            guard let service = lazy.resolved() else {
                fatalError("Resolver: @LazyInjected has lost its service; please report this")
            }
            return service
        }
        nonmutating set { lazy.set(newValue) }
    }

    /// The wrapper itself.
    public var projectedValue: LazyInjected<Service> {
        get { self }
        mutating set { self = newValue }
    }

    /// The service if it is there; nil if it has not been resolved, was released, or is gone.
    public func resolvedOrNil() -> Service? { lazy.present }

    /// Resolves the service anew, in place of the one that is there.
    ///
    /// A ``ResolverScope/shared`` instance stays the same, as the property holds it until the service is there.
    public func resolve() {
        let former = lazy.present
        lazy.set(nil)
        withExtendedLifetime(former) { _ = lazy.resolved() }
    }

    /// Drops the service: the next access resolves it again.
    public func release() { lazy.set(nil) }
}

extension LazyInjected: Sendable where Service: Sendable {}
