// What typed factories report, and the parameters that they are given.

extension Engine {
    /// Reports that the declaration which is being resolved has no implementation.
    @usableFromInline @inline(never)
    package static func failUnbound() -> Never {
        let thread = unsafe ThreadState.current
        let declaration = unsafe thread.pointee.top?.pointee.registration?.takeUnretainedValue()
        trap(unsafe ResolutionError(unbound: thread.chain, declaration))
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
        unsafe Failure.offMainActor(ThreadState.current.chain).trap()
    }

    /// The parameter of a typed factory, given as `Any`; traps where it is of another type.
    package static func parameter<Parameter>(_ given: Any?) -> Parameter {
        if let parameter = anyParameter(given, as: Parameter.self) { return parameter }
        Failure.wrongParameter(expected: Parameter.self, found: given).trap()
    }

    /// Reports modifiers on a factory that stands for a registration.
    package static func failModifiedLegacy(_ factory: ServiceKey, _ key: ServiceKey) -> Never {
        Failure.modifiedLegacy(factory.display, key, factory.declaration?.location ?? .unknown).trap()
    }

    /// Reports a singleton of a container of which there may be many.
    package static func failSingletonOfMany(_ factory: ServiceKey, _ container: Any.Type) -> Never {
        Failure.singletonOfMany(factory, container).trap()
    }

    /// Reports a declaration that states a closer which would never run.
    package static func failNeverClosed(_ factory: ServiceKey, _ scope: ResolverScope) -> Never {
        Failure.neverClosed(factory, scope, [], registered: nil).trap()
    }

    /// Reports a declaration that states more contexts than it has room for.
    package static func failManyContexts(_ factory: ServiceKey, atMost count: Int) -> Never {
        Failure.tooManyContexts(factory, atMost: count).trap()
    }

    /// Reports that two declarations are bridged to one key of the runtime face.
    package static func failBridgedTwice(_ new: ServiceKey, _ known: ServiceKey, to key: ServiceKey) -> Never {
        Failure.bridgedTwice(new, known, key).trap()
    }

    /// Reports that the container is gone with which the closure that runs was registered.
    package static func failGone() -> Never { Failure.goneContainer(Failure.currentChain).trap() }

    /// Tells of a type of containers that has a `shared` of its own.
    package static func reportOwnShared(_ container: Any.Type) {
        writeToStandardError(Failure.ownShared(container).text)
    }

    /// Reports a factory that cannot be found though it has been declared: its sandbox has ended.
    package static func failEnded(_ key: ServiceKey, at location: CodeLocation) -> Never {
        unsafe Failure.endedSandbox(key, location, ThreadState.current.chain).trap()
    }
}
