// The generic step of the typed face: running the declared closure, or what is registered over it.

extension Engine {
    /// The one generic step of the typed face.
    ///
    /// The closures are run in place and never passed on: a closure that is passed on copies the factory that it
    /// captures.
    ///
    /// - Parameters:
    ///   - type: The service's type.
    ///   - file: The file of the declaration.
    ///   - word: The declaration's position and marks.
    ///   - details: Its container or options.
    ///   - scope: The scope that it states, where it is one of the program's own.
    ///   - argument: Where the parameter is, if there is one.
    ///   - argumentType: The parameter's type.
    ///   - location: Where the call is.
    ///   - body: The declared closure.
    ///   - declare: If declaring the factory is all that it needs, does so and returns true; else returns false.
    ///   - prepare: Does what the typed face has to do first, and calls again.
    /// - Returns: The service.
    @inlinable @inline(__always)
    package static func declared<Service>(
        _ type: Service.Type, file: UnsafePointer<UInt8>, word: UInt64, _ details: DeclarationDetails?,
        _ scope: Unheld<ResolverScope>? = nil, argument: UnsafeRawPointer? = nil, argumentType: Any.Type? = nil,
        at location: CodeLocation, body: () -> Service,
        declare: () -> Bool = { false }, prepare: () -> Service
    ) -> Service {
        // Most factories have neither details nor a scope. To release nil is a call of the runtime all the same, and such
        // calls took a seventh of a plain call: so there is a copy of the code that knows both to be nil.
        guard details == nil && scope == nil else {
            return unsafe declared(
                type, file: file, word: word, holding: details, scope, argument: argument, argumentType: argumentType,
                at: location, body: body, declare: declare, prepare: prepare)
        }
        return unsafe declared(
            type, file: file, word: word, holding: nil, nil, argument: argument, argumentType: argumentType,
            at: location, body: body, declare: declare, prepare: prepare)
    }

    /// The same, compiled for what the factory holds.
    @inlinable @inline(__always)
    static func declared<Service>(
        _ type: Service.Type, file: UnsafePointer<UInt8>, word: UInt64, holding details: DeclarationDetails?,
        _ scope: Unheld<ResolverScope>?, argument: UnsafeRawPointer?, argumentType: Any.Type?,
        at location: CodeLocation, body: () -> Service, declare: () -> Bool, prepare: () -> Service
    ) -> Service {
        // For most calls the compiler knows which branch is taken.
        let begun =
            if details != nil || scope != nil {
                unsafe pushedFrame(
                    type, file: file, word: word, details, scope, at: location, argument: argument,
                    argumentType: argumentType)
            } else if unsafe argument != nil {
                unsafe pushedFrame(
                    type, file: file, word: word, at: location, argument: argument, argumentType: argumentType)
            } else {
                unsafe pushedFrame(type, file: file, word: word, at: location)
            }
        let frame = begun.frame
        defer { withExtendedLifetime(details) {} }
        var step = begun.step
        // In the same frame, as first calls may be nested as deep as all others.
        if step.kind == .prepare, declare() {
            step = unsafe frame.beginAgain(type, file: file, word: word | DeclarationMarks.isExamined, details)
        }
        // Most calls come here, as `_fastPath` tells the compiler.
        if _fastPath(step.kind == .makeDeclared) {
            let value = body()
            finish(frame, with: value)
            return value
        }
        if step.kind == .make { return registered(type, step, frame) }
        defer { frame.pop() }
        return step.isKept ? copied(step, frame, as: type) : prepare()
    }

    /// Runs what is registered over a declaration.
    @usableFromInline @inline(never)
    package static func registered<Service>(
        _ type: Service.Type, _ step: Step, _ frame: Frame.Pointer
    ) -> Service {
        do throws(NoService) {
            guard frame.pointee.argumentType == nil else {
                return try madeWithAny(type, step, frame)
            }
            return try made(type, step, frame, isOptional: false)
        } catch {
            trap(error)
        }
    }

    /// The same for a call with a parameter, which the registered factory takes as an `Any?`.
    @inline(never)
    static func madeWithAny<Service>(
        _ type: Service.Type, _ step: Step, _ frame: Frame.Pointer
    ) throws(NoService) -> Service {
        try unsafe withUnsafePointer(to: frame.given.value) { given throws(NoService) in
            unsafe (frame.pointee.argument, frame.pointee.argumentType) = unsafe (UnsafeRawPointer(given), nil)
            return try made(type, step, frame, isOptional: false)
        }
    }

    /// Ends the making of an instance, hands on a copy if anybody wants one, and gives the frame back.
    @inlinable @inline(__always)
    static func finish<Service>(_ frame: Frame.Pointer, with value: Service) {
        // Most frames have no duties at all, which the first question tells.
        if !frame.pointee.duties.isEmpty, frame.pointee.duties.has(.copying) { return handOn(value, frame) }
        frame.endUncopied()
    }

    // Apart, as a function that copies an instance needs room for it on the stack.
    @usableFromInline @inline(never)
    static func handOn<Service>(_ value: Service, _ frame: Frame.Pointer) {
        let place = unsafe frame.placeForCopy(
            size: MemoryLayout<Service>.size, alignment: MemoryLayout<Service>.alignment)
        unsafe place.address.assumingMemoryBound(to: Service.self).initialize(to: value)
        if unsafe place.isToBePublished { frame.publish() }
    }
}

// These are no members of `Engine`: for a member, the compiler makes a second function that only calls the first one.

/// Pushes a frame for a plain call of a typed factory, and begins it; so few parameters fit into registers.
@usableFromInline @inline(never)
package func pushedFrame(
    _ type: Any.Type, file: UnsafePointer<UInt8>, word: UInt64, at location: CodeLocation
) -> (frame: Frame.Pointer, step: Step) {
    let frame = unsafe Frame.push(at: location)
    return unsafe (frame, frame.begin(type, file: file, word: word, nil, isPlain: true))
}

/// The same for a call with a parameter.
@usableFromInline @inline(never)
package func pushedFrame(
    _ type: Any.Type, file: UnsafePointer<UInt8>, word: UInt64, at location: CodeLocation,
    argument: UnsafeRawPointer?, argumentType: Any.Type?
) -> (frame: Frame.Pointer, step: Step) {
    let frame = unsafe Frame.push(argument: argument, type: argumentType, at: location)
    return unsafe (frame, frame.begin(type, file: file, word: word, nil, isPlain: true))
}

/// The same for any call.
@usableFromInline @inline(never)
package func pushedFrame(
    _ type: Any.Type, file: UnsafePointer<UInt8>, word: UInt64, _ details: DeclarationDetails?,
    _ scope: Unheld<ResolverScope>?, at location: CodeLocation, argument: UnsafeRawPointer?, argumentType: Any.Type?
) -> (frame: Frame.Pointer, step: Step) {
    let frame = unsafe Frame.push(argument: argument, type: argumentType, at: location, scope: scope)
    return unsafe (frame, frame.begin(type, file: file, word: word, details, isPlain: scope == nil))
}
