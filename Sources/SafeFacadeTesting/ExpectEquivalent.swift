public import Resolver
public import SafeFacade
public import Testing

/// Expects that a typed factory gives the same as the runtime registration that it replaces: the same concrete type, and
/// instances that are shared alike.
///
/// ```swift
/// @Test func theLoaderHasMoved() { expectEquivalent(\.loader) }
/// ```
///
/// If they differ, one issue is recorded, which names every difference. ``Equivalence`` says what is compared.
///
/// - Parameters:
///   - factory: The factory's key path.
///   - name: The name under which the service is registered.
///   - sourceLocation: Where the call is.
public func expectEquivalent<Service>(
    _ factory: KeyPath<Container, Factory<Service>>, name: Resolver.Name? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    record(Equivalence(of: factory, name: name), sourceLocation)
}

/// Expects the same of a typed factory of a container of your own.
public func expectEquivalent<C: SharedContainer, Service>(
    _ factory: KeyPath<C, Factory<Service>>, name: Resolver.Name? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    record(Equivalence(of: factory, name: name), sourceLocation)
}

/// Expects the same of a typed factory that takes a parameter.
///
/// ```swift
/// expectEquivalent(\.thread, parameter: 42)
/// expectEquivalent(\.draft, parameter: (id: 1, title: "x"), args: ["id": 1, "title": "x"])
/// ```
///
/// - Parameters:
///   - factory: The factory's key path.
///   - parameter: The parameter for which both faces make the service.
///   - args: The `args` for the runtime registration, if they are not the parameter itself: a dictionary for arguments with
///     keys.
///   - name: The name under which the service is registered.
///   - sourceLocation: Where the call is.
public func expectEquivalent<Parameter, Service>(
    _ factory: KeyPath<Container, ParameterFactory<Parameter, Service>>, parameter: Parameter, args: Any? = nil,
    name: Resolver.Name? = nil, sourceLocation: SourceLocation = #_sourceLocation
) {
    record(Equivalence(of: factory, parameter: parameter, args: args, name: name), sourceLocation)
}

/// Expects the same of a typed factory of a container of your own that takes a parameter.
public func expectEquivalent<C: SharedContainer, Parameter, Service>(
    _ factory: KeyPath<C, ParameterFactory<Parameter, Service>>, parameter: Parameter, args: Any? = nil,
    name: Resolver.Name? = nil, sourceLocation: SourceLocation = #_sourceLocation
) {
    record(Equivalence(of: factory, parameter: parameter, args: args, name: name), sourceLocation)
}

/// Expects the same of a typed factory of a service that only the main actor may make.
@MainActor
public func expectEquivalent<Service>(
    _ factory: KeyPath<Container, MainActorFactory<Service>>, name: Resolver.Name? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    record(Equivalence(of: factory, name: name), sourceLocation)
}

/// Expects the same of a typed factory of a container of your own, of a service that only the main actor may make.
@MainActor
public func expectEquivalent<C: SharedContainer, Service>(
    _ factory: KeyPath<C, MainActorFactory<Service>>, name: Resolver.Name? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    record(Equivalence(of: factory, name: name), sourceLocation)
}

/// Expects the same of a typed factory that takes a parameter, of a service that only the main actor may make.
@MainActor
public func expectEquivalent<Parameter, Service>(
    _ factory: KeyPath<Container, MainActorParameterFactory<Parameter, Service>>, parameter: Parameter,
    args: Any? = nil, name: Resolver.Name? = nil, sourceLocation: SourceLocation = #_sourceLocation
) {
    record(Equivalence(of: factory, parameter: parameter, args: args, name: name), sourceLocation)
}

/// Expects the same of such a factory of a container of your own.
@MainActor
public func expectEquivalent<C: SharedContainer, Parameter, Service>(
    _ factory: KeyPath<C, MainActorParameterFactory<Parameter, Service>>, parameter: Parameter, args: Any? = nil,
    name: Resolver.Name? = nil, sourceLocation: SourceLocation = #_sourceLocation
) {
    record(Equivalence(of: factory, parameter: parameter, args: args, name: name), sourceLocation)
}

private func record(_ equivalence: Equivalence, _ sourceLocation: SourceLocation) {
    guard !equivalence.differences.isEmpty else { return }
    Issue.record("\(equivalence)", sourceLocation: sourceLocation)
}
