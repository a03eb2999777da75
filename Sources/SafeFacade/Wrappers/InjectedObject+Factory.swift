#if canImport(SwiftUI) && canImport(Combine)
public import Resolver

extension InjectedObject {
    /// Resolves the object with a factory of the current sandbox's ``Container``.
    ///
    /// - Parameters:
    ///   - factory: The factory's key path.
    ///   - file: Where the property is, for reports.
    ///   - line: Where the property is, for reports.
    public init(
        _ factory: KeyPath<Container, Factory<Service>>, file: StaticString = #fileID, line: UInt = #line
    ) {
        self.init(resolved: Container.shared[keyPath: factory](file: file, line: line))
    }

    /// Resolves the object with a main actor's factory of the current sandbox's ``Container``.
    ///
    /// - Parameters:
    ///   - factory: The factory's key path.
    ///   - file: Where the property is, for reports.
    ///   - line: Where the property is, for reports.
    public init(
        _ factory: KeyPath<Container, MainActorFactory<Service>>, file: StaticString = #fileID, line: UInt = #line
    ) {
        self.init(resolved: Container.shared[keyPath: factory](file: file, line: line))
    }

    /// Resolves the object with a factory of a container of your own.
    ///
    /// - Parameters:
    ///   - factory: The factory's key path.
    ///   - file: Where the property is, for reports.
    ///   - line: Where the property is, for reports.
    public init<C: SharedContainer>(
        _ factory: KeyPath<C, Factory<Service>>, file: StaticString = #fileID, line: UInt = #line
    ) {
        self.init(resolved: C.shared[keyPath: factory](file: file, line: line))
    }

    /// Resolves the object with a main actor's factory of a container of your own.
    ///
    /// - Parameters:
    ///   - factory: The factory's key path.
    ///   - file: Where the property is, for reports.
    ///   - line: Where the property is, for reports.
    public init<C: SharedContainer>(
        _ factory: KeyPath<C, MainActorFactory<Service>>, file: StaticString = #fileID, line: UInt = #line
    ) {
        self.init(resolved: C.shared[keyPath: factory](file: file, line: line))
    }

    /// Observes an object that the program has made already.
    ///
    /// - Parameter object: The object.
    public init(_ object: Service) { self.init(resolved: object) }
}
#endif
