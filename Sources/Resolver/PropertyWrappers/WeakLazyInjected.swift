/// A service that is resolved at the first access, and that is held weakly: nil once no other code holds it.
///
/// ```swift
/// final class RowModel {
///     @WeakLazyInjected var coordinator: HomeCoordinator?
/// }
/// ```
///
/// Only instances of classes can be held weakly; any other service is resolved at each access. An access that must resolve the
/// service traps as `Resolver.resolve` does.
@propertyWrapper
@frozen
public struct WeakLazyInjected<Service> {
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
        lazy = LazyService(name: name, container: container, at: CodeLocation(file, line), isWeak: true)
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
        lazy = unsafe LazyService(at: location, isWeak: true, resolve: resolve)
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

    /// Whether the property has no service: it has not been resolved, or no code holds it any more.
    public var isEmpty: Bool { lazy.isEmpty }

    /// The service, or nil once no other code holds it; if you set nil, it stays nil until ``release()``.
    ///
    /// Only instances of classes can be held weakly. A structure that is set is dropped at once, without a report, and the next
    /// access resolves the service.
    public var wrappedValue: Service? {
        @inlinable get { lazy.resolved() }
        nonmutating set { lazy.setWeakly(newValue) }
    }

    /// The wrapper itself.
    public var projectedValue: WeakLazyInjected<Service> {
        get { self }
        mutating set { self = newValue }
    }

    /// The service if it is there; nil if it has not been resolved, was released, or is gone.
    public func resolvedOrNil() -> Service? { lazy.present }

    /// Resolves the service anew, in place of the one that is there.
    ///
    /// The property holds it weakly. If no other code keeps the new service, it is gone at once, and the property is nil until
    /// ``release()``.
    public func resolve() {
        lazy.set(nil)
        _ = lazy.resolved()
    }

    /// Forgets the service: the next access resolves it again.
    public func release() { lazy.set(nil) }
}

extension WeakLazyInjected: Sendable where Service: Sendable {}
