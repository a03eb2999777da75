// Which registration is in force for a key, in the resolver that is asked and its children.

extension UnsafeMutablePointer<Frame> {
    /// The registration of a type without a name in a resolver; nil where it is not simply there.
    @inline(__always)
    func findPlain(_ type: Any.Type, in resolver: Unmanaged<Resolver>) -> Unmanaged<Registration>? {
        guard let word = unsafe resolver._withUnsafeGuaranteedRef({ $0.table.entry(of: type)?.word }),
            word & (Slot.isReplaced | Slot.needsLock) == 0
        else { return nil }
        unsafe pointee.owner = unsafe resolver
        guard let found = unsafe Slot.registration(word), unsafe answers(found, word) else { return nil }
        return unsafe found
    }

    /// The registration of a type without a name where it is not simply there.
    @inline(never)
    func findFurther(_ type: Any.Type) -> Unmanaged<Registration>? {
        // Most types that are not found have no entry: with a key, they would be looked for once more.
        let resolver = unsafe pointee.resolver.unsafelyUnwrapped
        let hasEntry = unsafe resolver._withUnsafeGuaranteedRef({ $0.table }).entry(of: type) != nil
        if hasEntry { return unsafe find(KeyLookup(type)) }
        guard let link = unsafe resolver._withUnsafeGuaranteedRef({ unsafe $0.firstChild }) else { return nil }
        // Most have one child, such as the root that was replaced by a resolver of mocks.
        if let child = unsafe child(link), let found = unsafe findPlain(type, in: child) { return unsafe found }
        return unsafe findInChildren(KeyLookup(type))
    }

    /// Whether what an entry's word has answers the runtime face: a bridged declaration does once it is exported.
    @inline(__always)
    private func answers(_ found: Unmanaged<Registration>, _ word: UInt) -> Bool {
        unsafe word & Slot.isBridged == 0 || found._withUnsafeGuaranteedRef { unsafe $0.factoryAddress != nil }
    }

    /// The registration in force for a key, in the resolver that is asked or in its children.
    @inline(never)
    func find(_ lookup: KeyLookup) -> Unmanaged<Registration>? {
        let resolver = unsafe pointee.resolver.unsafelyUnwrapped
        if let found = unsafe find(lookup, in: resolver) { return unsafe found }
        guard unsafe resolver._withUnsafeGuaranteedRef({ $0.hasChildren }) else { return nil }
        return unsafe findInChildren(lookup)
    }

    /// The same in one resolver, its children left out.
    @inline(__always)
    private func find(_ lookup: KeyLookup, in resolver: Unmanaged<Resolver>) -> Unmanaged<Registration>? {
        let table = unsafe resolver._withUnsafeGuaranteedRef { $0.table }
        guard let entry = table.entry(lookup) else { return nil }
        let word = entry.word
        guard word != 0 else { return nil }
        unsafe pointee.owner = unsafe resolver
        if word & ~Slot.isBridged & Slot.marks == 0 {
            let found = unsafe Slot.registration(word).unsafelyUnwrapped
            return unsafe answers(found, word) ? found : nil
        }
        guard let found = unsafe findMarked(lookup, in: resolver, entry) else { return nil }
        // Whatever the word said: by now, it may be that of a declaration which is only bridged.
        guard unsafe found._withUnsafeGuaranteedRef({ unsafe $0.factoryAddress }) != nil else {
            unsafe release(takeHold())
            unsafe pointee.registration = nil
            return nil
        }
        return unsafe found
    }

    /// The registration of a key whose first one is not in force, or that is to be looked at under the lock; the frame
    /// holds it.
    @inline(never)
    private func findMarked(
        _ lookup: KeyLookup, in resolver: Unmanaged<Resolver>, _ entry: Entry
    ) -> Unmanaged<Registration>? {
        guard entry.word & Slot.needsLock != 0 else {
            return unsafe holdReplaced(entry, in: resolver) { $0.entry(lookup) }
        }
        let contexts = unsafe (environmentOrProcess).contexts
        return unsafe resolver._withUnsafeGuaranteedRef { resolver in
            unsafe Lock.held {
                guard let slot = resolver.registry.slot(of: lookup) else { return nil }
                if slot.key.isDeclared, resolver.has(.isDecorated) { unsafe pointee.duties.add(.decorate) }
                return unsafe slot.inForce(in: contexts).map { unsafe held(.passRetained($0)) }
            }
        }
    }

    /// The registration that is in force in place of a key's first one, which the thread holds until the frame ends.
    @inline(__always)
    func holdReplaced(
        _ entry: Entry, in resolver: Unmanaged<Resolver>, _ find: (Table) -> Entry?
    ) -> Unmanaged<Registration>? {
        let mark = unsafe pointee.thread.pointee.mark
        unsafe mark.pointee.begin(resolver._withUnsafeGuaranteedRef { $0.tableWord })
        defer { unsafe mark.pointee.end() }
        // The table may have grown: only the newest one is told of replacements.
        let newest = unsafe resolver._withUnsafeGuaranteedRef { $0.tableInOrder }
        let entry = newest.contains(entry) ? entry : find(newest)
        guard let found = unsafe Slot.registration(entry?.wordInOrder ?? 0) else { return nil }
        guard unsafe mark.pointee.hold(UInt(bitPattern: found.toOpaque())) else { return unsafe held(found.retain()) }
        unsafe pointee.registration = unsafe found
        unsafe pointee.duties.add(.endHold)
        return unsafe found
    }

    /// Lets the frame hold a registration, which is released with it.
    @inline(__always)
    private func held(_ found: Unmanaged<Registration>) -> Unmanaged<Registration> {
        unsafe pointee.registration = unsafe found
        unsafe pointee.duties.add(.releaseRegistration)
        return unsafe found
    }

    /// The registration of a key in the children, depth first in the order they were added.
    @inline(never)
    private func findInChildren(_ lookup: KeyLookup) -> Unmanaged<Registration>? {
        var visited: [Unmanaged<Resolver>] = unsafe []
        return unsafe findInChildren(of: pointee.resolver.unsafelyUnwrapped, lookup, &visited)
    }

    /// The same, with the resolvers whose children have been searched, none of which are searched again.
    private func findInChildren(
        of resolver: Unmanaged<Resolver>, _ lookup: KeyLookup, _ visited: inout [Unmanaged<Resolver>]
    ) -> Unmanaged<Registration>? {
        var next = unsafe resolver._withUnsafeGuaranteedRef { unsafe $0.firstChild }
        while let link = unsafe next {
            unsafe next = unsafe link._withUnsafeGuaranteedRef { unsafe $0.nextLink }
            guard let child = unsafe child(link) else { continue }
            if let found = unsafe find(lookup, in: child) { return unsafe found }
            guard unsafe child._withUnsafeGuaranteedRef({ $0.hasChildren }) else { continue }
            // The first of all is searched already, too.
            if unsafe visited.isEmpty { unsafe visited.append(resolver) }
            guard unsafe !visited.contains(where: { unsafe $0.toOpaque() == child.toOpaque() }) else { continue }
            unsafe visited.append(child)
            if let found = unsafe findInChildren(of: child, lookup, &visited) { return unsafe found }
        }
        return nil
    }

    /// A child as the frame's environment sees it, without a reference: the link or the environment holds it.
    @inline(__always)
    private func child(_ link: Unmanaged<ChildLink>) -> Unmanaged<Resolver>? {
        if unsafe pointee.environment == nil, let child = unsafe link._withUnsafeGuaranteedRef({ unsafe $0.heldChild })
        {
            return unsafe child
        }
        let environment = unsafe environmentOrProcess
        return unsafe link._withUnsafeGuaranteedRef { link in
            // The process's main and root are held by nobody when they are replaced.
            if let role = environment.role(of: link), environment.isProcess {
                return unsafe hold(environment, role == .main ? .main : .root)
            }
            return unsafe .unretained(environment.child(link))
        }
    }

    @inline(never)
    func findTarget(_ key: ServiceKey, in owner: Unmanaged<Resolver>) -> Unmanaged<Registration>? {
        let lookup = KeyLookup(key)
        if let found = unsafe find(lookup, in: owner) { return unsafe found }
        // Where it overrides a typed factory of another container, what it stands for is in the root's reach.
        let asked = unsafe pointee.resolver
        defer { unsafe pointee.resolver = unsafe asked }
        unsafe pointee.resolver = unsafe hold(environmentOrProcess, .root)
        return unsafe find(lookup)
    }

    /// The registration in force for a declaration that is not simply its own.
    @inline(never)
    func findTyped(_ lookup: KeyLookup, _ entry: Entry) -> Unmanaged<Registration>? {
        let word = entry.word
        let main = unsafe pointee.resolver.unsafelyUnwrapped
        if word & Slot.isBridged != 0, unsafe !(entry.isOnlyJoined && isProcessRoot),
            unsafe pointee.marks & DeclarationMarks.isExamined == 0,
            let key = unsafe environmentOrProcess.nearerKey(than: lookup, in: main.takeUnretainedValue())
        {
            // What an optional type wraps is the typed face's to resolve; and what is passed on has no options, and is shown
            // to those who decorate when it is there.
            guard key.type == lookup.type, unsafe pointee.options == nil && !pointee.duties.has(.decorate) else {
                return nil
            }
            if unsafe pointee.duties.has(.observe) {
                // It passes on what is nearer.
                unsafe ThreadState.current.events.asked = Lock.held {
                    unsafe main._withUnsafeGuaranteedRef { $0.registry.slot(of: lookup)?.key }
                }
            }
            unsafe pointee.resolver = unsafe hold(environmentOrProcess, .root)
            return unsafe find(KeyLookup(key))
        }
        if word & ~Slot.isBridged & Slot.marks == 0 {
            return unsafe Slot.registration(word)
        }
        return unsafe findMarked(lookup, in: main, entry)
    }
}
