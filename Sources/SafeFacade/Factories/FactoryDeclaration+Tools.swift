package import Resolver

// What the tools of ResolverDiagnostics and SafeFacadeTesting use of this module beside its public API.

extension ServiceDeclaration {
    /// Its key, without declaring it.
    package var key: ServiceKey { declaration.key(of: Service.self) }

    /// For a `legacy()` factory, the key of its registration; nil for a factory with an implementation of its own.
    package var forwardsTo: ServiceKey? {
        isLegacy ? declaration.runtimeKey(of: Service.self) : nil
    }

    /// Whether it cannot be called without a parameter.
    package static var takesParameter: Bool { Self.self is any TakesParameter.Type }

    /// Whether it can be called on the main actor alone.
    package static var belongsToMainActor: Bool { Self.self is any BelongsToMainActor.Type }

    /// Whether a closure for a context that holds has the place of the declared one; false for a static factory, which asks at
    /// each call.
    package var isMadeForContext: Bool { declaration.variant != nil }

    /// Whether it is declared with `required()`, so that another module binds it.
    package var isRequired: Bool { declaration.has(DeclarationMarks.isRequired) }

    /// Whether it is declared with `required()`, and neither an override nor the current run of its scope binds it.
    package var isUnbound: Bool {
        guard isRequired else { return false }
        let environment = Environment.activeAfterHook()
        let reference = declaration.slotReference(of: Service.self, in: environment)
        return !environment.isOverridden(reference) && environment.nearerKey(than: reference) == nil
            && !environment.hasInstance(
                of: declaration.registration(of: Service.self, in: environment), in: declaration.scope)
    }

    /// Whether each run of a task scope has an instance of its own.
    package var isOfRun: Bool { declaration.statedScope is TaskScope }
}

extension ServiceDeclaration {
    /// Calls the factory, where that is an asynchronous one.
    ///
    /// - Parameters:
    ///   - parameter: Its parameter; nil where it takes none.
    ///   - location: Where the call is, for reports.
    /// - Throws: What a call throws.
    package func makeAsync(_ parameter: Any?, at location: CodeLocation) async throws {
        _ = try await (self as? any AsyncDeclaration)?.resolved(parameter: parameter, at: location)
    }
}

extension FactoryDeclaration {
    /// Calls the factory; traps as a call does.
    ///
    /// - Parameters:
    ///   - parameter: Its parameter; nil where it takes none.
    ///   - location: Where the call is, for reports.
    /// - Returns: The service.
    @discardableResult
    package func make(_ parameter: Any?, at location: CodeLocation) -> Service {
        resolved(parameter: parameter, at: location)
    }

    /// The lifetime of its service, or of the other service that it passes on; nil where nothing makes the service.
    package var statedLifetime: StatedLifetime? {
        let environment = Environment.activeAfterHook()
        let reference = declaration.slotReference(of: Service.self, in: environment)
        if !isLegacy, let key = environment.nearerKey(than: reference) {
            return environment.statedLifetime(of: key)
        }
        let inForce = environment.statedLifetime(in: reference)
        // An override has a lifetime of its own.
        if environment.isOverridden(reference) { return inForce }
        // Nothing makes the service of a `required()` factory, except that a run of its `TaskScope` may have been given one.
        if isRequired, !isOfRun { return nil }
        return declaration.statedScope.map { StatedLifetime($0, hasCloser: inForce?.hasCloser ?? false) } ?? inForce
    }
}

private protocol TakesParameter {}

extension ParameterFactory: TakesParameter {}
extension MainActorParameterFactory: TakesParameter {}
extension AsyncParameterFactory: TakesParameter {}

private protocol BelongsToMainActor {}

extension MainActorFactory: BelongsToMainActor {}
extension MainActorParameterFactory: BelongsToMainActor {}
