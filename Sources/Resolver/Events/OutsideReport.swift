/// Reports services that are resolved outside of any sandbox while some code runs in one.
enum OutsideReport {
    /// 1 while the report is on.
    private static let isOnWord = Word.zeros(1)
    /// How many operations run in a sandbox.
    private static let running = Word.zeros(1)
    /// The texts that have been printed.
    // Sound because the set is only touched under the engine's lock.
    nonisolated(unsafe) private static var reported: Set<String> = []

    static var isOn: Bool {
        get { isOnWord.load() != 0 }
        set { Lock.held { isOnWord.store(newValue ? 1 : 0) } }
    }

    /// Counts an operation that begins to run in a sandbox.
    static func enter(_ environment: Environment) {
        if !environment.isProcess { Lock.held { running.store(running.load() + 1) } }
    }

    /// Counts an operation that has run in a sandbox.
    static func leave(_ environment: Environment) {
        if !environment.isProcess { Lock.held { running.store(running.load() - 1) } }
    }

    /// Whether a resolution outside of any sandbox must be reported: the report is on, and some operation runs in a sandbox.
    static var isDue: Bool { isOn && running.load() > 0 }

    /// Reports, once for each place, that a service is resolved in the process's environment.
    ///
    /// Services that this service needs in turn are not reported.
    static func note(_ key: ServiceKey, at location: CodeLocation) {
        // A lazy wrapper's frame does not count: no service is being made in it that needs this one.
        let frames = ThreadState.current.pointee.top?.frames
        let isInside = frames?.contains { !$0.isOfWrapper } ?? false
        guard !isInside, TaskState.construction == nil else { return }
        let text = Failure.outsideSandbox(key, location).text
        if Lock.held({ unsafe reported.insert(text).inserted }) { writeToStandardError(text) }
    }
}
