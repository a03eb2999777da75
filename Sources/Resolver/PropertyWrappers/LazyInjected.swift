/// A service that is resolved at the first access.
///
/// ```swift
/// final class HomeModel {
///     @LazyInjected var analytics: any Analytics
///     @LazyInjected(name: "production") var server: any Server
/// }
/// ```
///
/// Any number of threads may access it at once: the service is resolved once, and no lock is held meanwhile. The
/// projected value sets how it is resolved, as long as it has not been:
///
/// ```swift
/// $analytics.args = "home"
/// ```
///
/// Copies of the wrapper share the service, until a setting of one is changed. The container is not held. Where the service
/// holds what belongs to the run of a ``TaskScope``, and the property was made outside of that run, it is not kept, but
/// resolved at each access.
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
    ///   - name: The name it is registered under.
    ///   - container: The resolver to ask; the root where it is nil.
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

    /// The resolver to ask, the root where none was given; nil once it is gone, where a read traps.
    ///
    /// Of a property with a key path it is nil, and to set it traps: that has its container with the key path.
    public var container: Resolver? {
        get { lazy.container }
        set { lazy.container = newValue }
    }

    /// The name the service is registered under; to set that of a property with a key path traps.
    public var name: Resolver.Name? {
        get { lazy.name }
        set { lazy.name = newValue }
    }

    /// What the factory is given as ``Resolver/Args``, on the thread that reads the service first.
    ///
    /// The compiler cannot check that it may go there. Give only `Sendable` arguments to a wrapper that several threads
    /// may read. To set those of a property with a key path traps.
    public var args: Any? {
        get { lazy.args }
        set { lazy.args = newValue }
    }

    /// Whether there is no service: it has not been resolved yet, was released, or is not kept.
    public var isEmpty: Bool { lazy.isEmpty }

    /// The service.
    ///
    /// The first read resolves it, and traps as `Resolver.resolve` does; also if the sandbox in which the wrapper was
    /// made has ended, or its container is gone.
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

    /// The service if it is there; nil where it has not been resolved, was released, or is gone.
    public func resolvedOrNil() -> Service? { lazy.present }

    /// Resolves the service anew, in place of the one that is there.
    public func resolve() {
        lazy.set(nil)
        _ = lazy.resolved()
    }

    /// Drops the service: the next access resolves it again.
    public func release() { lazy.set(nil) }
}

extension LazyInjected: Sendable where Service: Sendable {}
