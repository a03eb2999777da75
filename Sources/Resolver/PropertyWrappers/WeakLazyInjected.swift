/// A service that is resolved at the first access and not held: nil once nobody else holds it.
///
/// ```swift
/// final class RowModel {
///     @WeakLazyInjected var coordinator: HomeCoordinator?
/// }
/// ```
///
/// Only instances of classes can be held weakly; anything else is made at each access. An access that must resolve the
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
    ///   - name: The name it is registered under.
    ///   - container: The resolver to ask; the root where it is nil.
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

    /// Whether there is no service: it has not been resolved, or nobody holds it any more.
    public var isEmpty: Bool { lazy.isEmpty }

    /// The service, or nil once nobody else holds it; nil that is set stays, until ``release()``.
    ///
    /// Set instances of classes alone: nothing else can be held weakly. A structure that is set is dropped at once, without
    /// a report, and the next access resolves the service.
    public var wrappedValue: Service? {
        @inlinable get { lazy.resolved() }
        nonmutating set { lazy.setWeakly(newValue) }
    }

    /// The wrapper itself.
    public var projectedValue: WeakLazyInjected<Service> {
        get { self }
        mutating set { self = newValue }
    }

    /// The service if it is there; nil where it has not been resolved, was released, or is gone.
    public func resolvedOrNil() -> Service? { lazy.present }

    /// Resolves the service anew, in place of the one that is there.
    ///
    /// It is not held meanwhile: what nobody else keeps is gone at once, and the property nil until ``release()``.
    public func resolve() {
        lazy.set(nil)
        _ = lazy.resolved()
    }

    /// Forgets the service: the next access resolves it again.
    public func release() { lazy.set(nil) }
}

extension WeakLazyInjected: Sendable where Service: Sendable {}
