/// A service that is resolved at each access.
///
/// ```swift
/// final class HomeModel {
///     @DynamicInjected(\.clock) private var clock
/// }
/// ```
///
/// The property sees every override and reset at once. If it is declared without a factory, each `init` must set it, or the
/// compiler complains. So it suits a container that has no `shared`:
///
/// ```swift
/// final class InboxModel {
///     @DynamicInjected private var user: UserProfile
///     init(session: SessionContainer) { _user = DynamicInjected(\.profile, container: session) }
/// }
/// ```
///
/// Reading the property traps if a call of the factory would trap.
@propertyWrapper
public struct DynamicInjected<Service>: Sendable {
    private let factory: @Sendable () -> Factory<Service>
    private let file: StaticString
    private let line: UInt

    /// Resolves the service with a factory of the current sandbox's ``Container``.
    ///
    /// - Parameters:
    ///   - factory: The factory's key path.
    ///   - container: The container to ask; if nil, the shared one.
    ///   - file: Where the property is, for reports.
    ///   - line: Where the property is, for reports.
    public init(
        _ factory: any KeyPath<Container, Factory<Service>> & Sendable, container: Container? = nil,
        file: StaticString = #fileID, line: UInt = #line
    ) {
        self.init(file, line) { (container ?? .shared)[keyPath: factory] }
    }

    /// Resolves the service with a factory of a container of your own, which the wrapper holds if it is given.
    ///
    /// - Parameters:
    ///   - factory: The factory's key path.
    ///   - container: The container to ask; if nil, the shared one.
    ///   - file: Where the property is, for reports.
    ///   - line: Where the property is, for reports.
    public init<C: SharedContainer>(
        _ factory: any KeyPath<C, Factory<Service>> & Sendable, container: C? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(file, line) { (container ?? .shared)[keyPath: factory] }
    }

    /// Resolves the service with a factory of a container that has no `shared`, which the wrapper holds.
    ///
    /// - Parameters:
    ///   - factory: The factory's key path.
    ///   - container: The container to ask.
    ///   - file: Where the property is, for reports.
    ///   - line: Where the property is, for reports.
    public init<C: FactoryContainer>(
        _ factory: any KeyPath<C, Factory<Service>> & Sendable, container: C, file: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(file, line) { container[keyPath: factory] }
    }

    /// Resolves the service with a factory, a static one for instance.
    ///
    /// - Parameters:
    ///   - factory: The factory.
    ///   - file: Where the property is, for reports.
    ///   - line: Where the property is, for reports.
    public init(_ factory: Factory<Service>, file: StaticString = #fileID, line: UInt = #line) {
        self.init(file, line) { factory }
    }

    private init(_ file: StaticString, _ line: UInt, _ factory: @escaping @Sendable () -> Factory<Service>) {
        (self.file, self.line, self.factory) = (file, line, factory)
    }

    /// The service.
    public var wrappedValue: Service { factory()(file: file, line: line) }

    /// The factory.
    public var projectedValue: Factory<Service> { factory() }
}

/// A service that only the main actor may make, and that is resolved at each access.
///
/// ```swift
/// final class HomeModel {
///     @MainActorDynamicInjected(\.banner) private var banner
/// }
/// ```
///
/// The property sees every override and reset at once. Reading it off the main actor does not compile. In Swift 5 mode, a
/// property with this wrapper isolates the type that has it to the main actor. Reading the property traps if a call of the
/// factory would trap.
@propertyWrapper
public struct MainActorDynamicInjected<Service>: Sendable {
    private let factory: @Sendable () -> MainActorFactory<Service>
    private let file: StaticString
    private let line: UInt

    /// Resolves the service with a factory of the current sandbox's ``Container``.
    ///
    /// - Parameters:
    ///   - factory: The factory's key path.
    ///   - container: The container to ask; if nil, the shared one.
    ///   - file: Where the property is, for reports.
    ///   - line: Where the property is, for reports.
    public init(
        _ factory: any KeyPath<Container, MainActorFactory<Service>> & Sendable, container: Container? = nil,
        file: StaticString = #fileID, line: UInt = #line
    ) {
        self.init(file, line) { (container ?? .shared)[keyPath: factory] }
    }

    /// Resolves the service with a factory of a container of your own, which the wrapper holds if it is given.
    ///
    /// - Parameters:
    ///   - factory: The factory's key path.
    ///   - container: The container to ask; if nil, the shared one.
    ///   - file: Where the property is, for reports.
    ///   - line: Where the property is, for reports.
    public init<C: SharedContainer>(
        _ factory: any KeyPath<C, MainActorFactory<Service>> & Sendable, container: C? = nil,
        file: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(file, line) { (container ?? .shared)[keyPath: factory] }
    }

    /// Resolves the service with a factory of a container that has no `shared`, which the wrapper holds.
    ///
    /// - Parameters:
    ///   - factory: The factory's key path.
    ///   - container: The container to ask.
    ///   - file: Where the property is, for reports.
    ///   - line: Where the property is, for reports.
    public init<C: FactoryContainer>(
        _ factory: any KeyPath<C, MainActorFactory<Service>> & Sendable, container: C, file: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(file, line) { container[keyPath: factory] }
    }

    /// Resolves the service with a factory, a static one for instance.
    ///
    /// - Parameters:
    ///   - factory: The factory.
    ///   - file: Where the property is, for reports.
    ///   - line: Where the property is, for reports.
    public init(_ factory: MainActorFactory<Service>, file: StaticString = #fileID, line: UInt = #line) {
        self.init(file, line) { factory }
    }

    private init(_ file: StaticString, _ line: UInt, _ factory: @escaping @Sendable () -> MainActorFactory<Service>) {
        (self.file, self.line, self.factory) = (file, line, factory)
    }

    /// The service.
    @MainActor public var wrappedValue: Service { factory()(file: file, line: line) }

    /// The factory.
    public var projectedValue: MainActorFactory<Service> { factory() }
}
