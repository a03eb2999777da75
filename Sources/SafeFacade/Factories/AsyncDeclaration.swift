import Resolver

/// What the asynchronous factories have in common, for this module.
protocol AsyncDeclaration: ServiceDeclaration {
    /// Calls a factory's closure.
    static func call(_ body: Body, with parameter: Any?) async throws -> Service
}

extension AsyncDeclaration {
    /// A factory's closure in the form in which a registration has it.
    public static func erased(_ body: Body) -> ErasedFactory {
        ErasedFactory(
            AnyFactory.of(async: Service.self) { _, argument in
                try await Self.call(body, with: Resolver.Args(argument).passed)
            }.takingArguments(takesParameter))
    }

    /// A factory that passes on a declaration's service, in the form in which a registration has it.
    public static func forwarding(to find: @escaping @Sendable () -> Self) -> ErasedFactory {
        ErasedFactory(
            AnyFactory.of(async: Service.self) { _, argument in
                let parameter = Resolver.Args(argument).passed
                return try await find().resolved(
                    parameter: parameter, at: Engine.innermostCallLocation, isExported: true)
            }.takingArguments(takesParameter))
    }

    /// The service of a declaration that is more than its closure: it is new, or has options.
    ///
    /// - Parameters:
    ///   - parameter: What the factory was called with, nil where it takes nothing.
    ///   - location: Where the call is.
    ///   - isExported: Whether the runtime face asks, which has found that nothing is nearer to the root.
    /// - Returns: The service.
    /// - Throws: What the closure throws, the error of a cycle, or that of a cancellation.
    func resolved(parameter: Any?, at location: CodeLocation, isExported: Bool = false) async throws -> Service {
        declaration.requireUnmodified(Service.self, at: location)
        let (first, always) = candidates(of: declaration.closures)
        return try await first.resolvedOnceDeclared(always, parameter: parameter, at: location, isExported: isExported)
    }

    /// The service of a factory whose closure is chosen.
    ///
    /// `always` has the closure that counts over registrations, if that is another one.
    private func resolvedOnceDeclared(
        _ always: Self?, parameter: Any?, at location: CodeLocation, isExported: Bool
    ) async throws -> Service {
        let reference = declaration.slotReferenceWithVariant(of: Service.self)
        if !isExported, let key = Environment.active.nearerKey(than: reference) {
            let service = try await Engine.passedOn(
                Service.self, asynchronously: key, by: reference.key, parameter: parameter, at: location)
            Engine.decorate(service, declaration.details?.decorate, in: declaration.storage.currentResolver)
            return service
        }
        let pending: NotAtOnce
        do throws(NotAtOnce) {
            return try atOnce(parameter: parameter, at: location)
        } catch {
            pending = error
        }
        guard let ask = try pending.ask else {
            // The container was reset meanwhile; or something is registered, and the closure that always counts is next.
            guard let always else {
                return try await resolved(parameter: parameter, at: location, isExported: isExported)
            }
            return try await always.resolvedOnceDeclared(
                nil, parameter: parameter, at: location, isExported: isExported)
        }
        let body = body
        // Sound because a parameter is `Sendable` where a public type has one.
        nonisolated(unsafe) let parameter = parameter
        return try await made(ask) { unsafe try await Self.call(body, with: parameter) }
    }

    /// Makes the service, with a closure that counts unless something is registered over the declaration.
    @inline(__always)
    func made(_ ask: AsyncAsk, _ body: @escaping @Sendable () async throws -> Service) async throws -> Service {
        do { return try await Engine.made(Service.self, ask, body: body) } catch { throw ask.thrown(error) }
    }

    /// Calls the engine again, now that the declaration is known.
    private func atOnce(parameter: Any?, at location: CodeLocation) throws(NotAtOnce) -> Service {
        let declaration = declaration
        return try unsafe withUnsafePointer(to: parameter) { argument throws(NotAtOnce) -> Service in
            try unsafe Engine.atOnce(
                Service.self, file: declaration.file, word: declaration.chosenWord | DeclarationMarks.isExamined,
                declaration.details, declaration.scope,
                argument: parameter == nil ? nil : UnsafeRawPointer(argument), at: location)
        }
    }
}
