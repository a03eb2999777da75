#if canImport(SwiftUI) && canImport(Combine)
public import Resolver

extension InjectedObject {
    /// Resolves the object with a factory of the current sandbox's ``Container``.
    ///
    /// - Parameters:
    ///   - factory: The factory's key path.
    ///   - file: Where the property stands, for reports.
    ///   - line: Where the property stands, for reports.
    public init(
        _ factory: KeyPath<Container, Factory<Service>>, file: StaticString = #fileID, line: UInt = #line
    ) {
        self.init(resolved: Container.shared[keyPath: factory](file: file, line: line))
    }

    /// Resolves the object with a main actor's factory of the current sandbox's ``Container``.
    ///
    /// - Parameters:
    ///   - factory: The factory's key path.
    ///   - file: Where the property stands, for reports.
    ///   - line: Where the property stands, for reports.
    public init(
        _ factory: KeyPath<Container, MainActorFactory<Service>>, file: StaticString = #fileID, line: UInt = #line
    ) {
        self.init(resolved: Container.shared[keyPath: factory](file: file, line: line))
    }
}
#endif
