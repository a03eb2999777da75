// What registers services at their first use: the hook, which each environment runs once, and containers.

extension Environment {
    /// Runs the registration hook if it has not run yet; a thread that comes meanwhile waits for it.
    @inline(__always)
    func runHook() {
        if !hasRunHook { runPendingHook() }
    }

    @inline(never)
    private func runPendingHook() {
        while true {
            // Both in one section: another hook would have another preparation.
            let (preparation, services) = Lock.held { (hook, settings.services) }
            guard !preparation.isDone else { return }
            run(preparation, services)
            // A thread that cannot wait goes on without the hook. After a wait, look again: the hook may have been armed anew.
            guard preparation.isDone else { return }
        }
    }

    private func run(_ preparation: Preparation, _ services: ServicesSetting) {
        preparation.run {
            let thread = ThreadState.current
            let isInner = thread.pointee.isRunningHook
            thread.pointee.isRunningHook = true
            // The hook runs in this environment, though the closure that starts it may be called in another sandbox.
            let isUnseen = !run { register(with: services) }
            thread.pointee.isRunningHook = isInner
            Lock.held {
                // Otherwise a reset has armed the hook again meanwhile.
                if hook === preparation { finishHook(isUnseen: isUnseen) }
            }
        }
    }

    /// Looks for a hook again, after a lookup on the main actor found nothing: the thread that looked first may have been
    /// unable to see it.
    ///
    /// Returns whether the hook ran.
    func runUnseenHook() -> Bool {
        guard hasUnseenHook, isOnMainActor() else { return false }
        let isUnseen = Lock.held {
            guard hasUnseenHook else { return false }
            rearmHook()
            return true
        }
        if isUnseen { runHook() }
        return isUnseen
    }

    /// Runs the registration hook if it has not run yet, also where an earlier look could not see it.
    func runUnseenOrPendingHook() {
        if !runUnseenHook() { runHook() }
    }

    /// Tells resolutions that the hook has run, and fixes the root: from now on, replacing main does not change it.
    ///
    /// The first time, it also publishes the process's first root and main, which are kept for ever.
    ///
    /// Under the engine's lock.
    ///
    /// - Parameter isUnseen: Whether there is a hook that this thread cannot see, as only the main actor does.
    func finishHook(isUnseen: Bool) {
        setFlags(.hasUnseenHook, isUnseen)
        setFlags(.hasRunHook, true)
        let root = fixedRoot
        guard isProcess else { return }
        defer {
            publishResolvers()
            ProcessState.set(.hookPending, false)
        }
        guard ProcessState.root.load() == 0 else { return }
        for (resolver, word) in [
            (root, ProcessState.root), (mainResolver, ProcessState.main), (singletons, ProcessState.singletons),
        ] {
            word.store(unsafe Unheld.retaining(resolver).bits)
        }
    }

    /// Lets the hook run again at the next resolution.
    ///
    /// Under the engine's lock.
    func rearmHook() {
        hook = Preparation()
        setFlags(.hasRunHook | .hasUnseenHook, false)
        if isProcess { ProcessState.set(.hookPending, true) }
    }

    /// The hook of a sandbox that is opened now.
    ///
    /// If another thread is running the hook now, the sandbox runs it, too: it does not see what that thread registers here.
    /// Under the engine's lock.
    var hookOfSandbox: Preparation { hook.isDone ? hook : Preparation(isDone: hook.isMine) }

    /// Registers the program's services; returns false where there is a hook that this thread cannot see.
    private func register(with services: ServicesSetting) -> Bool {
        if case .replaced(let function) = services {
            function?()
            return true
        }
        // A cast of the type finds every conformance on every thread, and is quicker where there is none.
        guard Resolver.self is any ResolverRegistering.Type else { return true }
        // A cast of a value finds a conformance that is isolated to the main actor only on the main actor.
        if let registering = main as Any as? any ResolverRegistering {
            type(of: registering).registerAllServices()
            return true
        }
        // If the main actor does not see the conformance either, it is another actor's. It does not count as unseen, as then
        // each miss would look for it.
        return isOnMainActor()
    }

    /// Runs the registration hook now; nil once it has run.
    var registerServices: (() -> Void)? {
        get {
            if case .replaced(nil) = setting({ $0.services }) { return nil }
            let hasRun = Lock.held { hook.isDone && !hasUnseenHook }
            return hasRun ? nil : { self.runUnseenOrPendingHook() }
        }
        set {
            Lock.changing { garbage in
                garbage.add(value: settings.services)
                settings.services = .replaced(newValue)
                rearmHook()
            }
        }
    }
}

// MARK: - What containers register themselves

extension Environment {
    /// Whether this thread runs a registration hook, or a container's `autoRegister`.
    package static var isPreparing: Bool { ThreadState.existing?.isPreparing ?? false }

    /// Runs a container's `autoRegister`, and notes that this thread does.
    package static func autoRegistering(_ resolver: Resolver, _ body: () -> Void) {
        let thread = ThreadState.current
        let outer = thread.pointee.autoRegistering
        thread.pointee.autoRegistering = Unheld(resolver)
        body()
        thread.pointee.autoRegistering = outer
    }

    /// Whether this thread runs the `autoRegister` of a resolver's container, and has begun no other one since.
    package static func isAutoRegistering(_ resolver: Resolver) -> Bool {
        ThreadState.existing?.pointee.autoRegistering == Unheld(resolver)
    }

    /// Notes the container that this thread uses although the container has not registered its own overrides: this thread
    /// cannot wait for that.
    package static func setUnpreparedInUse(_ resolver: Resolver?) {
        ThreadState.current.pointee.usesUnprepared = Unheld(resolver)
    }
}
