public import Resolver
public import SafeFacade
public import Testing

/// Expects that a typed factory gives what the runtime registration gives that it replaces: the same concrete type, and
/// the same instances.
///
/// ```swift
/// @Test func theLoaderHasMoved() { expectEquivalent(\.loader) }
/// ```
///
/// Where they differ, one issue is recorded that names every difference. See ``Equivalence`` for what is compared.
///
/// - Parameters:
///   - factory: The factory's key path.
///   - name: The name that the service is registered under.
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
///   - parameter: What both make the service of.
///   - args: What the runtime registration is passed as `args`, where that is not the parameter itself: a dictionary for
///     arguments with keys.
///   - name: The name that the service is registered under.
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

/// Expects the same of a typed factory of what only the main actor may make.
@MainActor
public func expectEquivalent<Service>(
    _ factory: KeyPath<Container, MainActorFactory<Service>>, name: Resolver.Name? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    record(Equivalence(of: factory, name: name), sourceLocation)
}

/// Expects the same of a typed factory of a container of your own of what only the main actor may make.
@MainActor
public func expectEquivalent<C: SharedContainer, Service>(
    _ factory: KeyPath<C, MainActorFactory<Service>>, name: Resolver.Name? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    record(Equivalence(of: factory, name: name), sourceLocation)
}

/// Expects the same of a typed factory of what only the main actor may make, and that takes a parameter.
@MainActor
public func expectEquivalent<Parameter, Service>(
    _ factory: KeyPath<Container, MainActorParameterFactory<Parameter, Service>>, parameter: Parameter,
    args: Any? = nil, name: Resolver.Name? = nil, sourceLocation: SourceLocation = #_sourceLocation
) {
    record(Equivalence(of: factory, parameter: parameter, args: args, name: name), sourceLocation)
}

/// Expects the same of one of a container of your own.
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
