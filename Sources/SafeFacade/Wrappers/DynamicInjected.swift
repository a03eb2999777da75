/// A service that is resolved at each access.
///
/// ```swift
/// final class HomeModel {
///     @DynamicInjected(\.clock) private var clock
/// }
/// ```
///
/// It sees every override and reset at once. It cannot be left out of an `init`, so it suits a container that has no
/// `shared`:
///
/// ```swift
/// final class InboxModel {
///     @DynamicInjected private var user: UserProfile
///     init(session: SessionContainer) { _user = DynamicInjected(\.profile, container: session) }
/// }
/// ```
///
/// Reading the property traps where calling the factory does.
@propertyWrapper
public struct DynamicInjected<Service>: Sendable {
    private let factory: @Sendable () -> Factory<Service>
    private let file: StaticString
    private let line: UInt

    /// Resolves the service with a factory of the current sandbox's ``Container``.
    ///
    /// - Parameters:
    ///   - factory: The factory's key path.
    ///   - container: The container to ask; the shared one where it is nil.
    ///   - file: Where the property is, for reports.
    ///   - line: Where the property is, for reports.
    public init(
        _ factory: any KeyPath<Container, Factory<Service>> & Sendable, container: Container? = nil,
        file: StaticString = #fileID, line: UInt = #line
    ) {
        self.init(file, line) { (container ?? .shared)[keyPath: factory] }
    }

    /// Resolves the service with a factory of a container of your own, which is held.
    ///
    /// - Parameters:
    ///   - factory: The factory's key path.
    ///   - container: The container to ask; the shared one where it is nil.
    ///   - file: Where the property is, for reports.
    ///   - line: Where the property is, for reports.
    public init<C: SharedContainer>(
        _ factory: any KeyPath<C, Factory<Service>> & Sendable, container: C? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(file, line) { (container ?? .shared)[keyPath: factory] }
    }

    /// Resolves the service with a factory of a container that has no `shared`, which is held.
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
/// It sees every override and reset at once. Reading the property off the main actor does not compile. In Swift 5 mode
/// a property with this wrapper isolates the type that has it to the main actor. Reading it traps where calling the
/// factory does.
@propertyWrapper
public struct MainActorDynamicInjected<Service>: Sendable {
    private let factory: @Sendable () -> MainActorFactory<Service>
    private let file: StaticString
    private let line: UInt

    /// Resolves the service with a factory of the current sandbox's ``Container``.
    ///
    /// - Parameters:
    ///   - factory: The factory's key path.
    ///   - container: The container to ask; the shared one where it is nil.
    ///   - file: Where the property is, for reports.
    ///   - line: Where the property is, for reports.
    public init(
        _ factory: any KeyPath<Container, MainActorFactory<Service>> & Sendable, container: Container? = nil,
        file: StaticString = #fileID, line: UInt = #line
    ) {
        self.init(file, line) { (container ?? .shared)[keyPath: factory] }
    }

    /// Resolves the service with a factory of a container of your own, which is held.
    ///
    /// - Parameters:
    ///   - factory: The factory's key path.
    ///   - container: The container to ask; the shared one where it is nil.
    ///   - file: Where the property is, for reports.
    ///   - line: Where the property is, for reports.
    public init<C: SharedContainer>(
        _ factory: any KeyPath<C, MainActorFactory<Service>> & Sendable, container: C? = nil,
        file: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(file, line) { (container ?? .shared)[keyPath: factory] }
    }

    /// Resolves the service with a factory of a container that has no `shared`, which is held.
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
