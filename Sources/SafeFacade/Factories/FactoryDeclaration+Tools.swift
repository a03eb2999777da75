package import Resolver

// What the tools of ResolverDiagnostics use of this module beside its public API.

extension ServiceDeclaration {
    /// Its key, without declaring it.
    package var key: ServiceKey { declaration.key(of: Service.self) }

    /// The registration that it passes on with `legacy()`; nil where it has an implementation of its own.
    package var forwardsTo: ServiceKey? {
        isLegacy ? declaration.legacyKey(of: Service.self) : nil
    }

    /// Whether it cannot be called without a parameter.
    package static var takesParameter: Bool { Self.self is any TakesParameter.Type }

    /// Whether it can be called on the main actor alone.
    package var belongsToMainActor: Bool { Self.self is any BelongsToMainActor.Type }

    /// Whether each run of a task scope has an instance of its own.
    package var isOfRun: Bool { declaration.statedScope is TaskScope }
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

    /// The scope that its service has, of what it passes on where that is another one's; nil where nothing makes the service.
    package var effectiveScope: ResolverScope? {
        let environment = Environment.activeAfterHook()
        let reference = declaration.slotReference(of: Service.self)
        if !isLegacy, let key = environment.nearerKey(than: reference) {
            return environment.effectiveScope(of: key.type, name: .name(fromString: key.name))
        }
        let isOverridden = environment.isOverridden(reference)
        // What a run is given is known there alone.
        if declaration.has(DeclarationMarks.isRequired), !isOverridden { return declaration.statedScope as? TaskScope }
        let stated = isLegacy || isOverridden ? nil : declaration.statedScope
        return stated ?? environment.effectiveScope(in: reference)
    }
}

private protocol BelongsToMainActor {}

extension MainActorFactory: BelongsToMainActor {}
extension MainActorParameterFactory: BelongsToMainActor {}
