import Resolver

/// What the asynchronous factories have in common, for this module.
protocol AsyncDeclaration: ServiceDeclaration {
    /// Calls a factory's closure.
    static func call(_ body: Body, with parameter: Any?) async throws -> Service
}

extension AsyncDeclaration {
    /// The same as `erased`, which a public type must have itself.
    static func erasing(_ body: Body) -> ErasedFactory {
        ErasedFactory(AsyncTypedFactory<Service> { _, argument in try await Self.call(body, with: argument) })
    }

    /// The same as `forwarding`.
    static func passing(on find: @escaping @Sendable () -> Self) -> ErasedFactory {
        ErasedFactory(
            AsyncTypedFactory<Service> { _, parameter in
                try await find().service(
                    .prepare, parameter: parameter, at: Engine.innermostCallLocation, isExported: true)
            })
    }

    /// The service where it is not there at once.
    ///
    /// - Parameters:
    ///   - step: What the call has found so far.
    ///   - parameter: What the factory was called with, nil where it takes nothing.
    ///   - location: Where the call is.
    ///   - isExported: Whether the runtime face asks, which has found it the nearest.
    /// - Returns: The service.
    /// - Throws: What the closure throws, the error of a cycle, or that of a cancellation.
    func service(
        _ step: AsyncStep<Service>, parameter: Any?, at location: CodeLocation, isExported: Bool = false
    ) async throws -> Service {
        switch step {
        case .service(let service): return service
        case .make(let ask): return try await made(ask, body, parameter)
        case .prepare: break
        }
        let options = declaration.options ?? DeclarationOptions()
        requireUnmodified(options)
        let place = declaration.place(of: Service.self)
        if !isExported, let key = Environment.active.nearerKey(than: place) {
            return try await Engine.passedOn(Service.self, asynchronously: key, parameter: parameter, at: location)
        }
        let (variant, body) = bodyInForce(options, at: place)
        switch try prepared(options, variant: variant, parameter: parameter, at: location) {
        case .service(let service): return service
        case .make(let ask): return try await made(ask, body, parameter)
        case .prepare:
            // The container was reset meanwhile.
            declaration.requireLiving(of: Service.self, at: location)
            return try await self.service(.prepare, parameter: parameter, at: location, isExported: isExported)
        }
    }

    /// Calls the engine again, with what is known by now.
    private func prepared(
        _ options: DeclarationOptions, variant: Int, parameter: Any?, at location: CodeLocation
    ) throws(ResolutionError) -> AsyncStep<Service> {
        let call = options.callOptions(parameter: parameter)
        let plain = declaration.plain { [position = declaration.position(variant: variant)] in
            $0 = $0 & ~DeclarationPosition.mask | position | DeclarationMarks.isPrepared
        }
        return try unsafe withUnsafePointer(to: parameter) { argument throws(ResolutionError) -> AsyncStep<Service> in
            try unsafe withUnsafePointer(to: call) { call throws(ResolutionError) -> AsyncStep<Service> in
                try unsafe Engine.begin(
                    Service.self, file: plain.file, word: plain.word, plain.context, plain.scope,
                    argument: parameter == nil ? nil : UnsafeRawPointer(argument), at: location,
                    options: declaration.options == nil ? nil : call)
            }
        }
    }

    private func made(_ ask: AsyncAsk, _ body: Body, _ parameter: Any?) async throws -> Service {
        // Sound because a parameter is `Sendable` where a public type has one.
        nonisolated(unsafe) let parameter = parameter
        let made = try await Engine.made(Service.self, ask) { unsafe try await Self.call(body, with: parameter) }
        if let made { return made }
        throw ask.returnedNil
    }
}
