// What the tools of ResolverDiagnostics use of this module beside its public API. Types that others use, too, are elsewhere:
// `ServiceKey`, `CodeLocation`, `FailureText`, `SandboxContext` and the types of events.

/// A service that is registered, or a typed factory that has been used.
package struct ServiceListing: Sendable {
    package let service: ObservedService
    /// Whether the service cannot be made without arguments.
    package let takesArguments: Bool
    /// Whether only an asynchronous call can make the service.
    package let isAsynchronous: Bool
    /// Where the registration was made that this one has replaced, if that looks like an accident.
    package let replaced: CodeLocation?
    /// The key whose service it passes on: for `implements` and `legacy()` a registration's, for an export a typed factory's.
    package let forwardsTo: ServiceKey?
    let listed: Environment.Listed
}

/// The engine's functions for the tools.
package enum ToolSupport {
    // MARK: - Listing services

    /// The registrations in force of a resolver and its children, in the order in which they were registered.
    ///
    /// If the registration hook has not run yet, it runs first.
    package static func registrations(of resolver: Resolver) -> [ServiceListing] {
        let environment = Environment.activeAfterHook()
        return environment.registrations(from: resolver).map { listing($0, in: environment) }
    }

    /// Every registration in force in the current environment, and every typed factory that has been used there.
    ///
    /// Those nearest to the root are first. A factory may be listed twice. Nothing is changed: the registration hook does not
    /// run.
    package static func services() -> [ServiceListing] {
        let environment = Environment.active
        return environment.listed(in: environment.reported).map { listing($0, in: environment) }
    }

    private static func listing(_ listed: Environment.Listed, in environment: Environment) -> ServiceListing {
        let registration = listed.registration
        // A typed factory may be found under a key of the runtime face.
        let target =
            listed.key != listed.slotKey
            ? listed.slotKey : environment.target(of: registration, in: listed.owner)?.key
        return ServiceListing(
            service: ObservedService(
                key: listed.key,
                registered: registration.isDeclaration && listed.key.isDeclared ? .unknown : registration.location,
                lifetime: Lock.held { registration.ownScope }.lifetime, isForward: target != nil),
            takesArguments: environment.source(of: listed).takesArguments,
            isAsynchronous: registration.isAsynchronous,
            replaced: Lock.held { registration.replaced }, forwardsTo: target, listed: listed)
    }

    // MARK: - Making services

    /// Asks a resolver for the service of a registration that `registrations(of:)` has listed.
    ///
    /// The current environment's observers are told.
    package static func make(
        _ listing: ServiceListing, in resolver: Resolver, arguments: Any?, at location: CodeLocation
    ) throws {
        let listed = listing.listed
        func make<Service>(_ type: Service.Type) throws {
            _ = try unsafe Engine.withArguments(arguments) { arguments throws(ResolutionError) in
                try unsafe listed.instance(type, asked: resolver, arguments: arguments, at: location, isOptional: false)
            }
        }
        try _openExistential(listed.registration.key.type, do: make)
    }

    /// Asks a resolver for the service of a key, as an asynchronous call of the program does.
    package static func makeAsync(
        _ key: ServiceKey, in resolver: Resolver, arguments: Any?, at location: CodeLocation
    ) async throws {
        func make<Service>(_ type: Service.Type) -> () async throws -> Void {
            {
                _ = try await Engine.resolvedAsync(
                    type, name: .name(fromString: key.name), argument: arguments, at: location, asked: resolver)
            }
        }
        try await _openExistential(key.type, do: make)()
    }

    /// Runs a body in a copy of the current environment, which has one observer, and whose registration hook has run.
    ///
    /// The body is given the copy's form of a resolver; for nil, the copy's root. When the body has ended, all instances that
    /// the copy keeps are dropped.
    package static func inCopy<Result>(
        of resolver: Resolver?, observedBy observer: any ResolutionObserver, _ body: (Resolver) -> Result
    ) -> Result {
        let copy = Environment.copy(observedBy: observer)
        return SandboxContext(environment: copy).run {
            copy.runHook()
            // A thread that has failed and never goes on holds the copy for ever, so its instances are dropped here.
            defer { copy.dropAll() }
            return body(resolver.map { copy.own($0) } ?? copy.root)
        }
    }

    /// The same with an asynchronous body; when it has ended, all services that the copy keeps are closed.
    ///
    /// - Throws: A ``ClosingError`` if closers have thrown.
    package static func inCopy(
        of resolver: Resolver?, observedBy observer: any ResolutionObserver, _ body: (Resolver) async -> Void
    ) async throws {
        let copy = Environment.copy(observedBy: observer)
        try await SandboxContext(environment: copy).run {
            copy.runHook()
            await body(resolver.map { copy.own($0) } ?? copy.root)
            try await copy.closeAll()
        }
    }

    /// Runs a body in a copy of the current environment, which has no observers, and whose registration hook has run.
    ///
    /// The hook runs in the copy alone: the current environment stays as it is.
    package static func inUnobservedCopy<Result>(_ body: () throws -> Result) rethrows -> Result {
        let copy = Environment(of: .active, isCopy: true)
        copy.set { $0.observers = [] }
        return try SandboxContext(environment: copy).run {
            copy.runHook()
            // The hook may add observers, too.
            copy.set { $0.observers = [] }
            return try body()
        }
    }

    // MARK: - Failures

    /// The text of the failure of a call whose declaration nothing is bound to.
    package static func unbound(_ key: ServiceKey, at location: CodeLocation) -> FailureText {
        ResolutionError(unbound: [ChainLink(key, at: location)], nil).report
    }

    /// The text of an error that a call has thrown: the error's own report, or one that says which factory threw it.
    package static func thrown(_ error: any Error, by key: ServiceKey, at location: CodeLocation) -> FailureText {
        let thrown = error as? ResolutionError
        return (thrown ?? ResolutionError(.factoryThrew(error), key: key, at: location, chain: [])).report
    }

    /// Whether the current environment has a registration hook that has not run, as only the main actor can see it.
    package static var hasUnseenHook: Bool { Environment.active.hasUnseenHook }

    /// The sandbox of a task, and the runs of task scopes that it belongs to, so that a thread can go on in them.
    package struct Surroundings: Sendable {
        fileprivate let environment = Environment.active
        fileprivate let task = TaskState.local

        package init() {}
    }

    /// Runs a body on this thread, with a handler that is told of failures which would end the program.
    package static func handlingFailures(
        in surroundings: Surroundings, by handler: any FailureHandler, _ body: () -> Void
    ) {
        let thread = ThreadState.current
        let outer = thread.pointee.failureHandler
        thread.pointee.failureHandler = handler
        defer { thread.pointee.failureHandler = outer }
        // Not by `SandboxContext.run`, which counts the operations that run in sandboxes: this body may never end.
        surroundings.environment.run { TaskState.$local.withValue(surroundings.task, operation: body) }
    }

    /// The handler that is told of failures on this thread.
    package static var failureHandler: (any FailureHandler)? { ThreadState.existing?.pointee.failureHandler }

    /// The services that are being made on this thread, the innermost first.
    package static var chain: [ServiceLink] { ThreadState.existing?.observedLinks ?? [] }

    /// Gives up what this thread is making, so that no other thread waits for it, and tells observers the events there are.
    ///
    /// The thread must not resolve any more. Neither the thread's state nor its sandbox is ever released; no other thread may
    /// become slower by that.
    package static func abandonThread() {
        let thread = ThreadState.current
        thread.events.open = []
        thread.events.tell()
        thread.abandon()
    }
}

extension Environment {
    /// A copy of the current environment, whose registration hook has run first, with one observer.
    fileprivate static func copy(observedBy observer: any ResolutionObserver) -> Environment {
        let copy = Environment(of: activeAfterHook(), isCopy: true)
        copy.set { $0.observers = [observer] }
        return copy
    }

    /// Whether an observer is one of the environment's.
    package func isObserved(by observer: any ResolutionObserver) -> Bool {
        setting { $0.observers.contains { $0 === observer } }
    }
}
