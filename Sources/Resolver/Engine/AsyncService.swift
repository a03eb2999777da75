// The generic step of asynchronous calls. It begins as every call does, synchronously (`begin`), and suspends only
// where an instance has to be made, or is being made.

/// What an asynchronous call has found.
@usableFromInline
@frozen
package enum AsyncStep<Service> {
    /// An instance: one that is kept, or that a synchronous factory has made.
    case service(Service)
    /// An asynchronous factory must run, or has begun to.
    case make(AsyncAsk)
    /// The typed face must see to something first.
    case prepare
}

/// Who asks the runtime face in an asynchronous call.
package enum RuntimeAsker {
    /// The program, which is told of what a factory throws by a `ResolutionError`.
    case program
    /// The closure of a typed factory that stands for a registration.
    case standIn
    /// A typed factory that passes on what is nearer to the root, and is no link of the chain.
    case passing
}

extension Engine {
    /// Begins an asynchronous call of a typed factory; the parameters are those of the synchronous ``declared``.
    @usableFromInline
    package static func begin<Service>(
        _ type: Service.Type, file: UnsafePointer<UInt8>, word: UInt64, _ context: DeclarationContext?,
        _ scope: ResolverScope?, argument: UnsafeRawPointer? = nil, argumentType: Any.Type? = nil,
        at location: CodeLocation, options: CallOptions? = nil
    ) throws(ResolutionError) -> AsyncStep<Service> {
        let (frame, step) = unsafe pushedAsynchronous(
            type, file: file, word: word, context, scope, argument: argument, argumentType: argumentType,
            at: location, options: options)
        defer {
            withExtendedLifetime(context) { withExtendedLifetime(options) { unsafe frame.pop() } }
        }
        return try unsafe begun(type, step, frame)
    }

    /// Goes on with what a call of a typed factory has found.
    @usableFromInline
    package static func begun<Service>(
        _ type: Service.Type, _ step: Step, _ frame: Frame.Pointer
    ) throws(ResolutionError) -> AsyncStep<Service> {
        switch step.kind {
        case .make: try unsafe asynchronous(type, step, frame)
        case .copy, .take: .service(unsafe copied(step, frame, as: type))
        default: .prepare
        }
    }

    /// What an asynchronous call of a typed factory finds, with a frame that was pushed for it; to be popped before the
    /// task suspends.
    @usableFromInline @inline(never)
    package static func pushedAsynchronous(
        _ type: Any.Type, file: UnsafePointer<UInt8>, word: UInt64, _ context: DeclarationContext?,
        _ scope: ResolverScope?, argument: UnsafeRawPointer? = nil, argumentType: Any.Type? = nil,
        at location: CodeLocation, options: CallOptions? = nil
    ) -> (frame: Frame.Pointer, step: Step) {
        let frame = unsafe Frame.push(
            argument: argument, type: argumentType, at: location, scope: scope, options: options)
        // With a lifetime that keeps it, an instance is found as every other. Without one, a declaration is found like
        // one that nobody keeps: the options, and an asynchronous factory of lifetime graph, are seen to later. Where
        // it stands for a registration, a lifetime is a mistake, which must be seen.
        let isPlain = options == nil && context.concernsNoCall
        let isKept = isPlain && word & DeclarationMarks.isKept != 0
        let shows = isKept || word & DeclarationMarks.isLegacy != 0
        let step = unsafe frame.begin(type, file: file, word: shows ? word : word & ~DeclarationMarks.lifetime, context)
        unsafe frame.pointee.marks = word
        return unsafe (frame, step)
    }

    /// What an asynchronous call of the runtime face finds, which may be a synchronous service, too; with a frame that was
    /// pushed for it.
    ///
    /// The frame is to be popped before the task suspends. It has no arguments any more: only `begun` needs them.
    @usableFromInline @inline(never)
    static func pushedAsynchronous(
        _ type: Any.Type, name: Resolver.Name?, argument: Any?, at location: CodeLocation, asked: Resolver?
    ) -> (frame: Frame.Pointer, step: Step) {
        let frame = unsafe Frame.push(at: location)
        return unsafe frame.withArgument(argument) {
            unsafe (frame, frame.beginAsynchronous(type, name: name, asked: asked))
        }
    }

    /// Goes on where a factory must run, or nothing was found.
    @usableFromInline @inline(never)
    static func begun<Service>(
        _ type: Service.Type, name: Resolver.Name?, argument: Any?, _ step: Step, _ frame: Frame.Pointer,
        isOptional: Bool
    ) throws(NoService) -> AsyncStep<Service> {
        switch step.kind {
        case .copy, .take: return .service(unsafe copied(step, frame, as: type))
        case .make:
            return try unsafe frame.withArgument(argument) { () throws(NoService) -> AsyncStep<Service> in
                guard unsafe frame.findsAsynchronous else {
                    return .service(try unsafe synchronous(type, step, frame, isOptional: isOptional))
                }
                do throws(ResolutionError) {
                    return try unsafe asynchronous(type, step, frame)
                } catch {
                    throw NoService(error: error)
                }
            }
        default:
            guard _isOptional(type) else {
                let outer = TaskState.construction?.chain ?? []
                throw unsafe frame.missing(type, name: name, isOptional: isOptional, outer: outer)
            }
            unsafe frame.release()
            return .prepare
        }
    }

    /// The service of an asynchronous call of the runtime face that has begun; nil where it is absent.
    static func service<Service>(
        _ type: Service.Type, _ step: AsyncStep<Service>, name: Resolver.Name?, argument: Any?,
        at location: CodeLocation, asked: Resolver?, isOptional: Bool, for asker: RuntimeAsker = .program
    ) async throws -> Service? {
        switch step {
        case .service(let service): return service
        case .make(let ask):
            do {
                if let service = try await made(type, ask) { return service }
            } catch {
                throw error is CancellationError || asker != .program ? error : ask.resolutionError(error)
            }
            if isOptional { return nil }
            throw ask.returnedNil
        case .prepare: break
        }
        guard let optional = type as? any OptionalService.Type else { return nil }
        return try await optional.resolve(
            name: name, argument: argument, at: location, asked: asked, for: asker) as? Service
    }

    /// The service of a type that the runtime face finds, which may be synchronous; nil where it is absent.
    static func service<Service>(
        _ type: Service.Type, name: Resolver.Name?, argument: Any?, at location: CodeLocation, asked: Resolver?,
        isOptional: Bool, for asker: RuntimeAsker = .program
    ) async throws -> Service? {
        let step: AsyncStep<Service>
        do throws(NoService) {
            step = try begin(
                type, name: name, argument: argument, at: location, asked: asked, isOptional: isOptional, for: asker)
        } catch {
            if let error = error.error { throw error }
            return nil
        }
        return try await service(
            type, step, name: name, argument: argument, at: location, asked: asked, isOptional: isOptional, for: asker)
    }

    private static func begin<Service>(
        _ type: Service.Type, name: Resolver.Name?, argument: Any?, at location: CodeLocation, asked: Resolver?,
        isOptional: Bool, for asker: RuntimeAsker
    ) throws(NoService) -> AsyncStep<Service> {
        if asker == .passing { unsafe ThreadState.current.pointee.pendingEvents?.passesOn = true }
        // Nobody has asked for it where nobody observes.
        defer { if asker == .passing { unsafe ThreadState.current.pointee.pendingEvents?.passesOn = false } }
        let (frame, step) = unsafe pushedAsynchronous(type, name: name, argument: argument, at: location, asked: asked)
        defer { unsafe frame.pop() }
        return try unsafe begun(type, name: name, argument: argument, step, frame, isOptional: isOptional)
    }

    /// The service that an asynchronous call of the program cannot do without: an instance that is there is copied in
    /// place.
    @inlinable @inline(__always)
    static func awaited<Service>(
        _ type: Service.Type, name: Resolver.Name?, argument: (any Sendable)?, at location: CodeLocation,
        asked: Resolver?
    ) async throws -> Service {
        // Passed on only where there is one: as another existential, it is copied, nil or not.
        guard case .none = argument else {
            return try await awaited(type, name: name, given: argument, at: location, asked: asked)
        }
        let next: AsyncStep<Service>
        do throws(NoService) {
            let (frame, step) = unsafe pushedAsynchronous(type, name: name, argument: nil, at: location, asked: asked)
            defer { unsafe frame.pop() }
            if step.isKept { return unsafe copied(step, frame, as: type) }
            next = try unsafe begun(type, name: name, argument: nil, step, frame, isOptional: false)
        } catch {
            throw reason(error)
        }
        return try await awaited(type, next, name: name, at: location, asked: asked)
    }

    /// The same with an argument.
    @usableFromInline @inline(never)
    static func awaited<Service>(
        _ type: Service.Type, name: Resolver.Name?, given argument: (any Sendable)?, at location: CodeLocation,
        asked: Resolver?
    ) async throws -> Service {
        try await required(type, name: name, argument: argument, at: location, asked: asked)
    }

    /// The same where it is not there at once.
    @usableFromInline @inline(never)
    static func awaited<Service>(
        _ type: Service.Type, _ step: AsyncStep<Service>, name: Resolver.Name?, at location: CodeLocation,
        asked: Resolver?
    ) async throws -> Service {
        let service = try await service(
            type, step, name: name, argument: nil, at: location, asked: asked, isOptional: false)
        guard let service else { throw reason(NoService(error: nil)) }
        return service
    }

    /// Goes on where a factory is to be run.
    private static func asynchronous<Service>(_ type: Service.Type, _ step: Step, _ frame: Frame.Pointer)
        throws(ResolutionError) -> AsyncStep<Service>
    {
        // What is registered over an asynchronous declaration may be synchronous.
        guard unsafe frame.findsAsynchronous else { return .service(try unsafe synchronous(type, step, frame)) }
        let next = try unsafe frame.asynchronousStep()
        guard next.kind == .make else { return .service(unsafe copied(next, frame, as: type)) }
        return unsafe .make(Unmanaged<AsyncAsk>.fromOpaque(next.object.unsafelyUnwrapped).takeRetainedValue())
    }

    /// The service of a synchronous factory that an asynchronous call has found.
    private static func synchronous<Service>(
        _ type: Service.Type, _ step: Step, _ frame: Frame.Pointer, isOptional: Bool
    ) throws(NoService) -> Service {
        do throws(NoService) {
            return try unsafe made(type, step, frame, isOptional: isOptional)
        } catch {
            throw NoService(error: error.error.map(asked))
        }
    }

    /// The service of a synchronous factory that is registered over an asynchronous one.
    private static func synchronous<Service>(
        _ type: Service.Type, _ step: Step, _ frame: Frame.Pointer
    ) throws(ResolutionError) -> Service {
        do throws(NoService) {
            return try unsafe synchronous(type, step, frame, isOptional: false)
        } catch {
            throw reason(error)
        }
    }

    /// The error of a synchronous factory with what has asked asynchronously, whose links no frame has.
    private static func asked(_ error: ResolutionError) -> ResolutionError {
        error.within(TaskState.construction?.chain ?? [])
    }

    /// The service of an asynchronous factory, made in the asker's place, or by a flight that others can join.
    ///
    /// - Parameters:
    ///   - type: The service's type.
    ///   - ask: The call.
    ///   - body: The declared closure, which counts unless something is registered over the declaration; nil where the
    ///     runtime face asks.
    /// - Returns: The service; nil where the factory has returned nil.
    /// - Throws: What the factory throws, the error of a cycle, or that of a cancellation.
    package static func made<Service>(
        _ type: Service.Type, _ ask: AsyncAsk, body: (@Sendable () async throws -> Service)? = nil
    ) async throws -> Service? {
        do {
            if unsafe ask.cell == nil { return try await madeInPlace(ask, body) }
            return try await madeOnce(ask, body)
        } catch {
            ask.observe(error)
            throw error
        }
    }

    // Inlined, as this one and the next are called in one place, and each asynchronous function that is called takes
    // more than a hundred instructions.
    /// Makes what nobody keeps: in the asker's task and isolation.
    @inline(__always)
    private static func madeInPlace<Service>(
        _ ask: AsyncAsk, _ body: (@Sendable () async throws -> Service)?
    ) async throws -> Service? {
        let construction = AsyncConstruction(ask, flight: nil)
        defer { construction.end() }
        try construction.examineDepth()
        let outer = TaskState.current
        let state = TaskState(run: outer?.run, construction, isClosing: outer?.isClosing ?? false)
        let made = try await TaskState.$current.bind(state) { try await ask.make(body) }
        if let made { ask.decorate(made) }
        ask.observe(made == nil ? .returnedNil : .made)
        return made
    }

    /// Makes what is kept: in a task of its own, which all who ask for it wait for.
    @inline(__always)
    private static func madeOnce<Service>(
        _ ask: AsyncAsk, _ body: (@Sendable () async throws -> Service)?
    ) async throws -> Service? {
        while true {
            try Task.checkCancellation()
            guard let (wait, isFirst) = try ask.join() else {
                // Another one has been faster.
                guard let service = ask.kept(Service.self) else { continue }
                ask.observe(.reused)
                return service
            }
            if isFirst { wait.flight.start { try await ask.make(body).map { KeptValue.make($0) } } }
            switch await wait.landing() {
            case .made(let value):
                if !wait.isTheMakers { ask.decorate(value, isMade: false) }
                ask.observe(wait.isTheMakers ? .made : .reused)
                return unsafe value.address.assumingMemoryBound(to: Service.self).pointee
            case .nothing:
                ask.observe(.returnedNil)
                return nil
            case .failed(let error): throw error
            case .again: continue
            }
        }
    }
}

extension Engine {
    /// The service of the runtime face that an asynchronous call cannot do without.
    ///
    /// - Parameters:
    ///   - type: The service's type.
    ///   - name: The name that it is registered under.
    ///   - argument: What the factory is given.
    ///   - location: Where the call is.
    ///   - asked: The resolver that is asked; the root for nil.
    ///   - asker: Who asks.
    /// - Returns: The service.
    /// - Throws: Why there is none; a `CancellationError` where the task is cancelled.
    package static func required<Service>(
        _ type: Service.Type, name: Resolver.Name?, argument: Any?, at location: CodeLocation, asked: Resolver?,
        for asker: RuntimeAsker = .program
    ) async throws -> Service {
        let service = try await service(
            type, name: name, argument: argument, at: location, asked: asked, isOptional: false, for: asker)
        guard let service else { throw reason(NoService(error: nil)) }
        return service
    }

    /// The service that the runtime face has nearer to the root than an asynchronous typed factory, which passes it on.
    package static func passedOn<Service>(
        _ type: Service.Type, asynchronously key: ServiceKey, parameter: Any?, at location: CodeLocation
    ) async throws -> Service {
        try await required(
            type, name: key.name.map { Resolver.Name($0) }, argument: parameter, at: location, asked: nil, for: .passing
        )
    }

    /// Where the service was asked for whose asynchronous factory the task runs.
    package static var innermostCallLocation: CodeLocation {
        TaskState.construction?.ask.location ?? .unknown
    }
}

extension AsyncAsk {
    /// Runs the factory: the declared closure, which came with the call, or what is registered.
    @inline(__always)
    fileprivate func make<Service>(_ body: (@Sendable () async throws -> Service)?) async throws -> Service? {
        if let body, registration.isDeclaration { return try await body() }
        guard let address = unsafe registration.factoryAddress else {
            fatalError("Resolver: an asynchronous call has found no factory; please report this")
        }
        let factory = unsafe Unmanaged<AnyFactory>.fromOpaque(address).takeUnretainedValue()
        return try await unsafe unsafeDowncast(factory, to: AsyncTypedFactory<Service>.self).makeAsync(
            resolver, argument)
    }
}

extension UnsafeMutablePointer<Frame> {
    /// Whether what was found is asynchronous.
    var findsAsynchronous: Bool {
        unsafe pointee.registration.unsafelyUnwrapped._withUnsafeGuaranteedRef { $0.isAsynchronous }
    }
}

extension AsyncAsk {
    /// What is kept for this call, by now; nil where nothing is.
    func kept<Service>(_ type: Service.Type) -> Service? {
        unsafe withFrame { frame in
            guard let step = unsafe frame.keptCopy(frame.pointee.thread) else { return nil }
            return unsafe Engine.copied(step, frame, as: type)
        }
    }
}
