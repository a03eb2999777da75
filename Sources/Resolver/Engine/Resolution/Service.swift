// The generic step: running a service's factory, and copying its instance. What comes between is the same for every type
// (the files Frame+…).
//
// It is compiled once, for all types. With a copy for each service's type in each program, a graph of seven took 50 ns
// less, and 1,000 registrations took eight times as long to compile as plain functions; now they take three times.
// Unspecialised code is slow only where it asks the runtime for the metadata of a type that it forms itself. So nothing
// here has a local `Service?`, or passes on a closure over `Service`, and a factory puts its instance where it is told to.

/// The generic functions of the engine.
@usableFromInline
package enum Engine {}

// MARK: - What each call does with it

extension Engine {
    @usableFromInline
    static func resolved<Service>(
        _ type: Service.Type, name: Resolver.Name?, arguments: Arguments, at location: CodeLocation, asked: Resolver?
    ) -> Service {
        let frame = unsafe Frame.push(argument: UnsafeRawPointer(arguments), at: location)
        defer { unsafe frame.pop() }
        do throws(NoService) {
            return try unsafe service(type, name: name, asked: asked, frame, isOptional: false)
        } catch {
            trap(error)
        }
    }

    @usableFromInline
    static func required<Service>(
        _ type: Service.Type, name: Resolver.Name?, arguments: Arguments, at location: CodeLocation, asked: Resolver?
    ) throws(ResolutionError) -> Service {
        let frame = unsafe Frame.push(argument: UnsafeRawPointer(arguments), at: location)
        defer { unsafe frame.pop() }
        do throws(NoService) {
            return try unsafe service(type, name: name, asked: asked, frame, isOptional: false)
        } catch {
            throw error.reason
        }
    }

    @usableFromInline
    static func optional<Service>(
        _ type: Service.Type, name: Resolver.Name?, arguments: Arguments, at location: CodeLocation, asked: Resolver?
    ) -> Service? {
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
        defer { unsafe frame.pop() }
        do throws(NoService) {
            return try unsafe service(type, name: name, asked: asked, frame, isOptional: true)
        } catch {
            guard error.error == nil else { throw error }
            return nil
        }
    }

    /// The instance of a registration that is known already; nil where the caller can do without, and there is none.
    static func instance<Service>(
        _ type: Service.Type, of registration: Registration, in owner: Resolver, asked: Resolver, arguments: Arguments,
        at location: CodeLocation, scope: ResolverScope? = nil, options: CallOptions? = nil, isOptional: Bool = true
    ) throws(ResolutionError) -> Service? {
        let frame = unsafe Frame.push(
            argument: UnsafeRawPointer(arguments), at: location, scope: scope, options: options)
        defer { withExtendedLifetime(options) { unsafe frame.pop() } }
        let step = unsafe frame.begin(registration, of: owner, asked: asked)
        do throws(NoService) {
            return try unsafe found(type, step, frame, isOptional: isOptional).take()
        } catch {
            if let error = error.error { throw error }
            return nil
        }
    }

    /// Where nothing was found: what an optional type wraps, or the error.
    @inline(never)
    private static func missing<Service>(
        _ type: Service.Type, name: Resolver.Name?, asked: Resolver?, _ frame: Frame.Pointer, isOptional: Bool
    ) throws(NoService) -> UnsafeMutablePointer<Service> {
        // To learn from the runtime that a type does not conform takes longer than all else.
        if _isOptional(type), let optional = type as? any OptionalService.Type {
            return try unsafe wrapped(type, in: optional, name: name, asked: asked, frame)
        }
        guard isOptional else { throw unsafe frame.missing(type, name: name, isOptional: false) }
        unsafe frame.release()
        throw NoService(error: nil)
    }

    // Apart, as a function that has an optional of `Service` asks the runtime for its metadata before all else.
    @inline(never)
    private static func wrapped<Service>(
        _ type: Service.Type, in optional: any OptionalService.Type, name: Resolver.Name?, asked: Resolver?,
        _ frame: Frame.Pointer
    ) throws(NoService) -> UnsafeMutablePointer<Service> {
        unsafe frame.release()
        let wrapped = try unsafe optional.resolve(
            name: name, arguments: frame.pointee.argument?.assumingMemoryBound(to: Any?.self),
            at: frame.pointee.location, asked: asked)
        guard let service = wrapped as? Service else { throw NoService(error: nil) }
        return unsafe frame.room(size: MemoryLayout<Service>.size, alignment: MemoryLayout<Service>.alignment)
            .initializeMemory(as: type, to: service)
    }

    static func trap(_ error: ResolutionError) -> Never { Failure.unresolved(error).trap() }

    @usableFromInline @inline(never)
    package static func trap(_ absence: NoService) -> Never { trap(absence.reason) }
}

// MARK: - The generic step

/// Where an instance is: where a graph keeps it, or else in a frame's room, as long as the frame is not popped.
@usableFromInline @frozen
@safe
struct InstancePlace<Service> {
    @usableFromInline let address: UnsafeMutablePointer<Service>
    @usableFromInline let isKept: Bool

    @inline(__always)
    init(address: UnsafeMutablePointer<Service>, isKept: Bool) {
        unsafe self.address = unsafe address
        self.isKept = isKept
    }

    /// Copies it, or moves it out; to be called once, before the frame is popped.
    @inlinable @inline(__always)
    func take() -> Service { unsafe isKept ? address.pointee : address.move() }
}

extension Engine {
    /// The one generic step of the runtime face; `isOptional` says that the caller can do without.
    @inline(__always)
    private static func service<Service>(
        _ type: Service.Type, name: Resolver.Name?, asked: Resolver?, _ frame: Frame.Pointer, isOptional: Bool
    ) throws(NoService) -> Service {
        let step = unsafe frame.begin(type, name: name, asked: asked)
        switch step.kind {
        case .make: return try unsafe made(type, step, frame, isOptional: isOptional)
        case .copy, .take: return unsafe copied(step, frame, as: type)
        default: return try unsafe missing(type, name: name, asked: asked, frame, isOptional: isOptional).move()
        }
    }

    /// Runs the registered factory that a step has found.
    @inline(__always)
    static func made<Service>(
        _ type: Service.Type, _ step: Step, _ frame: Frame.Pointer, isOptional: Bool
    ) throws(NoService) -> Service {
        try unsafe ran(type, step, frame, isOptional: isOptional).take()
    }

    /// The same, and says where the instance is.
    @inline(__always)
    private static func ran<Service>(
        _ type: Service.Type, _ step: Step, _ frame: Frame.Pointer, isOptional: Bool
    ) throws(NoService) -> InstancePlace<Service> {
        let size = MemoryLayout<Service>.size
        let alignment = MemoryLayout<Service>.alignment
        let room = try unsafe frame.run(step, size: size, alignment: alignment, isOptional: isOptional)
        let service = unsafe room.assumingMemoryBound(to: type)
        if unsafe frame.graphEntry != nil {
            unsafe frame.publish()
            return unsafe InstancePlace(address: service, isKept: true)
        }
        if let copy = unsafe frame.end(size: size, alignment: alignment) { unsafe handOn(service, copy, frame) }
        return unsafe InstancePlace(address: service, isKept: false)
    }

    // Apart for the reason given at the typed face's below, and not the same: passed as a value, the instance would be
    // copied once more.
    @inline(never)
    private static func handOn<Service>(
        _ service: UnsafeMutablePointer<Service>, _ copy: UnsafeMutableRawPointer, _ frame: Frame.Pointer
    ) {
        unsafe copy.initializeMemory(as: Service.self, to: service.pointee)
        unsafe frame.publish()
    }

    /// Where the instance is that a step has found.
    static func found<Service>(
        _ type: Service.Type, _ step: Step, _ frame: Frame.Pointer, isOptional: Bool
    ) throws(NoService) -> InstancePlace<Service> {
        switch step.kind {
        case .make: return try unsafe ran(type, step, frame, isOptional: isOptional)
        case .copy, .take:
            let room = unsafe frame.room(
                size: MemoryLayout<Service>.size, alignment: MemoryLayout<Service>.alignment)
            return unsafe InstancePlace(
                address: room.initializeMemory(as: type, to: copied(step, frame, as: type)), isKept: false)
        default: throw unsafe frame.missing(type, name: nil, isOptional: isOptional)
        }
    }

    /// The one generic step of the typed face.
    ///
    /// The closures are run in place and never passed on: a closure that is passed on copies the factory that it
    /// captures.
    ///
    /// - Parameters:
    ///   - type: The service's type.
    ///   - file: The file of the declaration.
    ///   - word: The declaration's position and marks.
    ///   - context: Its container or options.
    ///   - scope: The scope that it states, where it is one of the program's own; held by the caller.
    ///   - argument: Where the parameter is, if there is one.
    ///   - argumentType: The parameter's type.
    ///   - location: Where the call is.
    ///   - options: What is stated for this one call.
    ///   - body: The declared closure.
    ///   - declare: Declares a factory that has nothing else to be seen to first, and returns whether it is one.
    ///   - prepare: Sees to what the typed face must see to first, and calls again.
    /// - Returns: The service.
    @inlinable @inline(__always)
    package static func declared<Service>(
        _ type: Service.Type, file: UnsafePointer<UInt8>, word: UInt64, _ context: DeclarationContext?,
        _ scope: ResolverScope? = nil, argument: UnsafeRawPointer? = nil, argumentType: Any.Type? = nil,
        at location: CodeLocation, options: CallOptions? = nil, body: () -> Service,
        declare: () -> Bool = { false }, prepare: () -> Service
    ) -> Service {
        let begun = unsafe pushedFrame(
            type, file: file, word: word, context, scope, argument: argument, argumentType: argumentType,
            at: location, options: options)
        let frame = unsafe begun.frame
        defer { withExtendedLifetime(scope) { withExtendedLifetime(context) { withExtendedLifetime(options) {} } } }
        var step = unsafe begun.step
        // In the same frame, as first calls may be nested as deep as all others.
        if step.kind == .prepare, declare() {
            step = unsafe frame.beginAgain(type, file: file, word: word | DeclarationMarks.isPrepared, context)
        }
        if unsafe step.kind == .make && step.object == nil {
            let value = body()
            unsafe finish(frame, with: value)
            return value
        }
        defer { unsafe frame.pop() }
        if step.isKept { return unsafe copied(step, frame, as: type) }
        return step.kind == .make ? unsafe registered(type, step, frame) : prepare()
    }

    /// Runs what is registered over a declaration.
    @usableFromInline @inline(never)
    package static func registered<Service>(
        _ type: Service.Type, _ step: Step, _ frame: Frame.Pointer
    ) -> Service {
        do throws(NoService) {
            return try unsafe made(type, step, frame, isOptional: false)
        } catch {
            trap(error)
        }
    }

    /// Ends the making of an instance, hands on a copy if anybody wants one, and gives the frame back.
    @inlinable @inline(__always)
    static func finish<Service>(_ frame: Frame.Pointer, with value: Service) {
        let room = unsafe frame.endAndPop(size: MemoryLayout<Service>.size, alignment: MemoryLayout<Service>.alignment)
        if let room = unsafe room { unsafe handOnAndPop(value, room, frame) }
    }

    // Apart, as a function that copies an instance needs room for it on the stack.
    @usableFromInline @inline(never)
    static func handOnAndPop<Service>(_ value: Service, _ copy: UnsafeMutableRawPointer, _ frame: Frame.Pointer) {
        unsafe copy.initializeMemory(as: Service.self, to: value)
        unsafe frame.publish()
        unsafe frame.pop()
    }

    /// Copies the instance that a step has found.
    @inlinable @inline(__always)
    package static func copied<Service>(_ step: Step, _ frame: Frame.Pointer, as type: Service.Type) -> Service {
        let address = unsafe step.object.unsafelyUnwrapped.assumingMemoryBound(to: type)
        let value = unsafe step.kind == .take ? address.move() : address.pointee
        unsafe frame.endCopy()
        return value
    }
}

// No member of `Engine`: for one, the compiler makes a second function that only calls it without the metatype.
/// What a call of a typed factory finds, with a frame that was pushed for it.
@usableFromInline @inline(never)
package func pushedFrame(
    _ type: Any.Type, file: UnsafePointer<UInt8>, word: UInt64, _ context: DeclarationContext?,
    _ scope: ResolverScope?, argument: UnsafeRawPointer?, argumentType: Any.Type?, at location: CodeLocation,
    options: CallOptions?
) -> (frame: Frame.Pointer, step: Step) {
    let frame = unsafe Frame.push(
        argument: argument, type: argumentType, at: location, scope: scope, options: options)
    return unsafe (frame, frame.begin(type, file: file, word: word, context))
}

extension UnsafeMutablePointer<Frame> {
    /// Runs the registered factory that a step has found, and returns where the instance is: where a graph keeps it, or
    /// behind the frame.
    func run(_ step: Step, size: Int, alignment: Int, isOptional: Bool) throws(NoService) -> UnsafeMutableRawPointer {
        let room =
            unsafe graphEntry?.makeRoom(size: size, alignment: alignment) ?? room(size: size, alignment: alignment)
        let isMade: Bool
        do {
            isMade = try unsafe call(step.object.unsafelyUnwrapped, room)
        } catch {
            throw unsafe failed(error, isOptional: isOptional)
        }
        guard isMade else { throw unsafe returnedNil(isOptional: isOptional) }
        return unsafe room
    }

    @inline(__always)
    private func call(_ factory: UnsafeMutableRawPointer, _ room: UnsafeMutableRawPointer) throws -> Bool {
        let factory = unsafe Unmanaged<AnyFactory>.fromOpaque(factory)
        guard unsafe pointee.argumentType == nil else { return try unsafe callWithGiven(factory, room) }
        return try unsafe factory._withUnsafeGuaranteedRef { factory in
            try unsafe pointee.resolver.unsafelyUnwrapped._withUnsafeGuaranteedRef {
                try unsafe factory.make(room, $0, pointee.argument?.assumingMemoryBound(to: Any?.self))
            }
        }
    }

    /// The same for arguments that are there as what they are, and not as `Any?`.
    @inline(never)
    private func callWithGiven(_ factory: Unmanaged<AnyFactory>, _ room: UnsafeMutableRawPointer) throws -> Bool {
        let given = unsafe given.value
        let resolver = unsafe pointee.resolver.unsafelyUnwrapped.takeUnretainedValue()
        return try unsafe withUnsafePointer(to: given) {
            try unsafe factory.takeUnretainedValue().make(room, resolver, given == nil ? nil : $0)
        }
    }
}

extension Engine {
    /// The service of the runtime face that the innermost factory stands for, given that factory's arguments.
    package static func forwarded<Service>(_ type: Service.Type, name: Resolver.Name?, asked: Resolver?) -> Service {
        let frame = unsafe ThreadState.current.pointee.top
        let given = unsafe frame?.given.value
        return unsafe withUnsafePointer(to: given) { arguments in
            unsafe resolved(
                type, name: name, arguments: given == nil ? nil : arguments,
                at: frame?.pointee.location ?? .unknown, asked: asked)
        }
    }
}

extension Engine {
    /// The service that the runtime face has nearer to the root than a typed factory, which passes it on.
    package static func passedOn<Service>(
        _ type: Service.Type, _ key: ServiceKey, parameter: Any?, at location: CodeLocation
    ) -> Service {
        unsafe ThreadState.current.pointee.pendingEvents?.passesOn = true
        // Nobody has asked for it where nobody observes.
        defer { unsafe ThreadState.current.pointee.pendingEvents?.passesOn = false }
        return unsafe withUnsafePointer(to: parameter) { arguments in
            unsafe resolved(
                type, name: .name(fromString: key.name), arguments: unsafe parameter == nil ? nil : arguments,
                at: location, asked: nil)
        }
    }
}
