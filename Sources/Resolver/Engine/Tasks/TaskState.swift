/// What the code of a task belongs to: runs, a construction, a lazy wrapper's read, a closer.
///
/// Child tasks inherit it.
@safe
final class TaskState: Sendable {
    @TaskLocal static var local = TaskReference<TaskState>()
    static var current: TaskState? { local.object }

    /// The runs of task scopes that the code belongs to; hidden while something is made that lives longer.
    let runs: VisibleRuns?
    // The same without a reference, for lookups of a run: `runs` keeps it alive. To derive it there counts a reference, which
    // takes some 50 instructions.
    let unheldRuns: Unheld<VisibleRuns>?
    /// The construction in which the task was started, which it may outlive.
    private let begun: AsyncConstruction?

    /// In a lazy wrapper's read: what keeps the wrapper, and so the service that is asked for.
    let keeper: LazyKeeper?

    /// Whether a closer runs.
    let isClosing: Bool

    init(
        in runs: VisibleRuns?, _ construction: AsyncConstruction?, keeper: LazyKeeper? = nil,
        isClosing: Bool = TaskState.isClosing
    ) {
        self.runs = runs
        unheldRuns = Unheld(runs)
        begun = construction
        self.keeper = keeper
        self.isClosing = isClosing
    }

    /// The construction that the code belongs to.
    var construction: AsyncConstruction? { begun?.running }
    @inline(__always)
    static var construction: AsyncConstruction? {
        // Most programs have none, and need not look at the task.
        ProcessState.has(.asynchronous) ? current?.construction : nil
    }
    /// The flights that the code belongs to, the innermost first.
    static var flights: [Flight] { construction.map { Array($0.flights) } ?? [] }
    /// The chain from that construction outwards, the innermost link first.
    static var chain: [ChainLink] { construction?.chain ?? [] }
    /// Whether the code belongs to a closer.
    static var isClosing: Bool { current?.isClosing ?? false }
    /// What an error of a run or a closing must know of the code that asks.
    static var facts: ResolutionError.Facts { isClosing ? .isOfCloser : .nothing }

    /// Runs an ending.
    ///
    /// Closers and `deinit`s that it runs belong to the ended run. If they ask for a service of the run, the error says that
    /// the run has ended.
    static func closing<Result>(in runs: VisibleRuns?, _ body: () -> Result) -> Result {
        $local.withValue(TaskReference(TaskState(in: runs, construction, isClosing: true)), operation: body)
    }

    /// Resolves for a lazy wrapper.
    ///
    /// The resolution sees no run that ends before the wrapper's keeper does.
    static func resolving<Result>(for keeper: LazyKeeper?, _ resolve: () -> Result) -> Result {
        guard let keeper else { return resolve() }
        let state = TaskState(in: keeper.runs, construction, keeper: keeper)
        return $local.withValue(TaskReference(state), operation: resolve)
    }
}

/// What keeps the object that a lazy wrapper is a part of, and so the service that the wrapper finds.
final class LazyKeeper: Sendable {
    let key: ServiceKey
    /// The scope of the run that keeps it; nil where it outlives all runs.
    let scope: TaskScope?
    // Weak, as an instance that the run keeps must not hold the run.
    private weak let own: TaskRun?
    private let outer: VisibleRuns?

    init(_ key: ServiceKey, _ runs: VisibleRuns?) {
        self.key = key
        scope = runs?.run.scope
        own = runs?.run
        // A run of the same scope around it is another job's.
        outer = runs?.outer?.without { $0.scope === runs?.run.scope }
    }

    /// The run that keeps it, unless that is gone, and those around it.
    var runs: VisibleRuns? { own.map { VisibleRuns($0, in: outer) } ?? outer }
}

/// One running asynchronous factory: a link of the chain of asynchronous factories that have asked for each other.
///
/// Frames are the links of a thread's chain, and end where a function suspends; these go on. The frames of a synchronous
/// call in an asynchronous factory are links of a chain of their own, which failures and events continue with these.
final class AsyncConstruction: @unchecked Sendable {
    // Sound because nothing changes but a shared word.

    @exclusivity(unchecked) private var storedWords: StoredWords.One = 0
    let ask: AsyncAsk
    /// Its own flight, which others can join; nil where it runs in its asker's place.
    let own: Flight?
    let depth: UInt

    init(_ ask: AsyncAsk, flight own: Flight?) {
        ProcessState.noteAsynchronous()
        self.ask = ask
        self.own = own
        depth = (ask.asker?.depth ?? 0) + 1
    }

    /// Whether it has ended.
    private var ended: Word { Word(firstStoredIn: self) }

    /// Ends it, so that tasks which its factory has started belong to it no more.
    func end() { ended.exchange(1) }

    /// The innermost construction from this one outwards that has not ended.
    // Not inlined with `construction`, which is in many places.
    @inline(never)
    var running: AsyncConstruction? {
        var next: AsyncConstruction? = self
        while let construction = next, construction.ended.loadInOrder() != 0 {
            // The code was started by the factory of a flight, and has outlived it. It does not belong to those who asked for
            // the flight, so the search ends.
            if construction.own != nil { return nil }
            next = construction.ask.asker
        }
        return next
    }

    /// The flight that it belongs to: its own, or the one in which it runs; nil where there is none.
    var flight: Flight? { flights.first { _ in true } }

    /// The flights that it belongs to, the innermost first.
    var flights: some Sequence<Flight> { all.lazy.compactMap(\.own) }

    /// The construction that asked.
    var parent: AsyncConstruction? { ask.asker?.running }

    /// The constructions from this one outwards.
    var all: some Sequence<AsyncConstruction> { sequence(first: self) { $0.parent } }

    /// Those of them in the task of the innermost flight; the last one is that flight's own.
    ///
    /// All if there is no flight.
    var allOfOneFlight: [AsyncConstruction] {
        Array(sequence(first: self) { $0.own == nil ? $0.parent : nil })
    }

    /// The chain from this construction outwards, the innermost link first.
    var chain: [ChainLink] { all.map(\.ask.link).filter { !$0.isForward } }

    /// Looks for a cycle in a chain that has become deep, where each factory runs anew in its asker's place.
    ///
    /// It is looked for each time the chain has grown by the depth limit. As in synchronous code, two full periods of
    /// the same registrations with equal arguments prove it; what is only deep goes on.
    func examineDepth() throws(ResolutionError) {
        guard depth % ProcessState.depthLimit == 0 else { return }
        let all = Array(all)
        guard let cycle = cycle(of: all, { $0.repeats($1) }) else { return }
        throw ResolutionError(
            cycle: path(of: cycle, in: all.map(\.ask.link)), outer: all[cycle.entry].parent?.chain ?? [])
    }

    private func repeats(_ other: AsyncConstruction) -> Bool {
        ask.registration.id == other.ask.registration.id
            && Resolver.Args.provablyEqual(ask.argument, other.ask.argument)
    }
}
