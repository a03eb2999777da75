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
            let flight = construction.flights.first(where: { $0.run == nil && $0.environment === self })
        {
            throw ResolutionError(.closedInside, key: flight.key, at: location, chain: construction.chain)
        }
        // A closer that waited for its own end would wait for ever.
        let waits = !TaskState.isClosing
        while true {
            let (part, state) = Lock.changing {
                beginClosing(resolver, container, scope, at: location, besides: !waits, &$0)
            }
            switch state {
            case .partial: await part.end.wait()
            case .begun:
                if waits { await part.end.wait() }
                return
            case .new: return try await close(part, of: resolver, container)
            }
        }
    }

    /// Closes a part that nobody closes yet.
    private func close(_ part: ClosedPart, of resolver: Resolver, _ container: Any.Type?) async throws {
        @Sendable func take() -> Ending.State {
            Lock.changing { garbage in
                // What there is after a reset is not what is being closed.
                guard resolver.closedParts.contains(where: { $0 === part }), holds(part) else { return .taken([]) }
                let flights = unsafe Flight.ofNoRun.filter {
                    $0.environment === self
                        && closedParts(of: $0.registration, of: $0.owner, $0.scope).contains {
                            $0.number == part.number
                        }
                }
                if !flights.isEmpty { return .flights(flights) }
                let cells = unsafe cells(of: resolver, container, part.scope)
                return unsafe Ending.take(from: { unsafe cells.forEach($0) }, &garbage)
            }
        }
        defer { part.end.end() }
        if let error = await Ending(of: nil, .succeeded, take).settled(from: take()) { throw error }
    }

    /// How far the closing of a part has come.
    private enum ClosingState {
        /// It begins.
        case new
        /// Another call closes it, or has.
        case begun
        /// Less than it is being closed, and may still use the rest.
        case partial
    }

    /// Begins to close a part, unless it is closed already, or less than it is being closed; says which part that is.
    ///
    /// Under the engine's lock.
    private func beginClosing(
        _ resolver: Resolver, _ container: Any.Type?, _ scope: ResolverScope?, at location: CodeLocation,
        besides others: Bool, _ garbage: inout Garbage
    ) -> (ClosedPart, ClosingState) {
        let parts = resolver.closedParts.filter { holds($0) }
        if let part = parts.first(where: { $0.includes(scope) }) { return (part, .begun) }
        if scope == nil, !others, let part = parts.first(where: { !$0.end.isOver }) { return (part, .partial) }
        let number = nextReset()
        let part = ClosedPart(scope, nil, number: number, at: location)
        add(part, to: resolver, &garbage)
        if let container {
            let part = ClosedPart(scope, ObjectIdentifier(container), number: number, at: location)
            add(part, to: singletons, &garbage)
        }
        noteClosed()
        return (part, .new)
    }

    private func add(_ part: ClosedPart, to resolver: Resolver, _ garbage: inout Garbage) {
        garbage.add(value: resolver.closedParts)
        resolver.closedParts = resolver.closedParts.filter { holds($0) } + [part]
    }

    /// Whether nothing was reset since that opens it again.
    private func holds(_ part: ClosedPart) -> Bool {
        lastResetOfAll < part.number && (part.scope.map { instances(of: $0).lastReset < part.number } ?? true)
    }

    /// What closes something to who asks for it now, and cannot suspend; nil where it is given it.
    ///
    /// A construction of such a service began before, and is waited for: what it needs is made at once. What would have to be
    /// made asynchronously is not, as the construction is cancelled.
    ///
    /// Under the engine's lock.
    func partClosed(to registration: Registration, of owner: Resolver?, _ scope: ResolverScope) -> ClosedPart? {
        guard let part = closedPart(of: registration, of: owner, scope) else { return nil }
        let isAwaited = TaskState.construction?.flights.contains {
            $0.run == nil
                && closedParts(of: $0.registration, of: $0.owner, $0.scope).contains { $0.number == part.number }
        }
        return isAwaited ?? false ? nil : part
    }

    /// The closed part that a registration belongs to, so that nothing of it is kept; nil where there is none.
    ///
    /// Under the engine's lock.
    func closedPart(of registration: Registration, of owner: Resolver?, _ scope: ResolverScope) -> ClosedPart? {
        closedParts(of: registration, of: owner, scope).first
    }

    /// All of those.
    ///
    /// Under the engine's lock.
    private func closedParts(
        of registration: Registration, of owner: Resolver?, _ scope: ResolverScope
    ) -> [ClosedPart] {
        guard hasClosed, let owner else { return [] }
        return owner.closedParts.filter { part in
            let isMeant = part.container.map { container in
                registration.key.declaration.map { ObjectIdentifier($0.container) == container } ?? false
            }
            return isMeant ?? true && part.includes(scope) && holds(part)
        }
    }

    /// Opens what was closed of a container, or what one scope keeps there.
    ///
    /// Under the engine's lock.
    func reopen(_ resolver: Resolver, _ container: Any.Type, _ scope: ResolverScope?, _ garbage: inout Garbage) {
        for resolver in [resolver, singletons] where !resolver.closedParts.isEmpty {
            garbage.add(value: resolver.closedParts)
            resolver.closedParts.removeAll {
                ($0.container ?? ObjectIdentifier(container)) == ObjectIdentifier(container)
                    && (scope == nil || $0.scope === scope)
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
        var cells: [InstanceCell.Pointer] = unsafe []
        for registration in registrations {
            guard let cell = unsafe existingCell(of: registration) else { continue }
            if let scope, unsafe scope !== (cell.scope ?? registration.ownScope) { continue }
            unsafe cells.append(cell)
        }
        return unsafe cells
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
