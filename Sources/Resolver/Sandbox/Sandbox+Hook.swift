// The registration hook, which each sandbox runs once.

extension Sandbox {
    /// How far the registration hook has come.
    enum Hook {
        case pending
        case running(Construction)
        /// It has run, or the main thread found that the program has none.
        case done
        /// A thread other than the main thread found none; there may be one that is isolated to the main actor.
        case unseen
    }

    /// What `Resolver.registerServices` was set to: nothing, or a function or nil in its place.
    enum ServicesSetting {
        case standard
        case replaced((() -> Void)?)
    }

    /// Runs the registration hook if it has not run yet; a thread that comes meanwhile waits for it.
    func runHook() {
        let thread = unsafe ThreadState.current
        Engine.acquire()
        while case .running(let construction) = hook {
            if unsafe construction.thread == thread.pointee.shared { break }
            unsafe construction.wait(on: thread, for: Sandbox.hookLink)
        }
        guard case .pending = hook else {
            Engine.release()
            return
        }
        let construction = unsafe Construction(
            thread: thread, chain: [Sandbox.hookLink] + Engine.chain(from: thread.pointee.top))
        hook = .running(construction)
        let services = services
        Engine.release()

        let outer = unsafe thread.pointee.hookRunning
        unsafe thread.pointee.hookRunning = Unmanaged.passUnretained(self)
        let result = register(with: services)
        unsafe thread.pointee.hookRunning = outer

        Engine.locked {
            // A reset meanwhile has armed it again.
            if case .running(let current) = hook, current === construction { hook = result }
            construction.finish(with: nil)
            guard self === Sandbox.process else { return }
            let root = settledRoot
            Sandbox.keep(root, at: Engine.processRoot)
            Sandbox.keep(mainResolver, at: Engine.processMain)
            publishRoot()
            publishMain()
            switch hook {
            case .pending, .running: break
            case .done, .unseen: Engine.set(.hookPending, false)
            }
        }
    }

    /// Looks for a hook again after a lookup on the main thread found nothing, as the thread that looked first may
    /// have been unable to see it; returns whether it ran.
    func runUnseenHook() -> Bool {
        guard mayHaveUnseenHook, isOnMainActor() else { return false }
        let isUnseen = Engine.locked {
            guard case .unseen = hook else { return false }
            hook = .pending
            return true
        }
        if isUnseen { runHook() }
        return isUnseen
    }

    /// Runs the registration hook if it has not run yet, also where an earlier look could not see it.
    func runUnseenOrPendingHook() {
        if !runUnseenHook() { runHook() }
    }

    /// Whether a hook isolated to the main actor may exist that nobody has called.
    var mayHaveUnseenHook: Bool {
        Engine.locked { if case .unseen = hook { true } else { false } }
    }

    private func register(with services: ServicesSetting) -> Hook {
        if case .replaced(let function) = services {
            function?()
            return .done
        }
        // Of a value, as a cast of the type would find a conformance that is isolated to the main actor anywhere.
        if let registering = main as Any as? any ResolverRegistering {
            type(of: registering).registerAllServices()
            return .done
        }
        return isOnMainActor() ? .done : .unseen
    }

    private static var hookLink: ChainLink {
        ChainLink(key: ServiceKey((any ResolverRegistering).self, name: nil), site: .unknown)
    }

    /// Runs the registration hook now; nil once it has run.
    var registerServices: (() -> Void)? {
        get {
            let hasNothingToRun = Engine.locked {
                if case .replaced(nil) = services { return true }
                if case .done = hook { return true }
                return false
            }
            if hasNothingToRun { return nil }
            return { self.runUnseenOrPendingHook() }
        }
        set {
            let old = Engine.locked { () -> ServicesSetting in
                let old = services
                services = .replaced(newValue)
                // Also where there is nothing to run: the next resolution sees to that, and opens the fast path.
                hook = .pending
                if self === Sandbox.process { Engine.set(.hookPending, true) }
                return old
            }
            withExtendedLifetime(old) {}
        }
    }
}
