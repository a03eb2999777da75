// The generic step: running a service's factory, and copying its instance. All other steps are the same for every type (the
// files Frame+…).
//
// It is compiled once, for all types. With a copy for each service's type in each program, a graph of seven took 50 ns
// less, and 1,000 registrations took eight times as long to compile as plain functions; now they take four times.
// Unspecialised code is slow only where it asks the runtime for the metadata of a type that it forms itself. So nothing
// here has a local `Service?`, or passes on a closure over `Service`, and a factory puts its instance where it is told to.

/// The generic functions of the engine.
@usableFromInline
package enum Engine {}

extension Engine {
    /// Lends a body a pointer to the arguments of a call; nil where the arguments are nil.
    @inlinable @inline(__always)
    package static func withArguments<Result, Failure>(
        _ arguments: Any?, _ body: (Arguments) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard arguments != nil else { return try body(nil) }
        return try unsafe withUnsafePointer(to: arguments, body)
    }
}

// MARK: - What each call does with it

extension Engine {
    @usableFromInline
    static func resolved<Service>(
        _ type: Service.Type, name: Resolver.Name?, arguments: Arguments, at location: CodeLocation, asked: Resolver?
    ) -> Service {
        if Resolver.Name.isImplied(by: type) {
            return unsafe resolvedBySubclass(type, name: name, arguments: arguments, at: location, asked: asked)
        }
        let frame = unsafe Frame.push(argument: UnsafeRawPointer(arguments), at: location)
        do throws(NoService) {
            let step = frame.begin(Service.self, name: name, asked: asked)
            return try service(type, name: name, asked: asked, step, frame, isOptional: false)
        } catch {
            trap(error)
        }
    }

    @usableFromInline
    static func required<Service>(
        _ type: Service.Type, name: Resolver.Name?, arguments: Arguments, at location: CodeLocation, asked: Resolver?
    ) throws(ResolutionError) -> Service {
        if Resolver.Name.isImplied(by: type) {
            return try unsafe requiredBySubclass(type, name: name, arguments: arguments, at: location, asked: asked)
        }
        let frame = unsafe Frame.push(argument: UnsafeRawPointer(arguments), at: location)
        do throws(NoService) {
            let step = frame.begin(Service.self, name: name, asked: asked)
            return try service(type, name: name, asked: asked, step, frame, isOptional: false)
        } catch {
            throw error.requiredError
        }
    }

    @usableFromInline
    static func optional<Service>(
        _ type: Service.Type, name: Resolver.Name?, arguments: Arguments, at location: CodeLocation, asked: Resolver?
    ) -> Service? {
        if Resolver.Name.isImplied(by: type) {
            return unsafe optionalBySubclass(type, name: name, arguments: arguments, at: location, asked: asked)
        }
        do throws(NoService) {
            return try unsafe ifPresent(type, name: name, arguments: arguments, at: location, asked: asked)
        } catch {
            trap(error)
        }
    }

    /// The same, but throws what `optional` traps with.
    @inline(__always)
    static func ifPresent<Service>(
        _ type: Service.Type, name: Resolver.Name?, arguments: Arguments, at location: CodeLocation, asked: Resolver?
    ) throws(NoService) -> Service? {
        let frame = unsafe Frame.push(argument: UnsafeRawPointer(arguments), at: location)
        let step = frame.begin(Service.self, name: name, asked: asked)
        // For an optional type, `service` asks for the type that it wraps.
        if step.kind == .missing, !_isOptional(type) {
            frame.endMissing()
            return nil
        }
        do throws(NoService) {
            return try service(type, name: name, asked: asked, step, frame, isOptional: true)
        } catch {
            guard error.error == nil else { throw error }
            return nil
        }
    }

    /// The instance of a registration that is known already; nil where there is none and the caller can do without.
    static func instance<Service>(
        _ type: Service.Type, of registration: Registration, in owner: Resolver, asked: Resolver, arguments: Arguments,
        at location: CodeLocation, scope: ResolverScope? = nil, options: DeclarationDetails? = nil,
        isOptional: Bool = true
    ) throws(ResolutionError) -> Service? {
        let frame = unsafe Frame.push(argument: UnsafeRawPointer(arguments), at: location, scope: Unheld(scope))
        frame.pointee.options = Unheld(options)
        defer { withExtendedLifetime(options) {} }
        let step = frame.begin(registration, of: owner, asked: asked)
        do throws(NoService) {
            return try service(type, name: nil, asked: nil, step, frame, isOptional: isOptional)
        } catch {
            if let error = error.error { throw error }
            return nil
        }
    }

    /// The service of a forward's target: the registration under a key, in the resolver that has the forward.
    ///
    /// The forward's factory is the innermost that runs.
    @usableFromInline @inline(never)
    static func target<Service>(
        _ type: Service.Type, _ key: ServiceKey, asked: Resolver, arguments: Arguments
    ) throws -> Service {
        if key.type != type { return try unsafe wrappedTarget(type, key, asked: asked, arguments: arguments) }
        let frame = unsafe Frame.push(argument: UnsafeRawPointer(arguments), at: .unknown)
        let step = frame.begin(targetOfForward: key, asked: asked)
        do throws(NoService) {
            return try service(type, name: nil, asked: nil, step, frame, isOptional: true)
        } catch {
            throw error.error ?? NothingMade.error
        }
    }

    /// The same for an optional type, where the key has the type that it wraps.
    @inline(never)
    private static func wrappedTarget<Service>(
        _ type: Service.Type, _ key: ServiceKey, asked: Resolver, arguments: Arguments
    ) throws -> Service {
        func made<Wrapped>(_ wrapped: Wrapped.Type) throws -> Any {
            try unsafe target(wrapped, key, asked: asked, arguments: arguments)
        }
        guard let service = try _openExistential(key.type, do: made) as? Service else { throw NothingMade.error }
        return service
    }

    // Functions of their own, as making the name takes more registers than all else.

    @inline(never)
    private static func resolvedBySubclass<Service>(
        _ type: Service.Type, name: Resolver.Name?, arguments: Arguments, at location: CodeLocation, asked: Resolver?
    ) -> Service {
        unsafe resolved(Service.self, name: .of(type, name), arguments: arguments, at: location, asked: asked)
    }

    @inline(never)
    private static func requiredBySubclass<Service>(
        _ type: Service.Type, name: Resolver.Name?, arguments: Arguments, at location: CodeLocation, asked: Resolver?
    ) throws(ResolutionError) -> Service {
        try unsafe required(Service.self, name: .of(type, name), arguments: arguments, at: location, asked: asked)
    }

    @inline(never)
    private static func optionalBySubclass<Service>(
        _ type: Service.Type, name: Resolver.Name?, arguments: Arguments, at location: CodeLocation, asked: Resolver?
    ) -> Service? {
        unsafe optional(Service.self, name: .of(type, name), arguments: arguments, at: location, asked: asked)
    }

    static func trap(_ error: ResolutionError) -> Never { Failure.unresolved(error).trap() }

    @usableFromInline @inline(never)
    package static func trap(_ absence: NoService) -> Never { trap(absence.requiredError) }
}

// MARK: - The generic step

extension Engine {
    /// The service that a step leads to, made or copied; where nothing was found, what an optional type wraps.
    ///
    /// Gives the frame back. `name` and `asked` are needed for the wrapped type; `isOptional` says that the caller can do
    /// without.
    @inline(__always)
    private static func service<Service>(
        _ type: Service.Type, name: Resolver.Name?, asked: Resolver?, _ step: Step, _ frame: Frame.Pointer,
        isOptional: Bool
    ) throws(NoService) -> Service {
        if step.isKept {
            defer { frame.pop() }
            return copied(step, frame, as: type)
        }
        guard step.kind == .make else {
            return try missing(type, name: name, asked: asked, frame, isOptional: isOptional)
        }
        return try made(type, step, frame, isOptional: isOptional)
    }

    /// Where nothing was found: what an optional type wraps, or the error.
    @inline(never)
    private static func missing<Service>(
        _ type: Service.Type, name: Resolver.Name?, asked: Resolver?, _ frame: Frame.Pointer, isOptional: Bool
    ) throws(NoService) -> Service {
        // Asking the runtime whether a type conforms takes longer than all else.
        if _isOptional(type), let optional = type as? any OptionalService.Type {
            return try wrapped(type, in: optional, name: name, asked: asked, frame, isOptional: isOptional)
        }
        throw frame.missing(Service.self, name: name, isOptional: isOptional)
    }

    // Apart, as a function that has an optional of `Service` asks the runtime for its metadata before all else.
    @inline(never)
    private static func wrapped<Service>(
        _ type: Service.Type, in optional: any OptionalService.Type, name: Resolver.Name?, asked: Resolver?,
        _ frame: Frame.Pointer, isOptional: Bool
    ) throws(NoService) -> Service {
        frame.release()
        defer { frame.pop() }
        let wrapped = try unsafe optional.resolve(
            name: name, arguments: frame.pointee.argument?.assumingMemoryBound(to: Any?.self),
            at: frame.pointee.location, asked: asked)
        guard let service = wrapped as? Service, !isOptional || unwrapped(wrapped) != nil else {
            throw NoService(error: nil)
        }
        return service
    }

    /// Runs the registered factory that a step has found.
    @inline(__always)
    static func made<Service>(
        _ type: Service.Type, _ step: Step, _ frame: Frame.Pointer, isOptional: Bool
    ) throws(NoService) -> Service {
        guard !frame.pointee.duties.has(.copying) else {
            return try madeAndCopied(type, step, frame, isOptional: isOptional)
        }
        // The service is stored in no variable, so that it is made where the caller wants it.
        defer { frame.endUncopied() }
        return try unsafe frame.call(step.object.unsafelyUnwrapped, as: type, isOptional: isOptional)
    }

    // Apart, as a function that stores an instance in a variable makes room for it before all else.
    @inline(never)
    private static func madeAndCopied<Service>(
        _ type: Service.Type, _ step: Step, _ frame: Frame.Pointer, isOptional: Bool
    ) throws(NoService) -> Service {
        guard frame.isForGraphAlone else {
            let service = try unsafe frame.call(step.object.unsafelyUnwrapped, as: type, isOptional: isOptional)
            finish(frame, with: service)
            return service
        }
        // Made in the graph's room and copied from there: the other way round, it would be moved twice.
        let room = unsafe frame.graphRoom(
            size: MemoryLayout<Service>.size, alignment: MemoryLayout<Service>.alignment
        ).assumingMemoryBound(to: type)
        unsafe room.initialize(to: try frame.call(step.object.unsafelyUnwrapped, as: type, isOptional: isOptional))
        frame.endInGraph()
        return unsafe room.pointee
    }

    /// Copies the instance that a step has found.
    @inlinable @inline(__always)
    package static func copied<Service>(_ step: Step, _ frame: Frame.Pointer, as type: Service.Type) -> Service {
        let address = unsafe step.object.unsafelyUnwrapped.assumingMemoryBound(to: type)
        // Runs once the copy is where the caller wants it.
        defer { frame.endCopy() }
        return unsafe step.kind == .take ? address.move() : address.pointee
    }
}

extension Frame.Pointer {
    /// Runs the closure at an address, that of a registered factory of the service's type.
    @inline(__always)
    fileprivate func call<Service>(
        _ factory: UnsafeMutableRawPointer, as type: Service.Type, isOptional: Bool
    ) throws(NoService) -> Service {
        do {
            return try askedResolver.with {
                try unsafe factory.assumingMemoryBound(to: AnyFactory.Borrowed<Service>.self).pointee(
                    $0, pointee.argument?.assumingMemoryBound(to: Any?.self))
            }
        } catch {
            throw failed(error, isOptional: isOptional)
        }
    }
}

extension Engine {
    /// Where the service that is being made was asked for.
    package static var innermostLocation: CodeLocation {
        ThreadState.current.pointee.top?.pointee.location ?? .unknown
    }

    /// The service of the runtime face for which a `legacy()` factory stands: the innermost that runs, whose arguments it is
    /// given.
    package static func forwarded<Service>(_ type: Service.Type, name: Resolver.Name?, asked: Resolver?) -> Service {
        let frame = ThreadState.current.pointee.top
        return unsafe withArguments(frame?.given.value) { arguments in
            unsafe resolved(
                type, name: name, arguments: arguments, at: frame?.pointee.location ?? .unknown, asked: asked)
        }
    }

    /// The service that the runtime face has under a key, nearer to the root than a declaration, which passes it on.
    package static func passedOn<Service>(
        _ type: Service.Type, _ key: ServiceKey, by declared: ServiceKey, parameter: Any?, at location: CodeLocation
    ) -> Service {
        PendingEvents.asking(for: declared) {
            unsafe withArguments(parameter) { arguments in
                unsafe resolved(
                    type, name: .name(fromString: key.name), arguments: arguments, at: location, asked: nil)
            }
        }
    }
}
