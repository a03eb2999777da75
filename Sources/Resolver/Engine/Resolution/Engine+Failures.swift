// What typed factories report, and the parameters that they are given.

extension Engine {
    /// Reports that the declaration which is being resolved has no implementation.
    @usableFromInline @inline(never)
    package static func failUnbound() -> Never {
        let thread = ThreadState.current
        let declaration = thread.pointee.top?.pointee.registration?.object
        trap(ResolutionError(unbound: thread.chain, declaration))
    }

    /// The same for an asynchronous declaration, whose error is thrown.
    @usableFromInline @inline(never)
    package static func unboundError() -> ResolutionError {
        let construction = TaskState.construction
        return ResolutionError(unbound: construction?.chain ?? [], construction?.ask.registration)
    }

    /// Reports that the declaration which is being resolved is asked for off the main actor, if it is.
    package static func requireMainActor() {
        guard !isOnMainActor() else { return }
        Failure.offMainActor.trap()
    }

    /// The parameter of a typed factory, given as `Any`; traps where it is of another type.
    package static func parameter<Parameter>(_ given: Any?) -> Parameter {
        // No optional here: an unspecialised function would ask the runtime for the metadata of `Parameter?`.
        if let given, isOf(given, Parameter.self) { return itself(given, as: Parameter.self) }
        return castParameter(given)
    }

    @inline(never)
    private static func castParameter<Parameter>(_ given: Any?) -> Parameter {
        if let parameter = anyParameter(given, as: Parameter.self) { return parameter }
        Failure.wrongParameter(expected: Parameter.self, found: given).trap()
    }
}
