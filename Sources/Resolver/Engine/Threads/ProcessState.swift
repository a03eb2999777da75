internal import CResolverPlatform

/// The process word, which every resolution reads first: it says whether anything must be looked at before the process's own
/// registry.
///
/// And other words that the process has once.
enum ProcessState {
    /// The conditions in the low bits, and the depth limit above them.
    @inline(__always) static var word: Word { unsafe Word(resolver_process_word(0)) }
    /// The process's first root, which static calls use without a reference, and which is therefore never released; 0
    /// until the registration hook has run.
    @inline(__always) static var root: Word { unsafe Word(resolver_process_word(1)) }
    /// The process's first main resolver, which the default container's factories use likewise.
    @inline(__always) static var main: Word { unsafe Word(resolver_process_word(2)) }
    /// The resolver of shared containers, and of singletons of custom containers, in the process's environment.
    @inline(__always) static var singletons: Word { unsafe Word(resolver_process_word(3)) }
    /// The bits of the contexts that hold in the process; see `ContextKey.bit`.
    @inline(__always) static var contexts: Word { unsafe Word(resolver_process_word(4)) }
    /// The process's environment; 0 until it is needed.
    @inline(__always) static var environment: Word { unsafe Word(resolver_process_word(5)) }
    /// The first mark in the list of all threads' marks.
    ///
    /// It changes only when a new mark is put before it, under the engine's lock.
    @inline(__always) static var marks: Word { unsafe Word(resolver_process_word(6)) }
    /// 1 while there are ``LeftObjects``: objects that were taken away while threads held them.
    @inline(__always) static var leftObjects: Word { unsafe Word(resolver_process_word(7)) }
    /// The last number that was given; see ``UniqueNumber``.
    ///
    /// In cache lines of its own: it is written often, and every call reads the words above.
    @inline(__always) static var lastNumber: Word { unsafe Word(resolver_process_word(32)) }

    /// Why a resolution cannot go straight to the process's own registry.
    struct Conditions: BitSet {
        let rawValue: UInt

        /// The registration hook of the process's environment has not run yet.
        static let hookPending = Conditions(rawValue: 1)
        /// There are sandboxes.
        static let sandboxes = Conditions(rawValue: 2)
        /// Somebody watches resolutions of the process's environment: `decorate` is set, or there are observers.
        static let watched = Conditions(rawValue: 4)
        /// `Resolver.root` is no longer the first one; concerns calls that name no resolver.
        static let rootReplaced = Conditions(rawValue: 8)
        /// `Resolver.main` is no longer the first one; concerns the default container.
        static let mainReplaced = Conditions(rawValue: 16)
        /// There has been an asynchronous construction, or a run of a task scope.
        static let asynchronous = Conditions(rawValue: 32)

        // As numbers: where nothing is optimised, each `|` of names takes several calls.

        /// The conditions that concern every call, whatever resolver it names: the first three.
        static let everyCall = Conditions(rawValue: 1 | 2 | 4)
        /// The conditions that concern calls which name no resolver.
        static let callsOfRoot = Conditions(rawValue: 1 | 2 | 4 | 8)
        /// The conditions that concern calls of the default container.
        static let callsOfMain = Conditions(rawValue: 1 | 2 | 4 | 16)

        static let all = Conditions(rawValue: 0xFF)
    }

    @inline(__always)
    static func has(_ conditions: Conditions) -> Bool { word.load() & conditions.rawValue != 0 }

    /// Changes a condition.
    ///
    /// Under the engine's lock.
    static func set(_ condition: Conditions, _ isOn: Bool) {
        word.exchange(Conditions(rawValue: word.load()).setting(condition, isOn).rawValue)
    }

    /// From now on, makes calls look at the state of their task.
    @inline(__always)
    static func noteAsynchronous() {
        if !has(.asynchronous) { Lock.held { set(.asynchronous, true) } }
    }

    /// How deep resolutions may nest before their chain is examined.
    static var depthLimit: UInt {
        get { word.load() >> 8 }
        set { Lock.held { _ = word.exchange(word.load() & Conditions.all.rawValue | newValue << 8) } }
    }
}

/// Numbers of which none is given twice.
enum UniqueNumber {
    /// A number that is higher than all that were given before; the first is 1.
    static func next() -> UInt {
        while true {
            let last = ProcessState.lastNumber.load()
            if ProcessState.lastNumber.replace(last, with: last + 1) { return last + 1 }
        }
    }
}
