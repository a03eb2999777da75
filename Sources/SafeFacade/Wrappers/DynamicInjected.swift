/// A service that is resolved at each access.
///
/// ```swift
/// final class HomeModel {
///     @DynamicInjected(\.clock) private var clock
/// }
/// ```
///
/// It sees every override and reset at once.
@propertyWrapper
public struct DynamicInjected<Service> {
    private let resolve: @Sendable () -> Service

    /// Resolves the service with a factory of the current sandbox's ``Container``.
    ///
    /// - Parameters:
    ///   - factory: The factory's key path.
    ///   - container: The container to ask; the shared one where it is nil.
    ///   - file: Where the property stands, for reports.
    ///   - line: Where the property stands, for reports.
    public init(
        _ factory: any KeyPath<Container, Factory<Service>> & Sendable, container: Container? = nil,
        file: StaticString = #fileID, line: UInt = #line
    ) {
        resolve = { (container ?? .shared)[keyPath: factory](file: file, line: line) }
    }

    /// Resolves the service with a factory of a container of your own.
    ///
    /// - Parameters:
    ///   - factory: The factory's key path.
    ///   - container: The container to ask; the shared one where it is nil.
    ///   - file: Where the property stands, for reports.
    ///   - line: Where the property stands, for reports.
    public init<C: SharedContainer>(
        _ factory: any KeyPath<C, Factory<Service>> & Sendable, container: C? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) {
        resolve = { (container ?? .shared)[keyPath: factory](file: file, line: line) }
    }

    /// Resolves the service with a factory, a static one for instance.
    ///
    /// - Parameters:
    ///   - factory: The factory.
    ///   - file: Where the property stands, for reports.
    ///   - line: Where the property stands, for reports.
    public init(_ factory: Factory<Service>, file: StaticString = #fileID, line: UInt = #line) {
        resolve = { factory(file: file, line: line) }
    }

    /// The service.
    public var wrappedValue: Service { resolve() }
}

extension DynamicInjected: Sendable where Service: Sendable {}
