extension Environment {
    /// Closes what a resolver keeps, or what one scope keeps there.
    ///
    /// - Parameters:
    ///   - resolver: The resolver.
    ///   - container: The type of the container whose singletons are closed, too, where it is one of the program's own.
    ///   - scope: The scope; nil for all but task scopes, whose runs have ends of their own.
    ///   - location: Where the call is.
    /// - Throws: A ``ClosingError``, or a ``ResolutionError`` in a factory of something that is kept.
    package func close(
        _ resolver: Resolver, _ container: Any.Type?, _ scope: ResolverScope?, at location: CodeLocation
    ) async throws {
        let resolver = own(resolver)
        let scope = scope.map { resolver.scope(for: $0) }
        if let construction = TaskState.construction,
            let flight = construction.flights.first(where: { $0.run == nil && $0.environment.unheld == Unheld(self) })
        {
            throw ResolutionError(.closedInside, key: flight.key, at: location, chain: construction.chain)
        }
        while true {
            let (part, isNew) = Lock.held { beginClosing(resolver, container, scope, at: location) }
            if isNew { return try await close(part, of: resolver, container) }
            // A closer that waited for its own end would wait for ever.
            if !TaskState.isClosing { await part.end.wait() }
            // Else less than this was being closed, and the rest is closed now.
            if part.includes(scope) { return }
        }
    }

    /// Closes a part that nobody closes yet.
    private func close(_ part: ClosedPart, of resolver: Resolver, _ container: Any.Type?) async throws {
        @Sendable func take() -> Ending.State {
            Lock.changing { garbage in
                // What there is after a reset is not what is being closed.
                guard resolver.closedParts.contains(where: { $0 === part }), holds(part) else { return .taken([]) }
                let flights = flights { isClosed($0, by: part.number) }
                if !flights.isEmpty { return .flights(flights) }
                let cells = cells(of: resolver, container, part.scope)
                return Ending.take(from: { cells.forEach($0) }, &garbage)
            }
        }
        defer { part.end.end() }
        try await close(take)
    }

    /// Closes all that is kept, in whatever resolver: for an environment that nobody asks any more.
    package func closeAll() async throws {
        try await close { [self] in
            Lock.changing { garbage in
                let flights = flights { _ in true }
                if !flights.isEmpty { return .flights(flights) }
                return Ending.take(from: eachCell, &garbage)
            }
        }
    }

    /// Runs an operation, and then closes all that is kept; what closers throw is thrown only if the operation threw nothing.
    ///
    /// Nothing is closed where the task is cancelled by then, as by a test's time limit: a construction that hangs would be
    /// waited for.
    package func closingAll(after operation: () async throws -> Void) async throws {
        func close() async throws { if !Task.isCancelled { try await closeAll() } }
        do {
            try await operation()
        } catch {
            do { try await close() } catch let failure as ClosingError { observe(failure) }
            throw error
        }
        try await close()
    }

    /// Drops all that is kept, in whatever resolver, with no closer run.
    func dropAll() { Lock.changing { garbage in eachCell { $0.empty(&garbage) } } }

    /// Runs a body with each cell of what is registered in any resolver, with some of them twice.
    ///
    /// Under the engine's lock.
    private func eachCell(_ body: (InstanceCell.Pointer) -> Void) {
        eachResolver { cells(of: $0, nil, nil).forEach(body) }
    }

    /// Closes what is taken, once nothing is under way.
    private func close(_ take: @escaping @Sendable () -> Ending.State) async throws {
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

    /// Begins to close a part, unless another call closes it, or has, or closes less than it; returns the part that is closed.
    ///
    /// Under the engine's lock.
    private func beginClosing(
        _ resolver: Resolver, _ container: Any.Type?, _ scope: ResolverScope?, at location: CodeLocation
    ) -> (ClosedPart, isNew: Bool) {
        let parts = resolver.closedParts.filter { holds($0) }
        if let part = parts.first(where: { $0.includes(scope) }) { return (part, false) }
        // Closing less may still use the rest. A closer, which is a part of that, waits for nothing.
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

    /// Whether nothing was reset since that opens it again.
    private func holds(_ part: ClosedPart) -> Bool {
        lastResetOfAll < part.number
            && (part.scope.map { instances(of: $0).with { $0.lastReset } < part.number } ?? true)
    }

    /// The closed part that keeps a service from a synchronous call; nil where the call is given the service.
    ///
    /// What is closed is given to nobody but a construction that is closed with it. That one began before, and closing waits
    /// for it, so a synchronous call in it is given what it needs. An asynchronous call is not, as closing cancels the
    /// construction.
    ///
    /// Under the engine's lock.
    func partRefusing(
        _ registration: Registration, of owner: Resolver, _ scope: ResolverScope, besides flights: [Flight]
    ) -> ClosedPart? {
        guard let part = closedPart(of: registration, of: owner, scope) else { return nil }
        return flights.contains { $0.run == nil && isClosed($0, by: part.number) } ? nil : part
    }

    /// The closed part that a registration belongs to, so that nothing of it is kept; nil where there is none.
    ///
    /// By a number, only what was closed then is meant.
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

    /// Whether what a flight makes is of a closed part.
    private func isClosed(_ flight: Flight, by number: UInt) -> Bool {
        closedPart(of: flight.registration, of: flight.owner, flight.scope, by: number) != nil
    }

    /// Opens what was closed of a container, or what one scope keeps there.
    ///
    /// Under the engine's lock.
    func reopen(_ resolver: Resolver, _ container: Any.Type, _ scope: ResolverScope?) {
        for resolver in [resolver, singletons] where !resolver.closedParts.isEmpty {
            resolver.closedParts.removeAll {
                ($0.container ?? container) == container && (scope == nil || $0.scope === scope)
            }
        }
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

extension Environment {
    /// Tells observers of closers that have thrown where the error cannot be thrown on; prints it where there are none.
    func observe(_ error: ClosingError) {
        let observers = setting { $0.observers }
        if observers.isEmpty { error.print() }
        for observer in observers { observer.observe(error) }
    }
}
