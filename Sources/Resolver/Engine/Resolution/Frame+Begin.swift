// How a resolution begins, for both faces, every lifetime, and every environment.
//
// No function here knows the service's type: `begin` says what to do, and a generic function does it (Service.swift).

extension Frame.Pointer {
    // MARK: - By type and name

    // Inlined in the calls, of which it is half, for the reason given at `step`.
    /// Begins a lookup by type and name; an asynchronous call copies instances of asynchronous services, too.
    @_transparent
    func begin(_ type: Any.Type, name: Resolver.Name?, asked: Resolver?, isAsynchronous: Bool = false) -> Step {
        enterRuntime(asked)
        guard
            let found = name == nil
                ? findPlain(type, in: askedResolver) ?? findFurther(type)
                : find(KeyLookup(type, name: name?.rawValue))
        else { return nothingFound(type, name, asked) }
        if pointee.duties.has(.observe) { noteAsked(type, name?.rawValue, for: found) }
        let keeping = found.with { isAsynchronous ? $0.keepingForAsynchronous : $0.keeping }
        return step(found, keeping: keeping)
    }

    /// Notes for observers the type and name under which the runtime face has found a typed factory.
    @inline(never)
    private func noteAsked(_ type: Any.Type, _ name: String?, for found: Unheld<Registration>) {
        guard found.with({ $0.key.isDeclared }) else { return }
        ThreadState.current.events.asker.key = ServiceKey(type, name: name)
    }

    /// Notes for observers the typed factory that was called, where a registration of the runtime face counts in its place.
    @inline(never)
    private func noteCalled(_ key: ServiceKey, for found: Unheld<Registration>) {
        guard found.with({ !$0.key.isDeclared }) else { return }
        ThreadState.current.events.asker.key = key.withoutVariant
    }

    /// Looks again where there may be a registration hook that only this thread can see; else nothing is registered.
    @inline(never)
    private func nothingFound(_ type: Any.Type, _ name: Resolver.Name?, _ asked: Resolver?) -> Step {
        if withEnvironment({ $0.hasUnseenHook && $0.runUnseenHook() }) {
            return begin(type, name: name, asked: asked)
        }
        // For an optional type nothing is missing yet: the type that it wraps is looked up next.
        if pointee.duties.has(.reporting), !(type is any OptionalService.Type) {
            let key = ServiceKey(type, name: name?.rawValue)
            if pointee.duties.has(.reportOutside) { OutsideReport.note(key, at: pointee.location) }
            if pointee.duties.has(.observe) { observeMissing(key) }
        }
        return Step(.missing)
    }

    // MARK: - A typed call

    /// Begins a call of a typed factory.
    ///
    /// - Parameters:
    ///   - type: The service's type.
    ///   - file: The file of the declaration.
    ///   - word: The declaration's position and marks.
    ///   - details: Its container or options.
    ///   - isPlain: Whether the caller states no scope of the program's own, and the frame is new. All else that can make a
    ///     call more than a plain one is looked at here.
    /// - Returns: What the call has to do.
    @inline(__always)
    func begin(
        _ type: Any.Type, file: UnsafePointer<UInt8>, word: UInt64, _ details: DeclarationDetails?, isPlain: Bool
    ) -> Step {
        pointee.marks = word
        guard let (own, resolver) = plainResolver(word, details) else {
            return unsafe beginWithMore(type, file: file, word: word, details)
        }
        let flags = own.with { $0.flags }
        pointee.resolver = resolver
        pointee.owner = resolver
        let table = resolver.with { $0.table }
        let entry = unsafe table.entry(of: type, in: file, at: word & DeclarationPosition.mask) {
            guard let container = details.ofSingleton(word) else { return true }
            return $0 == container
        }
        guard flags.isPlain, let entry else {
            return unsafe beginWithMore(type, file: file, word: word, details)
        }
        guard let found = plainDeclaration(entry) else {
            return unsafe begin(with: entry, type, file: file, details, own, flags)
        }
        // A reset meanwhile may have dropped an override that the container itself had registered.
        guard own.with({ $0.flags == flags }) else {
            return unsafe beginWithMore(type, file: file, word: word, details)
        }
        return step(found, keeping: keeping(word, found, isPlain: isPlain), isDeclared: true, isPlain: isPlain)
    }

    /// What a declaration is looked up by.
    @inline(__always)
    private func lookup(
        _ file: UnsafePointer<UInt8>, _ word: UInt64, _ details: DeclarationDetails?
    ) -> DeclarationLookup {
        unsafe DeclarationLookup(
            file: file, position: word & DeclarationPosition.mask, container: details.ofSingleton(word))
    }

    /// Begins the call of a typed factory again, in the same frame: its declaration is known by now.
    @usableFromInline @inline(never)
    package func beginAgain(
        _ type: Any.Type, file: UnsafePointer<UInt8>, word: UInt64, _ details: DeclarationDetails?
    ) -> Step {
        // The frame may have duties from the first time.
        unsafe begin(type, file: file, word: word, details, isPlain: false)
    }

    /// Begins a typed call that may not be plain: there is a sandbox, somebody watches, there are options, the container
    /// decorates or must be prepared, or the declaration is new or has another copy of its file's literal.
    @inline(never)
    private func beginWithMore(
        _ type: Any.Type, file: UnsafePointer<UInt8>, word: UInt64, _ details: DeclarationDetails?
    ) -> Step {
        if let details, details.concernsCalls {
            guard details.contexts == nil || word & DeclarationMarks.contextCount == 0 else { return Step(.prepare) }
            pointee.options = Unheld(details)
        }
        let own = enterTyped(details, isSingleton: word & DeclarationMarks.isSingleton != 0)
        let flags = own.with { $0.flags }
        let resolver = askedResolver
        pointee.owner = resolver
        let entry = resolver.with { unsafe $0.table.entry(lookup(file, word, details), of: type) }
        guard let entry else { return prepareFirst() }
        return unsafe begin(with: entry, type, file: file, details, own, flags)
    }

    /// Whether this thread cannot wait until a container has registered its own overrides.
    private func usesUnprepared(_ own: Unheld<Resolver>) -> Bool {
        guard pointee.marks & DeclarationMarks.isExamined != 0 else { return false }
        return ThreadState.current.pointee.usesUnprepared == own
    }

    /// Goes on with the entry of a declaration; the flags were read before the table was.
    @inline(never)
    private func begin(
        with entry: Entry, _ type: Any.Type, file: UnsafePointer<UInt8>, _ details: DeclarationDetails?,
        _ own: Unheld<Resolver>, _ flags: Resolver.Flags
    ) -> Step {
        let word = pointee.marks
        if flags.has(.isDecorated) { pointee.duties.add(.decorate) }
        // A container may still be registering its own overrides. The call waits for that, unless this thread cannot:
        // then it uses the container as it is.
        guard !flags.has(.isUnprepared) || usesUnprepared(own) else { return prepareFirst() }
        let found =
            unsafe word & DeclarationPosition.variant == 0
            ? inForce(entry, type, lookup(file, word, details))
            : inForceForVariant(entry, type, file: file, details)
        guard let found else { return prepareFirst() }
        // A reset meanwhile may have dropped an override that the container itself had registered.
        guard own.with({ $0.flags == flags }) else { return prepareFirst() }
        let traits = found.with { $0.traits }
        if !traits.has(.isDeclaration) {
            if pointee.duties.has(.observe) { noteCalled(entry.key.object, for: found) }
            // The override has a lifetime of its own.
            pointee.scope = nil
            // A closure of the runtime face is handed the root, as the container's own resolver may have none of the
            // program's registrations. A typed closure takes no resolver.
            if !isProcessRoot { askRoot() }
            return stepWithMore(found, keeping: found.with { $0.keeping })
        }
        if traits.has(.isForward) { return forwardStep(found, type, details) }
        return stepWithMore(found, keeping: keeping(pointee.marks, found), isDeclared: true)
    }

    /// The registration in force in a declaration's slot; nil where the typed face has something to do first.
    @inline(__always)
    private func inForce(
        _ entry: Entry, _ type: Any.Type, _ lookup: @autoclosure () -> DeclarationLookup
    ) -> Unheld<Registration>? {
        let inForce = entry.word
        switch inForce & Slot.marks {
        case 0: return Slot.registration(inForce)
        case Slot.isReplaced:
            return holdReplaced(entry, in: askedResolver) { unsafe $0.entry(lookup(), of: type) }
        default: return unsafe findTyped(KeyLookup(type, lookup()), entry)
        }
    }

    /// The same where a closure for a context has the place of the declared one.
    ///
    /// An override of the declaration counts more than such a closure; if the closure always counts, only an override for a
    /// context does. If another closure of the declaration always counts, the typed face then calls again with that one.
    @inline(never)
    private func inForceForVariant(
        _ entry: Entry, _ type: Any.Type, file: UnsafePointer<UInt8>, _ details: DeclarationDetails?
    ) -> Unheld<Registration>? {
        let word = pointee.marks
        let declared = unsafe lookup(file, word & ~DeclarationPosition.variant, details)
        let resolver = askedResolver
        guard let base = resolver.with({ unsafe $0.table.entry(declared, of: type) }) else {
            return nil
        }
        let isAlways = word & DeclarationMarks.isAlways != 0
        let givesWay = word & DeclarationMarks.rank == DeclarationMarks.givesWay
        // A registration of the runtime face nearer to the root counts more than both; the typed face looks for one.
        if isAlways || givesWay, base.word & Slot.isBridged != 0, word & DeclarationMarks.isExamined == 0 { return nil }
        guard let found = unsafe inForce(base, type, declared) else { return nil }
        let traits = found.with { $0.traits }
        if !traits.has(.isDeclaration) {
            if traits.has(.isForContext) || !isAlways && !givesWay { return found }
            if givesWay { return nil }
        }
        guard !traits.has(.isForward) else { return nil }
        release(takeHold())
        return unsafe inForce(entry, type, lookup(file, word, details))
    }

    /// The container's own resolver, and the one that has a declaration, where nobody watches and there is no sandbox;
    /// else nil.
    @inline(__always)
    private func plainResolver(
        _ word: UInt64, _ details: DeclarationDetails?
    ) -> (own: Unheld<Resolver>, Unheld<Resolver>)? {
        guard !ProcessState.has(.callsOfMain), details.concernsNoCall else { return nil }
        let main = resolver(at: ProcessState.main)
        // Without a reference, as all threads would count references of the same container; the details keep the
        // resolver alive.
        let own = details?.unheldResolver
        guard word & DeclarationMarks.isSingleton != 0 else { return (own ?? main, own ?? main) }
        let singletons = details?.container == nil ? main : resolver(at: ProcessState.singletons)
        return (own ?? singletons, singletons)
    }

    /// The declaration of an entry, where it has no override, and where nothing of the runtime face may count more; else nil.
    @inline(__always)
    private func plainDeclaration(_ entry: Entry) -> Unheld<Registration>? {
        let inForce = entry.word
        guard
            _fastPath(inForce & Slot.marks == 0)
                || (inForce & Slot.marks == Slot.isBridged && entry.isOnlyJoined && isProcessRoot),
            let found = Slot.registration(inForce)
        else { return nil }
        return found.with { $0.traits.isPlainDeclaration } ? found : nil
    }

    /// How a declaration's instances are kept: as the declaration says, else as its container does.
    @inline(__always)
    private func keeping(_ word: UInt64, _ found: Unheld<Registration>, isPlain: Bool = false) -> UInt {
        guard word & DeclarationMarks.hasLifetime != 0 else {
            return found.with { $0.keeping }
        }
        if !isPlain, let scope = pointee.scope { return scope.with { $0.keepingWord } }
        return DeclarationMarks.keeping(of: word)
    }

    /// Ends the attempt, as the typed face has something to do first.
    private func prepareFirst() -> Step {
        release()
        return Step(.prepare)
    }

    /// The step for a declaration that stands for a registration of the runtime face.
    ///
    /// The registration's factory runs at once, if nobody needs to know that a typed factory was asked. Otherwise the declared
    /// closure runs, which asks the runtime face.
    @inline(never)
    private func forwardStep(
        _ found: Unheld<Registration>, _ type: Any.Type, _ details: DeclarationDetails?
    ) -> Step {
        let isModified = pointee.marks & DeclarationMarks.hasLifetime != 0
        // Most modifiers are a mistake here, which the typed face must report.
        if (isModified || pointee.options != nil) && pointee.marks & DeclarationMarks.isExamined == 0 {
            return prepareFirst()
        }
        let asked = (pointee.resolver, pointee.owner)
        if !isModified, pointee.options == nil, !pointee.duties.has(.decorate | .observe),
            let key = found.with({ Unheld($0.forwardedKey) }), key.with({ $0.type == type })
        {
            let hasOwn = details.map { enterOwn($0, key) } ?? false
            if !hasOwn { enterRuntime(nil) }
            // The forward is held until the lookup is done, as it owns the key.
            let forward = takeHold()
            let plain = key.with { $0.isPlain } ? findPlain(type, in: askedResolver) : nil
            if let registered = plain ?? key.with({ find(KeyLookup($0)) }) {
                release(forward)
                return stepWithMore(registered, keeping: registered.with { $0.keeping })
            }
            put(forward)
            (pointee.resolver, pointee.owner) = asked
        }
        return stepWithMore(found, keeping: Keeping.nowhere.rawValue, isDeclared: true)
    }

    /// Asks a container's own resolver, if that has a slot for a key, as the resolver of a container that is not shared may.
    ///
    /// Returns whether it has.
    @inline(never)
    private func enterOwn(_ details: DeclarationDetails, _ key: Unheld<ServiceKey>) -> Bool {
        guard let resolver = details.resolver else { return false }
        let own = withEnvironment { $0.own(resolver) }
        guard Lock.held({ own.registry.slot(of: key.object) != nil }) else { return false }
        pointee.resolver = Unheld(own)
        return true
    }

    // MARK: - What is known already

    /// Begins a resolution of a registration that is known already.
    @inline(never)
    func begin(_ registration: Registration, of owner: Resolver, asked: Resolver) -> Step {
        enterRuntime(asked)
        pointee.duties.remove(.reportOutside)
        pointee.owner = Unheld(owner)
        if owner.has(.isDecorated) { pointee.duties.add(.decorate) }
        let keeping = pointee.scope?.with { $0.keepingWord } ?? registration.keeping
        return stepWithMore(Unheld(registration), keeping: keeping)
    }

    /// Begins a resolution of a forward's target, on behalf of the forward, whose factory is running.
    @inline(never)
    func begin(targetOfForward key: ServiceKey, asked: Resolver) -> Step {
        guard let forward = ThreadState.current.pointee.top, let owner = forward.pointee.owner else {
            return Step(.missing)
        }
        pointee.location = forward.pointee.location
        pointee.environment = forward.pointee.environment
        pointee.duties = forward.pointee.duties & (.decorate | .observe)
        pointee.resolver = Unheld(asked)
        pointee.owner = owner
        // If no other service has asked for the forward, its target begins the graph, as if the call had asked for it.
        if forward.pointee.parent == nil { forward.pointee.depth = 0 }
        guard let found = (key.isPlain ? findPlain(key.type, in: owner) : nil) ?? findTarget(key, in: owner)
        else {
            return Step(.missing)
        }
        if pointee.duties.has(.observe) { noteAsked(key.type, key.name, for: found) }
        return stepWithMore(found, keeping: found.with { $0.keeping })
    }
}

extension DeclarationDetails? {
    /// For a singleton, its container: one registry has the singletons of all containers, and tells them apart by it.
    @inline(__always)
    fileprivate func ofSingleton(_ word: UInt64) -> Any.Type? {
        word & DeclarationMarks.isSingleton != 0 ? self?.container : nil
    }
}
