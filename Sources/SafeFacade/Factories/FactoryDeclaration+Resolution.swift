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
        let options = declaration.options ?? DeclarationOptions()
        requireUnmodified(options)
        let place = declaration.place(of: Service.self)
        if !isExported, let key = Environment.active.nearerKey(than: place) {
            return Engine.passedOn(Service.self, key, parameter: parameter, at: location)
        }
        var call = options.callOptions(parameter: parameter)
        let (variant, body) = bodyInForce(options, at: place)
        let plain = declaration.plain {
            $0 = $0 & ~DeclarationPosition.mask | declaration.position(variant: variant)
        }
        return ask(plain, parameter: parameter, at: location, &call, hasOptions: declaration.options != nil) {
            Self.call(body, with: parameter)
        } again: {
            declaration.requireLiving(of: Service.self, at: location)
            return resolved(parameter: parameter, at: location, isExported: isExported)
        }
    }

    /// Calls the engine with what is known by now, and begins again where the container was reset meanwhile.
    private func ask(
        _ declaration: Declaration, parameter: Any?, at location: CodeLocation, _ call: inout CallOptions,
        hasOptions: Bool, _ body: () -> Service, again: () -> Service
    ) -> Service {
        unsafe withUnsafePointer(to: parameter) { argument in
            unsafe withUnsafePointer(to: call) { call in
                unsafe Engine.declared(
                    Service.self, file: declaration.file, word: declaration.word | DeclarationMarks.isPrepared,
                    declaration.context, declaration.scope,
                    argument: parameter == nil ? nil : UnsafeRawPointer(argument), at: location,
                    options: hasOptions ? call : nil, body: body, prepare: again)
            }
        }
    }
}
