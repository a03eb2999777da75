// What of a sandbox is the typed face's.

extension Sandbox {
    /// The time that a time to live is measured by.
    package struct Clock: Sendable {
        let now: (@Sendable () -> UInt64)?

        package init(now: (@Sendable () -> UInt64)?) { self.now = now }
    }

    /// Nanoseconds on this sandbox's clock.
    var now: UInt64 {
        let clock = Engine.locked { typedSettings[ObjectIdentifier(Clock.self)] as? Clock }
        return clock?.now?() ?? monotonicTime()
    }

    /// A setting of the typed face in the current sandbox.
    package static func setting<Value: Sendable>(_ type: Value.Type) -> Value? {
        let sandbox = active
        return Engine.locked { sandbox.typedSettings[ObjectIdentifier(type)] as? Value }
    }

    /// Makes a setting of the typed face in the current sandbox.
    package static func set<Value: Sendable>(_ value: Value) {
        let sandbox = active
        Engine.replacing(sandbox.typedSettings) { sandbox.typedSettings[ObjectIdentifier(Value.self)] = value }
    }

    /// What the process's default container stands on.
    package static var processHome: ContainerHome { process.containerHome }

    /// What the current sandbox's default container stands on; nil for the process's own.
    @usableFromInline package static var currentHome: ContainerHome? {
        let sandbox = active
        return sandbox === process ? nil : sandbox.containerHome
    }

    /// Whether a container is the one of its type that is shared in this sandbox.
    func shares(_ home: ContainerHome) -> Bool {
        Engine.locked { home === containerHome || sharedHomes.values.contains { $0 === home } }
    }

    /// Takes a container that was just made for this sandbox's shared one of its type.
    ///
    /// What was registered in the shared one that this sandbox was copied from is registered in it, too.
    func adopt(_ home: ContainerHome, as type: Any.Type) {
        let garbage = Engine.locked {
            let old = sharedHomes.updateValue(home, forKey: ObjectIdentifier(type))
            let inherited = inheritedHomes.removeValue(forKey: ObjectIdentifier(type))
            var garbage = [old, inherited].compactMap { $0 as AnyObject? }
            if let inherited {
                var copies = ResolverCopies()
                garbage += home.copyContents(of: inherited, &copies)
                copies.fill()
            }
            return garbage
        }
        withExtendedLifetime(garbage) {}
    }

    /// Tells the fast path of the process's main resolver.
    ///
    /// Called under the engine's lock.
    func publishMain() {
        let known = Engine.processMain.load()
        guard self === Sandbox.process, known != 0 else { return }
        Engine.set(.mainReplaced, known != Sandbox.word(of: mainResolver))
    }
}
