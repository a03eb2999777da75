package import Resolver

// What the tools of ResolverDiagnostics use of this module beside its public API.

extension ServiceDeclaration {
    /// Its key, without declaring it.
    package var key: ServiceKey { declaration.key(of: Service.self) }

    /// The registration that it passes on with `legacy()`; nil where it has an implementation of its own.
    package var forwardsTo: ServiceKey? {
        isLegacy ? declaration.runtimeKey(of: Service.self) : nil
    }

    /// Whether it cannot be called without a parameter.
    package static var takesParameter: Bool { Self.self is any TakesParameter.Type }

    /// Whether it can be called on the main actor alone.
    package var belongsToMainActor: Bool { Self.self is any BelongsToMainActor.Type }

    /// Whether a closure for a context that holds takes the place of the declared one; of a static factory, each call asks.
    package var isMadeForContext: Bool { declaration.variant != nil }

    /// Whether it is declared with `required()`, and nothing is bound to it, nor is in the current run of its scope.
    package var isUnbound: Bool {
        guard declaration.has(DeclarationMarks.isRequired) else { return false }
        let environment = Environment.activeAfterHook()
        let reference = declaration.slotReference(of: Service.self)
        return !environment.isOverridden(reference) && environment.nearerKey(than: reference) == nil
            && !environment.hasInstance(
                of: declaration.registration(of: Service.self, in: environment), in: declaration.statedScope)
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
    package func make(_ parameter: Any?, at location: CodeLocation) {
        _ = resolved(parameter: parameter, at: location)
    }

    /// The lifetime of its service, of what it passes on where that is another one's; nil where nothing makes the service.
    package var statedLifetime: StatedLifetime? {
        let environment = Environment.activeAfterHook()
        let reference = declaration.slotReference(of: Service.self)
        if !isLegacy, let key = environment.nearerKey(than: reference) {
            return environment.statedLifetime(of: key.type, name: .name(fromString: key.name))
        }
        let isOverridden = environment.isOverridden(reference)
        let inForce = environment.statedLifetime(in: reference)
        // A legacy() factory states none, and what is put over one has its own.
        guard !isLegacy, !isOverridden else { return inForce }
        let hasCloser = inForce?.hasCloser ?? false
        // What a run is given is known there alone.
        if declaration.has(DeclarationMarks.isRequired) {
            return (declaration.statedScope as? TaskScope).map { StatedLifetime($0, hasCloser: hasCloser) }
        }
        return declaration.statedScope.map { StatedLifetime($0, hasCloser: hasCloser) } ?? inForce
    }
}

private protocol TakesParameter {}

extension ParameterFactory: TakesParameter {}
extension MainActorParameterFactory: TakesParameter {}
extension AsyncParameterFactory: TakesParameter {}

private protocol BelongsToMainActor {}

extension MainActorFactory: BelongsToMainActor {}
extension MainActorParameterFactory: BelongsToMainActor {}
