import Resolver

// How a factory is resolved that the engine cannot resolve at once: it is new, or has options.

extension FactoryDeclaration {
    /// The service of a factory that must be seen to first.
    ///
    /// - Parameters:
    ///   - parameter: What the factory was called with, nil where it takes nothing.
    ///   - location: Where the call is.
    ///   - isExported: Whether the runtime face asks, which has found it the nearest.
    /// - Returns: The service.
    func resolved(parameter: Any?, at location: CodeLocation, isExported: Bool = false) -> Service {
        let declaration = declaration
        let stated = declaration.options
        let options = stated ?? DeclarationOptions()
        let call = stated?.callOptions(parameter: parameter)
        // One that keeps an instance for each parameter is most often known by now.
        guard options.concern == .eachCall, options.contexts.isEmpty, !isLegacy, !isExported else {
            return declared(declaration, options, call, parameter: parameter, at: location, isExported: isExported)
        }
        return ask(declaration.plain(), parameter: parameter, at: location, call) {
            Self.call(body, with: parameter)
        } again: {
            declared(declaration, options, call, parameter: parameter, at: location, isExported: isExported)
        }
    }

    /// The same for what may be new, or have a closure for a context.
    private func declared(
        _ declaration: Declaration, _ options: DeclarationOptions, _ call: CallOptions?, parameter: Any?,
        at location: CodeLocation, isExported: Bool
    ) -> Service {
        requireUnmodified(options)
        let place = declaration.place(of: Service.self)
        if !isExported, let key = Environment.active.nearerKey(than: place) {
            return Engine.passedOn(Service.self, key, parameter: parameter, at: location)
        }
        let (variant, body) = bodyInForce(options, at: place)
        let plain = declaration.plain {
            $0 = $0 & ~DeclarationPosition.mask | declaration.position(variant: variant) | DeclarationMarks.isPrepared
        }
        return ask(plain, parameter: parameter, at: location, call) {
            Self.call(body, with: parameter)
        } again: {
            declaration.requireLiving(of: Service.self, at: location)
            return resolved(parameter: parameter, at: location, isExported: isExported)
        }
    }

    /// Calls the engine with what is known by now, and begins again where the container was reset meanwhile.
    private func ask(
        _ declaration: Declaration, parameter: Any?, at location: CodeLocation, _ options: CallOptions?,
        _ body: () -> Service, again: () -> Service
    ) -> Service {
        unsafe withUnsafePointer(to: parameter) { argument in
            unsafe Engine.declared(
                Service.self, file: declaration.file, word: declaration.word,
                declaration.context, declaration.scope,
                argument: parameter == nil ? nil : UnsafeRawPointer(argument), at: location, options: options,
                body: body, prepare: again)
        }
    }
}
