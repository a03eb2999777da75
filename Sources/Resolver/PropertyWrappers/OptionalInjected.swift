/// A service that may be absent, and that is resolved when the object that has the property is made.
///
/// ```swift
/// final class HomeModel {
///     @OptionalInjected var analytics: (any Analytics)?
/// }
/// ```
///
/// If a service that this one needs is missing, making the wrapper traps, as `Resolver.optional` does.
@propertyWrapper
@frozen
public struct OptionalInjected<Service> {
    @usableFromInline var service: Service?

    /// Resolves the service from the root resolver.
    ///
    /// - Parameters:
    ///   - file: Where the property is, for reports.
    ///   - line: Where the property is, for reports.
    @inlinable
    public init(file: StaticString = #fileID, line: UInt = #line) {
        self.init(name: nil, container: nil, file: file, line: line)
    }

    /// Resolves the service under a name, from a resolver or from the root.
    ///
    /// - Parameters:
    ///   - name: The name that the service is registered under.
    ///   - container: The resolver to ask; the root resolver is asked only if this is nil.
    ///   - file: Where the property is, for reports.
    ///   - line: Where the property is, for reports.
    @inlinable
    public init(
        name: Resolver.Name? = nil, container: Resolver? = nil, file: StaticString = #fileID, line: UInt = #line
    ) {
        service = unsafe Engine.optional(
            Service.self, name: name, arguments: nil, at: CodeLocation(file, line), asked: container)
    }

    /// Resolves the service; the exact type of Resolver 1.5.1, for function values and protocols.
    @_disfavoredOverload
    public init() {
        self.init(name: nil, container: nil, file: "", line: 0)
    }

    /// Resolves the service; the exact type of Resolver 1.5.1, for function values.
    @_disfavoredOverload
    public init(name: Resolver.Name?, container: Resolver?) {
        self.init(name: name, container: container, file: "", line: 0)
    }

    /// The service, or nil if nothing is registered for it.
    public var wrappedValue: Service? {
        @inlinable get { service }
        @inlinable mutating set { service = newValue }
    }

    /// The wrapper itself.
    public var projectedValue: OptionalInjected<Service> {
        @inlinable get { self }
        @inlinable mutating set { self = newValue }
    }
}

extension OptionalInjected: Sendable where Service: Sendable {}
