// Which environment and which resolver a resolution asks.

/// Which resolver of an environment is meant where none is named.
enum ImpliedResolver { case root, main, singletons }

extension Environment {
    /// The address of its root or main; asking for the root fixes which resolver that is.
    @inline(__always)
    fileprivate func address(of implied: ImpliedResolver) -> UInt {
        guard implied == .root else { return mainInOrder }
        if rootInOrder == 0 { _ = root }
        return rootInOrder
    }
}

extension Frame.Pointer {
    /// Finds the environment, and the resolver that is asked.
    @inline(__always)
    func enterRuntime(_ asked: Resolver?) {
        if asked == nil ? ProcessState.has(.callsOfRoot) : ProcessState.has(.everyCall) {
            enter(asked, .root)
        } else {
            pointee.resolver = Unheld(asked) ?? resolver(at: ProcessState.root)
        }
    }

    /// The same for a typed factory; returns the container's own resolver, which the details or the environment hold.
    func enterTyped(_ details: DeclarationDetails?, isSingleton: Bool) -> Unheld<Resolver> {
        let own = isSingleton ? nil : details?.resolver
        if isSingleton, details?.container != nil {
            enter(nil, .singletons)
        } else if ProcessState.has(own == nil ? .callsOfMain : .everyCall) {
            enter(own, .main)
        } else {
            pointee.resolver = Unheld(own) ?? resolver(at: ProcessState.main)
        }
        // A container's flags are those of its own resolver, also where its singletons are elsewhere.
        guard isSingleton, let resolver = details?.resolver else { return askedResolver }
        return withEnvironment { Unheld($0.own(resolver)) }
    }

    @inline(__always)
    func resolver(at word: Word) -> Unheld<Resolver> {
        unsafe Unheld(bits: word.load()).unsafelyUnwrapped
    }

    /// Finds the environment and the resolver where they may not be the process's first ones.
    @inline(never)
    private func enter(_ asked: Resolver?, _ implied: ImpliedResolver) {
        guard ProcessState.has(.everyCall) || implied == .singletons else {
            // The only condition is that the process's root or main was replaced.
            pointee.resolver = holdOfProcess(implied)
            // A reset meanwhile may have made the new resolver, whose hook has not run: begin again.
            if ProcessState.has(.everyCall) { enter(asked, implied) }
            return
        }
        let environment = Environment.active
        var (resets, hasRunHook) = (environment.resets, true)
        repeat {
            resets = environment.resets
            environment.runHook()
            // The thread that runs the hook itself goes on before the hook has run.
            hasRunHook = environment.hasRunHook
            findResolver(asked, implied, in: environment)
            // Again, if a reset meanwhile has made new resolvers, whose hook has not run.
        } while environment.resets != resets || hasRunHook && !environment.hasRunHook
        if environment.isDecorated { pointee.duties.add(.decorate) }
        if environment.isObserved { pointee.duties.add(.observe) }
        // The task holds the environment for longer than any call.
        if !environment.isProcess { pointee.environment = Unheld(environment) }
        if environment.isProcess, OutsideReport.isDue { pointee.duties.add(.reportOutside) }
    }

    /// Finds the resolver that is asked in an environment.
    @inline(__always)
    private func findResolver(_ asked: Resolver?, _ implied: ImpliedResolver, in environment: Environment) {
        if let asked {
            pointee.resolver = Unheld(environment.own(asked))
        } else if implied == .singletons {
            pointee.resolver = Unheld(environment.singletons)
        } else if environment.isProcess {
            pointee.resolver = processResolver(implied)
        } else {
            // A sandbox keeps its replaced resolvers until it ends.
            let address = environment.address(of: implied)
            pointee.resolver = unsafe Unheld(bits: address).unsafelyUnwrapped
        }
    }

    /// Asks the root from here on.
    func askRoot() {
        if let environment = pointee.environment {
            environment.with { findResolver(nil, .root, in: $0) }
        } else {
            pointee.resolver = processResolver(.root)
        }
    }

    /// The process's root or main, held where it is not the first one: a factory may replace it.
    func processResolver(_ implied: ImpliedResolver) -> Unheld<Resolver> {
        if !ProcessState.has(implied == .root ? .rootReplaced : .mainReplaced), ProcessState.root.load() != 0 {
            return resolver(at: implied == .root ? ProcessState.root : ProcessState.main)
        }
        return holdOfProcess(implied)
    }

    private func holdOfProcess(_ implied: ImpliedResolver) -> Unheld<Resolver> {
        Environment.unheldProcess.with { hold($0, implied) }
    }

    /// The environment's root or main, held for the frame: the frame's first one by a hold of the thread, if it has room, and
    /// any other one by a reference.
    func hold(_ environment: Environment, _ implied: ImpliedResolver) -> Unheld<Resolver> {
        let address = environment.address(of: implied)
        // Main and root are most often one.
        if let held = pointee.heldResolver, held.bits == address { return held }
        let mark = pointee.thread.pointee.mark
        mark.pointee.begin(ProcessState.root)
        // Read once more, as it may have been replaced before there was the mark.
        let word = environment.address(of: implied)
        let resolver = unsafe Unheld<Resolver>(bits: word).unsafelyUnwrapped
        // The first one stays held, as the frame may have found its registration there.
        let isHeld = pointee.heldResolver == nil && mark.pointee.hold(word)
        if !isHeld { unsafe resolver.retain() }
        mark.pointee.end()
        if isHeld {
            pointee.heldResolver = resolver
        } else {
            let more = unsafe HeldResolver(resolver.takeRetained(), pointee.moreResolvers?.takeRetained())
            pointee.moreResolvers = unsafe Unheld.retaining(more)
        }
        pointee.duties.add(.releaseHeld)
        return resolver
    }

    /// Whether the resolver that is asked is the process's root, so that no other registration can be nearer to the root.
    var isProcessRoot: Bool {
        guard !ProcessState.has(.rootReplaced) else { return false }
        return ProcessState.root.load() == askedResolver.bits
    }

    /// The environment's number.
    @inline(__always)
    var environmentNumber: UInt { pointee.environment?.with { $0.number } ?? 0 }

    /// The environment.
    var environmentOrProcess: Environment {
        pointee.environment.map { $0.object } ?? .process
    }

    /// Runs a body with the environment, without holding it: the task does, for longer than any call.
    @inline(__always)
    func withEnvironment<Result>(_ body: (Environment) -> Result) -> Result {
        (pointee.environment ?? Environment.unheldProcess).with { body($0) }
    }
}
