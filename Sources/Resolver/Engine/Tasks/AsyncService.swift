// The generic step of asynchronous calls. It begins as every call does, synchronously (`atOnce`), and suspends only where
// an instance has to be made, or is being made.
//
// As in `Service.swift`, code that is not compiled for the service's type must not form a type of it, such as an optional.
// So a call that has no service at once throws, and a factory that returns nil throws a `NothingMade`.

/// Who asks the runtime face in an asynchronous call.
@usableFromInline
package enum RuntimeAsker {
    /// The program, which is thrown a factory's error in a `ResolutionError`.
    case program
    /// A typed factory, which throws on the error as it is: one that stands for a registration; or, with its key, one that
    /// passes on a service which the runtime face has nearer to the root.
    case declaration(passing: ServiceKey?)

    fileprivate var isProgram: Bool { if case .program = self { true } else { false } }
    fileprivate var passing: ServiceKey? { if case .declaration(let key) = self { key } else { nil } }
}

// MARK: - What a call finds

extension Engine {
    /// The service that an asynchronous call of a typed factory finds at once: an instance that is kept, or one that a
    /// synchronous factory makes; the parameters are those of the synchronous ``declared``.
    @usableFromInline
    package static func atOnce<Service>(
        _ type: Service.Type, file: UnsafePointer<UInt8>, word: UInt64, _ details: DeclarationDetails?,
        _ scope: Unheld<ResolverScope>?, argument: UnsafeRawPointer? = nil, argumentType: Any.Type? = nil,
        at location: CodeLocation
    ) throws(NotAtOnce) -> Service {
        let (frame, step) = try unsafe pushedAsynchronous(
            type, file: file, word: word, details, scope, argument: argument, argumentType: argumentType,
            at: location)
        // The frame is given back before the task suspends.
        defer {
            withExtendedLifetime(details) { frame.pop() }
        }
        return try atOnce(type, step, frame, isOptional: false)
    }

    /// The same for a call of the runtime face, which finds synchronous services, too.
    @usableFromInline
    static func atOnce<Service>(
        _ type: Service.Type, name: Resolver.Name?, arguments: Arguments, at location: CodeLocation, asked: Resolver?,
        isOptional: Bool
    ) throws(NotAtOnce) -> Service {
        let (frame, step) = try unsafe pushedAsynchronous(
            Service.self, name: name, arguments: arguments, at: location, asked: asked, isOptional: isOptional)
        defer { frame.pop() }
        return try atOnce(type, step, frame, isOptional: isOptional)
    }

    /// The service that a step gives at once.
    @inline(__always)
    private static func atOnce<Service>(
        _ type: Service.Type, _ step: Step, _ frame: Frame.Pointer, isOptional: Bool
    ) throws(NotAtOnce) -> Service {
        if step.isKept { return copied(step, frame, as: type) }
        guard step.kind == .make else { throw step.notAtOnce }
        do throws(NoService) {
            guard frame.pointee.argumentType == nil else { return try madeWithAny(type, step, frame) }
            return try made(type, step, frame, isOptional: isOptional)
        } catch {
            throw .absent(error)
        }
    }

    /// Pushes a frame for a call of a typed factory, and begins it.
    @inline(never)
    private static func pushedAsynchronous(
        _ type: Any.Type, file: UnsafePointer<UInt8>, word: UInt64, _ details: DeclarationDetails?,
        _ scope: Unheld<ResolverScope>?, argument: UnsafeRawPointer?, argumentType: Any.Type?, at location: CodeLocation
    ) throws(NotAtOnce) -> (frame: Frame.Pointer, step: Step) {
        let frame = unsafe Frame.push(argument: argument, type: argumentType, at: location, scope: scope)
        // `begin` is shown the lifetime only of a factory without options, for which it may copy the kept instance. Any
        // other it takes for one that nobody keeps; `asynchronousStep` then goes by the lifetime in `marks`. The lifetime of
        // a `legacy()` factory is always shown: stating one is a mistake, which must be reported.
        let isKept = details.concernsNoCall && word & DeclarationMarks.isKept != 0
        let shows = isKept || word & DeclarationMarks.isLegacy != 0
        let step = unsafe frame.begin(
            type, file: file, word: shows ? word : word & ~DeclarationMarks.lifetime, details,
            isPlain: scope == nil)
        if step.isKept { return (frame, step) }
        frame.pointee.marks = word
        return (frame, try frame.asynchronousStep(step))
    }

    /// The same for a call of the runtime face, which a synchronous service may answer as well.
    @inline(never)
    private static func pushedAsynchronous(
        _ type: Any.Type, name: Resolver.Name?, arguments: Arguments, at location: CodeLocation, asked: Resolver?,
        isOptional: Bool
    ) throws(NotAtOnce) -> (frame: Frame.Pointer, step: Step) {
        let frame = unsafe Frame.push(argument: UnsafeRawPointer(arguments), at: location)
        let step = frame.begin(type, name: name, asked: asked, isAsynchronous: true)
        if step.isKept { return (frame, step) }
        if step.kind == .missing {
            guard isOptionalType(type) else {
                throw .absent(frame.missing(type, name: name, isOptional: isOptional, isAsynchronous: true))
            }
            // A call of its own asks for the type that the optional wraps.
            frame.release()
        }
        return (frame, try frame.asynchronousStep(step))
    }
}

// MARK: - What each call of the runtime face does with it

extension Engine {
    /// The service that an asynchronous call of the program cannot do without.
    @inlinable @inline(__always)
    static func awaited<Service>(
        _ type: Service.Type, name: Resolver.Name?, argument: (any Sendable)?, at location: CodeLocation,
        asked: Resolver?
    ) async throws -> Service {
        // Converting the argument to `Any?` would copy it, nil or not.
        guard case .none = argument, !Resolver.Name.isImplied(by: type) else {
            return try await resolvedAsync(
                type, name: .inForce(name, by: type), argument: argument, at: location, asked: asked)
        }
        do throws(NotAtOnce) {
            return try unsafe atOnce(
                type, name: name, arguments: nil, at: location, asked: asked, isOptional: false)
        } catch {
            return try await made(type, error, name: name, at: location, asked: asked)
        }
    }

    /// The service of an asynchronous call of the runtime face.
    ///
    /// - Parameters:
    ///   - type: The service's type.
    ///   - name: The name that it is registered under.
    ///   - argument: What the factory is given.
    ///   - location: Where the call is.
    ///   - asked: The resolver that is asked; the root for nil.
    ///   - isOptional: Whether the caller can do without the service; if it is absent, a `NoService` is thrown then.
    ///   - asker: Who asks.
    /// - Returns: The service.
    /// - Throws: Why there is none; a `CancellationError` where the task is cancelled.
    @usableFromInline
    package static func resolvedAsync<Service>(
        _ type: Service.Type, name: Resolver.Name?, argument: Any?, at location: CodeLocation, asked: Resolver?,
        isOptional: Bool = false, for asker: RuntimeAsker = .program
    ) async throws -> Service {
        do throws(NotAtOnce) {
            return try PendingEvents.asking(for: asker.passing) { () throws(NotAtOnce) in
                try unsafe withArguments(argument) { arguments throws(NotAtOnce) -> Service in
                    try unsafe atOnce(
                        type, name: name, arguments: arguments, at: location, asked: asked, isOptional: isOptional)
                }
            }
        } catch {
            return try await made(
                type, error, name: name, argument: argument, at: location, asked: asked, isOptional: isOptional,
                for: asker)
        }
    }

    /// The same of a service that the caller can do without; nil where it is absent.
    static func ifPresent<Service>(
        _ type: Service.Type, name: Resolver.Name?, argument: Any?, at location: CodeLocation, asked: Resolver?,
        for asker: RuntimeAsker = .program
    ) async throws -> Service? {
        do {
            return try await resolvedAsync(
                type, name: name, argument: argument, at: location, asked: asked, isOptional: true, for: asker)
        } catch is NoService {
            return nil
        }
    }

    /// The service of the runtime face that an asynchronous typed factory passes on, as it is nearer to the root.
    package static func passedOn<Service>(
        _ type: Service.Type, asynchronously key: ServiceKey, by declared: ServiceKey, parameter: Any?,
        at location: CodeLocation
    ) async throws -> Service {
        try await resolvedAsync(
            type, name: .name(fromString: key.name), argument: parameter, at: location, asked: nil,
            for: .declaration(passing: declared))
    }

    /// The service of a call of the runtime face where it is not there at once.
    @usableFromInline
    static func made<Service>(
        _ type: Service.Type, _ pending: NotAtOnce, name: Resolver.Name?, argument: Any? = nil,
        at location: CodeLocation, asked: Resolver?, isOptional: Bool = false, for asker: RuntimeAsker = .program
    ) async throws -> Service {
        switch pending {
        case .absent(let absence):
            if isOptional, absence.error == nil { throw absence }
            throw asker.isProgram ? absence.requiredError : absence.asItIs
        case .ask(let ask): return try await made(type, ask, isOptional: isOptional, for: asker)
        case .prepare:
            return try await wrapped(type, name: name, argument: argument, at: location, asked: asked, for: asker)
        }
    }

    /// The service of an optional type that has no registration of its own: the service that it wraps, or nil.
    private static func wrapped<Service>(
        _ type: Service.Type, name: Resolver.Name?, argument: Any?, at location: CodeLocation, asked: Resolver?,
        for asker: RuntimeAsker
    ) async throws -> Service {
        guard let optional = type as? any OptionalService.Type,
            let service = try await optional.resolve(
                name: name, argument: argument, at: location, asked: asked, for: asker) as? Service
        else { throw NoService(error: nil) }
        return service
    }

    /// The service of an asynchronous factory that a call of the runtime face has found.
    private static func made<Service>(
        _ type: Service.Type, _ ask: AsyncAsk, isOptional: Bool, for asker: RuntimeAsker
    ) async throws -> Service {
        do {
            return try await made(type, ask)
        } catch let error where isOptional && (error is NothingMade || error is DoesNotConform) {
            throw NoService(error: nil)
        } catch {
            let thrown = ask.thrown(error)
            throw thrown is CancellationError || !asker.isProgram ? thrown : ask.resolutionError(thrown)
        }
    }

    /// Where the service was asked for whose asynchronous factory the task runs.
    package static var innermostCallLocation: CodeLocation {
        TaskState.construction?.ask.location ?? .unknown
    }
}

// MARK: - Making

extension Engine {
    /// The service of an asynchronous factory, made in the asker's place, or by a flight that others can join.
    ///
    /// - Parameters:
    ///   - type: The service's type.
    ///   - ask: The call.
    ///   - body: The declared closure, which counts unless something is registered over the declaration; nil where the
    ///     runtime face asks.
    /// - Returns: The service.
    /// - Throws: What the factory throws, a `NothingMade` where it returns nil, the error of a cycle, or that of a
    ///   cancellation.
    package static func made<Service>(
        _ type: Service.Type, _ ask: AsyncAsk, body: (@Sendable () async throws -> Service)? = nil
    ) async throws -> Service {
        do {
            if ask.cell == nil { return try await madeInPlace(ask, body) }
            return try await madeOnce(ask, body)
        } catch {
            ask.observe(failed: error)
            throw error
        }
    }

    // Inlined, as calling an asynchronous function takes more than a hundred instructions. The next function is not inlined, as
    // a function makes room for all its instances at its beginning.
    /// Makes an instance that nobody keeps, in the asker's task and isolation.
    @inline(__always)
    private static func madeInPlace<Service>(
        _ ask: AsyncAsk, _ body: (@Sendable () async throws -> Service)?
    ) async throws -> Service {
        let construction = AsyncConstruction(ask, flight: nil)
        defer { construction.end() }
        try construction.examineDepth()
        let outer = TaskState.current
        let state = TaskState(in: outer?.runs, construction, isClosing: outer?.isClosing ?? false)
        let made = try await TaskState.$local.bind(TaskReference(state)) { try await ask.make(body) }
        ask.decorate(made)
        ask.observe(.made)
        return made
    }

    /// Makes an instance that is kept, in a task of its own, for which all calls that ask for the instance wait.
    @inline(never)
    private static func madeOnce<Service>(
        _ ask: AsyncAsk, _ body: (@Sendable () async throws -> Service)?
    ) async throws -> Service {
        while true {
            if let value = try await ask.landed({ KeptValue.make(try await ask.make(body)) }) {
                return unsafe value.address.assumingMemoryBound(to: Service.self).pointee
            }
            // Another call has been faster.
            if let service = ask.kept(Service.self) {
                ask.observe(.reused)
                return service
            }
        }
    }
}

extension AsyncAsk {
    /// Runs the factory: the declared closure, which came with the call, or the registered one.
    ///
    /// A `legacy()` declaration's closure runs only where the declaration itself was found, and not its registration.
    @inline(__always)
    fileprivate func make<Service>(_ body: (@Sendable () async throws -> Service)?) async throws -> Service {
        if let body, registration.isDeclaration, registration.isForward || !isLegacy { return try await body() }
        guard let make = Lock.held({ registration.factoryInForce })?.asyncClosure(of: Service.self) else {
            fatalError("Resolver: an asynchronous call has found no factory; please report this")
        }
        return try await make(resolver, argument)
    }

    /// The instance that the call's cell keeps by now; nil where it keeps none.
    func kept<Service>(_ type: Service.Type) -> Service? {
        withFrame { frame in
            guard let step = frame.keptCopy() else { return nil }
            return Engine.copied(step, frame, as: type)
        }
    }
}
