/// The service of a factory of the current sandbox's ``Container``.
///
/// ```swift
/// let loader = dependency(\.loader)
/// ```
///
/// - Parameters:
///   - factory: The factory's key path.
///   - file: Where the call stands, for reports.
///   - line: Where the call stands, for reports.
/// - Returns: The service.
public func dependency<Service>(
    _ factory: KeyPath<Container, Factory<Service>>, file: StaticString = #fileID, line: UInt = #line
) -> Service {
    Container.shared[keyPath: factory](file: file, line: line)
}

/// The service of a factory of a container of your own.
///
/// - Parameters:
///   - factory: The factory's key path.
///   - file: Where the call stands, for reports.
///   - line: Where the call stands, for reports.
/// - Returns: The service.
public func dependency<Service, C: SharedContainer>(
    _ factory: KeyPath<C, Factory<Service>>, file: StaticString = #fileID, line: UInt = #line
) -> Service {
    C.shared[keyPath: factory](file: file, line: line)
}

/// What only the main actor may make, of a factory of the current sandbox's ``Container``.
///
/// - Parameters:
///   - factory: The factory's key path.
///   - file: Where the call stands, for reports.
///   - line: Where the call stands, for reports.
/// - Returns: The service.
@MainActor
public func dependency<Service>(
    _ factory: KeyPath<Container, MainActorFactory<Service>>, file: StaticString = #fileID, line: UInt = #line
) -> Service {
    Container.shared[keyPath: factory](file: file, line: line)
}
