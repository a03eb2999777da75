import Resolver

// How a factory is resolved that the engine cannot resolve at once: it is new, or has options.

extension FactoryDeclaration {
    /// The service of a factory that is more than its closure: it is new, or has options.
    ///
    /// - Parameters:
    ///   - parameter: What the factory was called with, nil where it takes nothing.
    ///   - location: Where the call is.
    ///   - isExported: Whether the runtime face asks, which has found that nothing is nearer to the root.
    /// - Returns: The service.
    func resolved(parameter: Any?, at location: CodeLocation, isExported: Bool = false) -> Service {
        let closures = declaration.closures
        let (first, always) = candidates(of: closures)
        // A factory with closures to choose from comes here at each call, and is declared after the first one.
        guard closures != nil, !isExported else {
            return first.resolvedOnceDeclared(
                always, parameter: parameter, at: location, isExported: isExported)
        }
        return first.ask(parameter: parameter, at: location) {
            first.resolvedOnceDeclared(always, parameter: parameter, at: location)
        }
    }

    /// The service of a factory whose closure is chosen, and which may be new.
    ///
    /// `always` has the closure that counts over registrations, if that is another one.
    private func resolvedOnceDeclared(
        _ always: Self?, parameter: Any?, at location: CodeLocation, isExported: Bool = false
    ) -> Service {
        declaration.requireUnmodified(Service.self, at: location)
        let reference = declaration.slotReferenceWithVariant(of: Service.self)
        if !isExported, let key = Environment.active.nearerKey(than: reference) {
            let service = Engine.passedOn(Service.self, key, by: reference.key, parameter: parameter, at: location)
            Engine.decorate(service, declaration.details?.decorate, in: declaration.storage.currentResolver)
            return service
        }
        return ask(DeclarationMarks.isExamined, parameter: parameter, at: location) {
            if let always {
                return always.resolvedOnceDeclared(
                    nil, parameter: parameter, at: location, isExported: isExported)
            }
            return resolved(parameter: parameter, at: location, isExported: isExported)
        }
    }

    /// Calls the engine with a chosen closure.
    ///
    /// `again` runs where the engine finds that there is something to do first: where the declaration is new, or the container
    /// was reset meanwhile.
    private func ask(
        _ mark: UInt64 = 0, parameter: Any?, at location: CodeLocation, again: () -> Service
    ) -> Service {
        let declaration = declaration
        return unsafe withUnsafePointer(to: parameter) { argument in
            unsafe Engine.declared(
                Service.self, file: declaration.file, word: declaration.chosenWord | mark, declaration.details,
                declaration.scope, argument: parameter == nil ? nil : UnsafeRawPointer(argument), at: location,
                body: { Self.call(body, with: parameter) }, prepare: again)
        }
    }
}
