/// What a task is doing for asynchronous factories: its child tasks see it, too.
@safe
final class TaskState: Sendable {
    @TaskLocal static var current: TaskState?

    /// The innermost run of a task scope that the code belongs to; hidden while something is made that lives longer.
    let run: TaskRun?
    // The same, which `run` keeps alive: who only looks for a run need not hold it.
    let unheldRun: Unmanaged<TaskRun>?
    /// The construction that the code belongs to.
    let construction: AsyncConstruction?

    /// What keeps that which is asked for, where it is a lazy wrapper's, made in the making of what outlives all runs.
    let keeper: ServiceKey?

    /// Whether a closer runs.
    let isClosing: Bool

    init(
        run: TaskRun?, _ construction: AsyncConstruction?, keeper: ServiceKey? = nil, isClosing: Bool = false
    ) {
        self.run = run
        unsafe unheldRun = unsafe run.map { unsafe .passUnretained($0) }
        self.construction = construction
        self.keeper = keeper
        self.isClosing = isClosing
    }

    /// Resolves for a lazy wrapper; what would keep the service sees no run.
    static func resolving<Result>(for keeper: ServiceKey?, _ resolve: () -> Result) -> Result {
        guard let keeper else { return resolve() }
        return $current.withValue(TaskState(run: nil, current?.construction, keeper: keeper), operation: resolve)
    }
}

/// One running asynchronous factory: a link of the chain of those that have asked for each other.
///
/// Frames are the links of a thread's chain, and end where a function suspends; these go on. A synchronous call inside
/// an asynchronous factory begins a chain of its own.
final class AsyncConstruction: Sendable {
    let ask: AsyncAsk
    /// What others can join: this construction's own flight, or the one in which it runs; nil where nobody can.
    let flight: Flight?
    /// The construction that asked.
    let parent: AsyncConstruction?
    let depth: UInt

    init(_ ask: AsyncAsk, flight: Flight?) {
        self.ask = ask
        parent = ask.asker
        self.flight = flight ?? ask.asker?.flight
        depth = (ask.asker?.depth ?? 0) + 1
    }

    /// The constructions from this one outwards.
    var all: some Sequence<AsyncConstruction> { sequence(first: self) { $0.parent } }

    /// The chain from this construction outwards, the innermost link first.
    var chain: [ChainLink] { all.map(\.ask.link).filter { !$0.isForward } }

    /// Looks for a cycle in a chain that has become deep, where each factory runs anew in its asker's place.
    ///
    /// It is looked for each time the chain has grown by the depth limit. As in synchronous code, two full periods of
    /// the same registrations with equal arguments prove it; what is only deep goes on.
    func examineDepth() throws(ResolutionError) {
        guard depth % ProcessState.depthLimit == 0 else { return }
        let all = all.filter { !$0.ask.link.isForward }
        guard all.count > 1 else { return }
        let period = (1...(all.count / 2)).first { period in
            (0..<period).allSatisfy { all[$0].repeats(all[$0 + period]) }
        }
        guard let period else { return }
        var first = period
        while first + period < all.count, all[first].repeats(all[first + period]) { first += 1 }
        let path = all[(first - period)...first].reversed().map(\.ask.link)
        throw ResolutionError(cycle: path, outer: all[first].parent?.chain ?? [])
    }

    private func repeats(_ other: AsyncConstruction) -> Bool {
        ask.registration === other.ask.registration && Resolver.Args.provablyEqual(ask.argument, other.ask.argument)
    }
}
