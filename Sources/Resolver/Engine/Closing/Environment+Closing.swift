extension Environment {
    /// Closes all instances that a resolver keeps, or those of one scope.
    ///
    /// - Parameters:
    ///   - resolver: The resolver.
    ///   - container: The type of the container whose singletons are closed, too, where it is one of the program's own.
    ///   - scope: The scope; nil for all but task scopes, whose runs have ends of their own.
    ///   - location: Where the call is.
    /// - Throws: A ``ClosingError``, or a ``ResolutionError`` in the factory of something that it would close.
    package func close(
        _ resolver: Resolver, _ container: Any.Type?, _ scope: ResolverScope?, at location: CodeLocation
    ) async throws {
        let resolver = own(resolver)
        let scope = scope.map { resolver.scope(for: $0) }
        // The constructions to which the task belongs. If the closing waited for one of them, neither might ever end.
        let flights = TaskState.flights.filter { $0.run == nil && $0.environment.unheld == Unheld(self) }
        func refuse(_ flight: Flight?) throws {
            guard let flight else { return }
            throw ResolutionError(.closedInside, key: flight.key, at: location, chain: TaskState.chain)
        }
        try refuse(Lock.held { flights.first { isKept($0, by: resolver, container, scope) } })
        while true {
            let (part, isNew, awaited) = Lock.held {
                let (part, isNew) = beginClosing(resolver, container, scope, at: location)
                // Another call may close more, and wait for a construction that this one leaves alone.
                return (part, isNew, flights.first { isClosed($0, by: part.number) })
            }
            if isNew { return try await closePart(part, of: resolver, container) }
            try refuse(awaited)
            // A closer that waited for its own end would wait for ever.
            if !TaskState.isClosing { await part.end.wait() }
            // If that closing was of one scope only, go on and close the rest.
            if part.includes(scope) { return }
        }
    }

    /// Closes a part that nobody closes yet.
    private func closePart(_ part: ClosedPart, of resolver: Resolver, _ container: Any.Type?) async throws {
        @Sendable func take() -> Ending.State {
            Lock.changing { garbage in
                // After a reset, the instances are new ones, which are not closed.
                guard resolver.closedParts.contains(where: { $0 === part }), holds(part) else { return .taken([]) }
                let cells = cells(of: resolver, container, part.scope)
                return Ending.take(
                    from: { cells.forEach($0) }, after: flights { isClosed($0, by: part.number) }, &garbage)
            }
        }
        defer { part.end.end() }
        try await closeInstances(take)
    }

    /// Closes all instances of all resolvers: for an environment that nobody asks any more.
    package func closeAll() async throws {
        try await closeInstances { [self] in
            Lock.changing { garbage in Ending.take(from: eachCell, after: flights { _ in true }, &garbage) }
        }
    }

    /// Runs an operation, and then closes all instances.
    ///
    /// Throws the closers' errors only if the operation threw nothing.
    ///
    /// Closes nothing if the task is cancelled by then, as by a test's time limit: the closing would wait for a construction
    /// that hangs.
    package func closingAll(after operation: () async throws -> Void) async throws {
        func close() async throws { if !Task.isCancelled { try await closeAll() } }
        do {
            try await operation()
        } catch {
            do { try await close() } catch let failure as ClosingError { tellObservers(of: failure) }
            throw error
        }
        try await close()
    }

    /// Drops all instances of all resolvers, without running closers.
    func dropAll() { Lock.changing { garbage in eachCell { $0.empty(&garbage) } } }

    /// Runs a body with each cell of what is registered in any resolver, with some of them twice.
    ///
    /// Under the engine's lock.
    private func eachCell(_ body: (InstanceCell.Pointer) -> Void) {
        eachResolver { cells(of: $0, nil, nil).forEach(body) }
    }

    /// Takes all instances and closes them, once nothing is under way.
    private func closeInstances(_ take: @escaping @Sendable () -> Ending.State) async throws {
        let ending = Ending(.succeeded, take)
        let task = TaskState.closing(in: nil) { ending.begin(from: take(), isOfRun: false) }
        if let error = await ending.settled(by: task) { throw error }
    }

    /// The constructions under way that belong to no run.
    ///
    /// Under the engine's lock.
    private func flights(where isMeant: (Flight) -> Bool) -> [Flight] {
        unsafe Flight.ofNoRun.values.filter { $0.environment.unheld == Unheld(self) && isMeant($0) }
    }

    /// Begins to close a part.
    ///
    /// Does not where another call closes or has closed it, or is still closing less of the resolver; returns that call's part
    /// then.
    ///
    /// Under the engine's lock.
    private func beginClosing(
        _ resolver: Resolver, _ container: Any.Type?, _ scope: ResolverScope?, at location: CodeLocation
    ) -> (ClosedPart, isNew: Bool) {
        let parts = resolver.closedParts.filter { holds($0) }
        if let part = parts.first(where: { $0.includes(scope) }) { return (part, false) }
        // Closers of one scope may still use the rest, so that closing ends first. But a closer that calls this must not wait.
        if scope == nil, !TaskState.isClosing, let part = parts.first(where: { !$0.end.isOver }) {
            return (part, false)
        }
        let number = nextReset()
        let part = ClosedPart(scope, nil, number: number, at: location)
        add(part, to: resolver)
        if let container { add(ClosedPart(scope, container, number: number, at: location), to: singletons) }
        setFlags(.hasClosed, true)
        return (part, true)
    }

    private func add(_ part: ClosedPart, to resolver: Resolver) {
        resolver.closedParts = resolver.closedParts.filter { holds($0) } + [part]
    }

    /// Whether the part is still closed: no reset has opened it again.
    private func holds(_ part: ClosedPart) -> Bool {
        lastResetOfAll < part.number
            && (part.scope.map { instances(of: $0).with { $0.lastReset } < part.number } ?? true)
    }

    /// The closed part that a registration belongs to, so that its instances are not kept; nil where there is none.
    ///
    /// With a number, only the closing with that number is meant.
    ///
    /// Under the engine's lock. Not inlined, as it is asked in five places.
    @inline(never)
    func closedPart(
        of registration: Registration, of owner: Resolver, _ scope: ResolverScope, by number: UInt? = nil
    ) -> ClosedPart? {
        guard hasClosed else { return nil }
        return owner.closedParts.first { part in
            number ?? part.number == part.number && part.includes(scope)
                && (part.container.map { belongs(registration, of: owner, to: $0) } ?? true) && holds(part)
        }
    }

    private func belongs(_ registration: Registration, of owner: Resolver, to container: Any.Type) -> Bool {
        owner.registry.declaredKey(of: registration)?.belongs(to: container) ?? false
    }

    /// Whether the service that a flight makes is kept by a resolver or, as a container's singleton, beside it.
    ///
    /// Under the engine's lock.
    private func isKept(
        _ flight: Flight, by resolver: Resolver, _ container: Any.Type?, _ scope: ResolverScope?
    ) -> Bool {
        guard scope == nil || scope === flight.scope else { return false }
        return flight.owner === resolver
            || flight.owner === singletons
                && (container.map { belongs(flight.registration, of: flight.owner, to: $0) } ?? false)
    }

    /// Whether the service that a flight makes is of a closed part.
    func isClosed(_ flight: Flight, by number: UInt) -> Bool {
        closedPart(of: flight.registration, of: flight.owner, flight.scope, by: number) != nil
    }

    /// Opens the closed parts of a container again, or those of one scope.
    ///
    /// Under the engine's lock.
    func reopen(_ resolver: Resolver, _ container: Any.Type, _ scope: ResolverScope?) {
        func reopen(_ resolver: Resolver) {
            if resolver.closedParts.isEmpty { return }
            resolver.closedParts.removeAll {
                ($0.container ?? container) == container && (scope == nil || $0.scope === scope)
            }
        }
        reopen(resolver)
        reopen(singletons)
    }

    /// The cells of what a resolver has registered, and a container's singletons.
    ///
    /// Under the engine's lock.
    private func cells(
        of resolver: Resolver, _ container: Any.Type?, _ scope: ResolverScope?
    ) -> [InstanceCell.Pointer] {
        var slots = Array(resolver.registry.slots)
        if let container {
            for slot in singletons.registry.slots where slot.key.belongs(to: container) { slots.append(slot) }
        }
        let registrations = slots.flatMap(\.all).flatMap { [$0] + (byParameter[$0.id]?.all ?? []) }
        var cells: [InstanceCell.Pointer] = []
        for registration in registrations {
            guard let cell = existingCell(of: registration) else { continue }
            if let scope, scope !== (cell.scope ?? registration.ownScope) { continue }
            cells.append(cell)
        }
        return cells
    }
}
