// What the tools of ResolverDiagnostics do with this module beside its public API. Types that others use, too, stand
// elsewhere: `ServiceKey`, `CodeLocation`, `FailureText`, `SandboxContext` and those of events.

/// A service that is registered, or a typed factory that has been used.
package struct ServiceListing: Sendable {
    package let service: ObservedService
    /// Whether it cannot be made without arguments.
    package let takesArguments: Bool
    /// Whether only an asynchronous call can make it.
    package let isAsynchronous: Bool
    /// Where the registration stands that it has replaced, if that looks like an accident.
    package let replaced: CodeLocation?
    /// What it passes on: for `implements` and `legacy()` the registration, for an export the typed factory.
    package let forwardsTo: ServiceKey?
    let listed: Environment.Listed
}

/// What the tools do with the engine.
package enum ToolSupport {
    // MARK: - What there is

    /// The registrations in force of a resolver and its children, in the order they were registered; the registration
    /// hook runs first, if it has not.
    package static func registrations(of resolver: Resolver) -> [ServiceListing] {
        let environment = Environment.activeAfterHook()
        return environment.registrations(from: resolver).map { listing($0, in: environment) }
    }

    /// Every registration in force in the current environment, the nearest to the root first, and every typed factory
    /// that has been used there.
    ///
    /// A factory may be listed twice. Nothing is changed: the registration hook does not run.
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

    // MARK: - Making one

    /// Resolves, of a resolver, a registration that `registrations(of:)` has listed; the current environment's
    /// observers are told.
    package static func make(
        _ listing: ServiceListing, in resolver: Resolver, arguments: Any?, at location: CodeLocation
    ) throws(ResolutionError) {
        let listed = listing.listed
        func make<Service>(_ type: Service.Type) -> Result<Void, ResolutionError> {
            do throws(ResolutionError) {
                _ = try unsafe Engine.withArguments(arguments) { arguments throws(ResolutionError) in
                    try unsafe listed.instance(
                        type, asked: resolver, arguments: arguments, at: location, isOptional: false)
                }
                return .success(())
            } catch {
                return .failure(error)
            }
        }
        try _openExistential(listed.registration.key.type, do: make).get()
    }

    /// Makes the service of a key as an asynchronous call of the program does, which asks a resolver.
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

    /// Runs a body in a copy of the current environment that has one observer alone, and whose registration hook has
    /// run.
    ///
    /// The body is given what a resolver is in the copy; the root for nil. What is kept there is dropped when it has ended.
    package static func inCopy<Result>(
        of resolver: Resolver?, observedBy observer: any ResolutionObserver, _ body: (Resolver) -> Result
    ) -> Result {
        let copy = Environment.copy(observedBy: observer)
        return SandboxContext(environment: copy).run {
            copy.runHook()
            // A thread that is left standing where it has failed holds the copy for ever.
            defer { copy.dropAll() }
            return body(resolver.map { copy.own($0) } ?? copy.root)
        }
    }

    /// The same with an asynchronous body; what is kept in the copy is closed when that has ended.
    ///
    /// - Throws: A ``ClosingError``.
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

    /// Runs a body in a copy of the current environment that has no observers, and whose registration hook has run.
    ///
    /// The hook runs in the copy alone: the current environment stays as it is.
    package static func inUnobservedCopy<Result>(_ body: () throws -> Result) rethrows -> Result {
        let copy = Environment(.copied, of: .active)
        copy.set { $0.observers = [] }
        return try SandboxContext(environment: copy).run {
            copy.runHook()
            // The hook may add some, too.
            copy.set { $0.observers = [] }
            return try body()
        }
    }

    // MARK: - Failures

    /// What a call of a declaration that nothing is bound to says.
    package static func unbound(_ key: ServiceKey, at location: CodeLocation) -> FailureText {
        ResolutionError(unbound: [ChainLink(key, at: location)], nil).report
    }

    /// What a call says that has thrown: the error's own report, or which factory has thrown it.
    package static func thrown(_ error: any Error, by key: ServiceKey, at location: CodeLocation) -> FailureText {
        let thrown = error as? ResolutionError
        return (thrown ?? ResolutionError(.factoryThrew(error), key: key, at: location, chain: [])).report
    }

    /// Whether the current environment's registration hook is isolated to the main actor, and was missed off it.
    package static var hasUnseenHook: Bool { Environment.active.hasUnseenHook }

    /// The sandbox and the runs of task scopes that a task is in, for a thread to go on there.
    package struct Surroundings: Sendable {
        fileprivate let environment = Environment.active
        fileprivate let task = TaskState.local

        package init() {}
    }

    /// Runs a body on this thread, with somebody who is told of failures that would end the program.
    package static func handlingFailures(
        in surroundings: Surroundings, by handler: any FailureHandler, _ body: () -> Void
    ) {
        let thread = ThreadState.current
        let outer = thread.pointee.failureHandler
        thread.pointee.failureHandler = handler
        defer { thread.pointee.failureHandler = outer }
        // Not counted as an operation that runs in a sandbox: this one may never end.
        surroundings.environment.run { TaskState.$local.withValue(surroundings.task, operation: body) }
    }

    /// Who is told of failures on this thread.
    package static var failureHandler: (any FailureHandler)? { ThreadState.existing?.pointee.failureHandler }

    /// What is being made on this thread, the innermost first.
    package static var chain: [ServiceLink] { ThreadState.existing?.observedLinks ?? [] }

    /// Gives up what this thread is making, so that nobody waits for it, and tells observers what there is to tell.
    ///
    /// The thread must not resolve any more, and nothing may stay slower because it and its sandbox are never released.
    package static func abandonThread() {
        let thread = ThreadState.current
        thread.events.open = []
        thread.events.tell()
        thread.abandon()
    }
}

extension Environment {
    /// A copy of the current environment, whose registration hook has run, with one observer alone.
    fileprivate static func copy(observedBy observer: any ResolutionObserver) -> Environment {
        let copy = Environment(.copied, of: activeAfterHook())
        copy.set { $0.observers = [observer] }
        return copy
    }

    /// Whether an observer is among those of the environment.
    package func isObserved(by observer: any ResolutionObserver) -> Bool {
        setting { $0.observers.contains { $0 === observer } }
    }
}
