/// The service of a factory of the current sandbox's ``Container``.
///
/// ```swift
/// let loader = dependency(\.loader)
/// ```
///
/// - Parameters:
///   - factory: The factory's key path.
///   - file: Where the call is, for reports.
///   - line: Where the call is, for reports.
/// - Returns: The service.
@inlinable
public func dependency<Service>(
    _ factory: KeyPath<Container, Factory<Service>>, file: StaticString = #fileID, line: UInt = #line
) -> Service {
    Container.shared[keyPath: factory](file: file, line: line)
}

/// The service of a factory of a container of your own.
///
/// - Parameters:
///   - factory: The factory's key path.
///   - file: Where the call is, for reports.
///   - line: Where the call is, for reports.
/// - Returns: The service.
@inlinable
public func dependency<Service, C: SharedContainer>(
    _ factory: KeyPath<C, Factory<Service>>, file: StaticString = #fileID, line: UInt = #line
) -> Service {
    C.shared[keyPath: factory](file: file, line: line)
}

/// The service of a main actor's factory of the current sandbox's ``Container``.
///
/// - Parameters:
///   - factory: The factory's key path.
///   - file: Where the call is, for reports.
///   - line: Where the call is, for reports.
/// - Returns: The service.
@MainActor
@inlinable
public func dependency<Service>(
    _ factory: KeyPath<Container, MainActorFactory<Service>>, file: StaticString = #fileID, line: UInt = #line
) -> Service {
    Container.shared[keyPath: factory](file: file, line: line)
}

/// The service of a factory with a parameter, of the current sandbox's ``Container``.
///
/// ```swift
/// let thread = dependency(\.thread, parameter: 42)
/// ```
///
/// - Parameters:
///   - factory: The factory's key path.
///   - parameter: The value from which the service is made.
///   - file: Where the call is, for reports.
///   - line: Where the call is, for reports.
/// - Returns: The service.
@inlinable
public func dependency<Parameter, Service>(
    _ factory: KeyPath<Container, ParameterFactory<Parameter, Service>>, parameter: Parameter,
    file: StaticString = #fileID, line: UInt = #line
) -> Service {
    Container.shared[keyPath: factory](parameter, file: file, line: line)
}

/// The service of a factory with a parameter, of a container of your own.
///
/// - Parameters:
///   - factory: The factory's key path.
///   - parameter: The value from which the service is made.
///   - file: Where the call is, for reports.
///   - line: Where the call is, for reports.
/// - Returns: The service.
@inlinable
public func dependency<Parameter, Service, C: SharedContainer>(
    _ factory: KeyPath<C, ParameterFactory<Parameter, Service>>, parameter: Parameter, file: StaticString = #fileID,
    line: UInt = #line
) -> Service {
    C.shared[keyPath: factory](parameter, file: file, line: line)
}

/// The service of a main actor's factory of a container of your own.
///
/// - Parameters:
///   - factory: The factory's key path.
///   - file: Where the call is, for reports.
///   - line: Where the call is, for reports.
/// - Returns: The service.
@MainActor
@inlinable
public func dependency<Service, C: SharedContainer>(
    _ factory: KeyPath<C, MainActorFactory<Service>>, file: StaticString = #fileID, line: UInt = #line
) -> Service {
    C.shared[keyPath: factory](file: file, line: line)
}

/// The service of a main actor's factory with a parameter, of the current sandbox's ``Container``.
///
/// - Parameters:
///   - factory: The factory's key path.
///   - parameter: The value from which the service is made.
///   - file: Where the call is, for reports.
///   - line: Where the call is, for reports.
/// - Returns: The service.
@MainActor
@inlinable
public func dependency<Parameter, Service>(
    _ factory: KeyPath<Container, MainActorParameterFactory<Parameter, Service>>, parameter: Parameter,
    file: StaticString = #fileID, line: UInt = #line
) -> Service {
    Container.shared[keyPath: factory](parameter, file: file, line: line)
}

/// The service of a main actor's factory with a parameter, of a container of your own.
///
/// - Parameters:
///   - factory: The factory's key path.
///   - parameter: The value from which the service is made.
///   - file: Where the call is, for reports.
///   - line: Where the call is, for reports.
/// - Returns: The service.
@MainActor
@inlinable
public func dependency<Parameter, Service, C: SharedContainer>(
    _ factory: KeyPath<C, MainActorParameterFactory<Parameter, Service>>, parameter: Parameter,
    file: StaticString = #fileID, line: UInt = #line
) -> Service {
    C.shared[keyPath: factory](parameter, file: file, line: line)
}
