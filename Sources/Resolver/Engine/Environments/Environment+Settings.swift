// An environment's settings, its clock, and the contexts that hold there.

extension Environment {
    /// A setting.
    package func setting<Value>(_ read: (Settings) -> Value) -> Value { Lock.held { read(settings) } }

    /// Changes settings.
    ///
    /// The former settings are released after the lock.
    package func set(_ change: (inout Settings) -> Void) {
        Lock.changing { garbage in
            garbage.add(value: settings)
            change(&settings)
            setFlags(.isDecorated, settings.decorate != nil)
            setFlags(.isObserved, !settings.observers.isEmpty)
            publishContexts()
            guard isProcess else { return }
            ProcessState.set(.watched, isDecorated || isObserved)
        }
    }
}

// MARK: - Clock and contexts

extension Environment {
    /// Seconds on this environment's clock.
    var now: Double {
        guard let clock = setting({ $0.clock }) else { return Double(monotonicTime()) / 1e9 }
        if ThreadState.current.isOutOfStack { Failure.clockedForEver.trap() }
        return clock()
    }

    /// The contexts that hold.
    package var contexts: Set<ContextKey> { setting { $0.contexts } ?? ContextKey.ofProcess }

    /// Publishes to calls which contexts hold.
    func publishContexts() {
        let bits = settings.contexts.map(ContextKey.bits) ?? Environment.contextBitsOfProcess
        contextsWord.store(bits)
        if isProcess { ProcessState.contexts.store(bits) }
    }

    private static let contextBitsOfProcess = ContextKey.bits(ContextKey.ofProcess)
}

extension ContextKey {
    /// Whether it holds in the environment that this code runs in.
    ///
    /// Each call of a factory with a closure for a context asks this. Without sandboxes, one bit answers for most contexts.
    package var isCurrent: Bool {
        if ProcessState.has(.hookPending | .sandboxes) { return isCurrentInSandbox }
        return ProcessState.contexts.load() & bit != 0 && (hasOwnBit || isAmong(.process))
    }

    @inline(never)
    private var isCurrentInSandbox: Bool {
        let environment = Environment.active
        return environment.contextsWord.load() & bit != 0 && (hasOwnBit || isAmong(environment))
    }

    @inline(never)
    private func isAmong(_ environment: Environment) -> Bool { environment.contexts.contains(self) }
}
