// Which registration is in force for a key, in the resolver that is asked and its children.

extension Frame.Pointer {
    /// The registration of a type without a name, if a resolver's table has it, and its word needs neither hold nor lock; else
    /// nil.
    @inline(__always)
    func findPlain(_ type: Any.Type, in resolver: Unheld<Resolver>) -> Unheld<Registration>? {
        guard let word = resolver.with({ $0.table.entry(of: type)?.word }),
            word & Slot.isReplacedOrNeedsLock == 0
        else { return nil }
        pointee.owner = resolver
        guard let found = Slot.registration(word), answers(found, word, in: resolver) else { return nil }
        return found
    }

    /// The registration of a type without a name, where `findPlain` has found none.
    @inline(never)
    func findFurther(_ type: Any.Type) -> Unheld<Registration>? {
        // Most types that are not found have no entry: with a key, they would be looked for once more.
        let resolver = askedResolver
        let hasEntry = resolver.with({ $0.table }).entry(of: type) != nil
        if hasEntry { return find(KeyLookup(type)) }
        guard let link = resolver.with({ $0.firstChild }) else { return nil }
        // Most have one child, such as the root that was replaced by a resolver of mocks.
        if let child = child(link), let found = findPlain(type, in: child) { return found }
        return findInChildren(KeyLookup(type))
    }

    /// Whether the registration in an entry's word answers the runtime face: a bridged declaration does only once exported.
    ///
    /// The container's decorator sees what an exported one gives, whichever face asks.
    @inline(__always)
    private func answers(_ found: Unheld<Registration>, _ word: UInt, in resolver: Unheld<Resolver>) -> Bool {
        // Of all that is marked, as by now a declaration may be in force that is only bridged.
        guard word & Slot.marks != 0 else { return true }
        guard unsafe found.with({ unsafe $0.factoryAddress }) != nil else { return false }
        if word & Slot.isBridged != 0, resolver.with({ $0.has(.isDecorated) }) { pointee.duties.add(.decorate) }
        return true
    }

    /// The registration in force for a key, in the resolver that is asked or in its children.
    @inline(never)
    func find(_ lookup: KeyLookup) -> Unheld<Registration>? {
        let resolver = askedResolver
        if let found = find(lookup, in: resolver) { return found }
        guard resolver.with({ $0.hasChildren }) else { return nil }
        return findInChildren(lookup)
    }

    /// The same in one resolver, its children left out.
    @inline(__always)
    private func find(_ lookup: KeyLookup, in resolver: Unheld<Resolver>) -> Unheld<Registration>? {
        let table = resolver.with { $0.table }
        guard let entry = table.entry(lookup) else { return nil }
        let word = entry.word
        guard word != 0 else { return nil }
        pointee.owner = resolver
        let isPlain = word & Slot.isReplacedOrNeedsLock == 0
        let found = isPlain ? Slot.registration(word) : findMarked(lookup, in: resolver, entry)
        guard let found else { return nil }
        guard answers(found, word, in: resolver) else {
            release(takeHold())
            pointee.registration = nil
            return nil
        }
        return found
    }

    /// The registration of a slot whose first one is not in force, or that must be looked at under the lock; the frame holds
    /// it.
    @inline(never)
    private func findMarked(
        _ lookup: KeyLookup, in resolver: Unheld<Resolver>, _ entry: Entry
    ) -> Unheld<Registration>? {
        guard entry.word & Slot.needsLock != 0 else {
            return holdReplaced(entry, in: resolver) { $0.entry(lookup) }
        }
        let contexts = withEnvironment { $0.contexts }
        return resolver.with { resolver in
            Lock.held {
                resolver.registry.slot(of: lookup)?.inForce(in: contexts).map { unsafe held(Unheld.retaining($0)) }
            }
        }
    }

    /// The registration in force in place of a slot's first one; the thread holds it until the frame ends.
    @inline(__always)
    func holdReplaced(
        _ entry: Entry, in resolver: Unheld<Resolver>, _ find: (Table) -> Entry?
    ) -> Unheld<Registration>? {
        let mark = pointee.thread.pointee.mark
        mark.pointee.begin(resolver.with { $0.tableWord })
        defer { mark.pointee.end() }
        // The table may have grown: only the newest one is told of replacements.
        let newest = resolver.with { $0.tableInOrder }
        let entry = newest.contains(entry) ? entry : find(newest)
        guard let found = Slot.registration(entry?.wordInOrder ?? 0) else { return nil }
        guard mark.pointee.hold(found.bits) else {
            unsafe found.retain()
            return held(found)
        }
        pointee.registration = found
        pointee.duties.add(.endHold)
        return found
    }

    /// Notes that the frame has a reference to a registration, which it releases when it ends.
    @inline(__always)
    private func held(_ found: Unheld<Registration>) -> Unheld<Registration> {
        pointee.registration = found
        pointee.duties.add(.releaseRegistration)
        return found
    }

    /// The registration of a key in the children, depth first in the order they were added.
    @inline(never)
    private func findInChildren(_ lookup: KeyLookup) -> Unheld<Registration>? {
        var visited: [Unheld<Resolver>] = []
        return findInChildren(of: askedResolver, lookup, &visited)
    }

    /// The same for the children of one resolver; `visited` has the resolvers whose children need not be searched again.
    private func findInChildren(
        of resolver: Unheld<Resolver>, _ lookup: KeyLookup, _ visited: inout [Unheld<Resolver>]
    ) -> Unheld<Registration>? {
        var next = resolver.with { $0.firstChild }
        while let link = next {
            next = link.with { $0.nextLink }
            guard let child = child(link) else { continue }
            if let found = find(lookup, in: child) { return found }
            guard child.with({ $0.hasChildren }) else { continue }
            // The resolver where the search began counts, too.
            if visited.isEmpty { visited.append(resolver) }
            guard !visited.contains(child) else { continue }
            visited.append(child)
            if let found = findInChildren(of: child, lookup, &visited) { return found }
        }
        return nil
    }

    /// A child as the frame's environment sees it, without a reference: the link or the environment holds it.
    @inline(__always)
    private func child(_ link: Unheld<ChildLink>) -> Unheld<Resolver>? {
        if pointee.environment == nil, let child = link.with({ $0.heldChild }) {
            return child
        }
        return withEnvironment { environment in
            link.with { link in
                // Nobody else holds the process's main or root once it is replaced.
                if let role = environment.role(of: link), environment.isProcess {
                    return hold(environment, role == .main ? .main : .root)
                }
                return Unheld(environment.child(link))
            }
        }
    }

    @inline(never)
    func findTarget(_ key: ServiceKey, in owner: Unheld<Resolver>) -> Unheld<Registration>? {
        let lookup = KeyLookup(key)
        if let found = find(lookup, in: owner) { return found }
        // If the forward overrides a typed factory of another container, its target is found from the root.
        let asked = pointee.resolver
        defer { pointee.resolver = asked }
        askRoot()
        return find(lookup)
    }

    /// The registration in force for a declaration that is bridged, or whose slot must be looked at under the lock.
    @inline(never)
    func findTyped(_ lookup: KeyLookup, _ entry: Entry) -> Unheld<Registration>? {
        let word = entry.word
        let main = askedResolver
        if word & Slot.isBridged != 0, !(entry.isOnlyJoined && isProcessRoot),
            pointee.marks & DeclarationMarks.isExamined == 0,
            let key = withEnvironment({ $0.nearerKey(than: lookup, in: main.object) })
        {
            // The typed face goes on where the key has another type, that of the wrapped service; where there are options, as
            // a service that is passed on has none; and where that service must be decorated afterwards.
            guard key.type == lookup.type, pointee.options == nil && !pointee.duties.has(.decorate) else {
                return nil
            }
            if pointee.duties.has(.observe) {
                // Observers are told of the declaration, which passes on the nearer service.
                ThreadState.current.events.asker.key = Lock.held { main.with { $0.registry.slot(of: lookup)?.key } }
            }
            askRoot()
            return find(KeyLookup(key))
        }
        if word & Slot.isReplacedOrNeedsLock == 0 { return Slot.registration(word) }
        return findMarked(lookup, in: main, entry)
    }
}
