/// One run of a task scope: where its instances are.
///
/// Tasks hold it, those included that outlive it, so that its cells are there for as long as anybody can reach them.
final class TaskRun: @unchecked Sendable {
    // Sound because the words are shared words, and what else changes is guarded by the engine's lock.

    /// What is read without the lock; each word has a name below.
    @exclusivity(unchecked) private var storedWords: StoredWords.Three = (0, 0, 0)
    let scope: TaskScope
    let environment: Environment
    /// The run in which this one was begun.
    @safe @exclusivity(unchecked) private(set) var outer: TaskRun?
    /// How many runs it is nested in, itself included.
    private(set) var depth: UInt = 1
    // Beside the objects, which a hit then need not hold.
    private let scopeAddress: UInt
    private let environmentNumber: UInt

    /// Registrations for single parameters, by their numbers.
    ///
    /// They would be forgotten, as their own cells are empty. Guarded by the engine's lock.
    @safe @exclusivity(unchecked) private var held: [UInt: Registration] = [:]
    /// The constructions under way.
    ///
    /// Guarded by the engine's lock.
    @safe @exclusivity(unchecked) private var flights: [Flight] = []

    init(of scope: TaskScope, in environment: Environment, outer: TaskRun?) {
        ProcessState.noteAsynchronous()
        self.scope = scope
        self.environment = environment
        if let outer = outer?.enclosing(scope, in: environment) {
            self.outer = outer
            depth = outer.depth + 1
        }
        scopeAddress = scope.address
        environmentNumber = environment.number
    }

    deinit {
        cells.free()
        if outer != nil { releaseOuter() }
    }

    /// Releases those around it one after the other: one that released the next would nest as deep as runs do.
    private func releaseOuter() {
        var next = outer
        outer = nil
        while let run = detachOuter(of: &next) { next = run }
    }

    /// Takes away what a run is nested in, if nobody else has that run: a lazy wrapper, which finds it weakly, does so under the
    /// lock.
    private func detachOuter(of run: inout TaskRun?) -> TaskRun? {
        Lock.held {
            guard isKnownUniquelyReferenced(&run), let run else { return nil }
            defer { run.outer = nil }
            return run.outer
        }
    }

    /// The run that a new one which begins in this one is nested in: not one of the same scope that has ended, which nobody
    /// would find any more, and which all who begin the next one in it would hold.
    @inline(never)
    func enclosing(_ scope: TaskScope, in environment: Environment) -> TaskRun? {
        var run: TaskRun? = self
        while let current = run, current.scope === scope, current.environment === environment, current.refuses {
            run = current.outer
        }
        return run
    }

    /// Whether it takes no constructions any more.
    private var ended: Word { Word(firstStoredIn: self) }
    /// Its cells; two words.
    private var cells: CellTable { CellTable(at: Word(firstStoredIn: self) + 1) }

    /// The cell of a registration, by its number.
    @inline(__always)
    func cell(of id: UInt) -> InstanceCell.Pointer { unsafe cells.cell(id) }

    /// Holds a registration for a parameter until the run ends.
    func hold(_ registration: Registration) { Lock.held { held[registration.id] = registration } }

    /// Whether what asks now is given nothing of it any more: it has ended, and does not wait for what asks.
    ///
    /// Who has claimed a cell asks again, so it is read in the one total order of all exchanges.
    @inline(__always)
    var refuses: Bool { ended.loadInOrder() != 0 && !isAwaitingTask }

    /// Whether it waits for a construction that the task belongs to.
    @inline(never)
    private var isAwaitingTask: Bool { TaskState.construction?.flights.contains { $0.run === self } ?? false }

    /// The innermost run of a scope that the code belongs to, in the environment with a number; nil where there is
    /// none, or it is hidden.
    ///
    /// The task holds it for as long as that code runs.
    static func innermost(ofScopeAt address: UInt, in environment: UInt) -> Unmanaged<TaskRun>? {
        var run = unsafe TaskState.current?.unheldRun
        while let current = unsafe run {
            let (isWanted, outer) = unsafe current._withUnsafeGuaranteedRef {
                unsafe (
                    $0.scopeAddress == address && $0.environmentNumber == environment,
                    Unmanaged.unretained($0.outer)
                )
            }
            if isWanted { return unsafe current }
            unsafe run = unsafe outer
        }
        return nil
    }

    /// The run at an address, if the code belongs to it.
    static func current(at address: UInt) -> TaskRun? {
        var run = TaskState.current?.run
        while let current = run, unsafe UInt(bitPattern: Unmanaged.passUnretained(current).toOpaque()) != address {
            run = current.outer
        }
        return run
    }

    /// Drops what the runs that the code belongs to keep for a registration; other tasks' runs keep theirs until they
    /// end.
    ///
    /// Under the engine's lock.
    static func drop(_ registration: Registration, in environment: Environment, _ garbage: inout Garbage) {
        var run = TaskState.current?.run
        while let current = run {
            if current.environment === environment { unsafe current.cells.find(registration.id)?.empty(&garbage) }
            run = current.outer
        }
    }

    /// Whether it ends when another one does at the latest.
    func isWithin(_ other: TaskRun) -> Bool { depth >= other.depth }

    /// Notes a construction that begins.
    ///
    /// Under the engine's lock; returns false where the run has ended.
    func begin(_ flight: Flight) -> Bool {
        guard ended.loadInOrder() == 0 else { return false }
        flights.append(flight)
        return true
    }

    /// Notes that a construction has ended.
    ///
    /// Under the engine's lock.
    func end(_ flight: Flight) { flights.removeAll { $0 === flight } }

    /// Ends the run: cancels what is under way, waits for it, drops all instances, and closes them.
    ///
    /// Nothing of it can be cancelled: what may suspend runs in a task of its own.
    ///
    /// - Parameters:
    ///   - outcome: How the operation has ended.
    ///   - own: The state in which it ran: what is released, and closed without a task, belongs to it, too.
    /// - Returns: What could not be closed.
    @inline(__always)
    func end(_ outcome: RunOutcome, in own: TaskState) async -> ClosingError? {
        switch TaskState.$current.withValue(own, operation: { endAtOnce(outcome) }) {
        case .ended(let error): return error
        case .goesOn(let state): return await Ending(of: self, outcome, take).settled(from: state)
        }
    }

    private enum End {
        case ended(ClosingError?)
        case goesOn(Ending.State)
    }

    /// Ends the run, unless something is under way, or is to be closed by a task.
    private func endAtOnce(_ outcome: RunOutcome) -> End {
        let state = take()
        guard case .taken(let values) = state else { return .goesOn(state) }
        if values.isEmpty { return .ended(nil) }
        // A closer does not see that the task is cancelled.
        let needsTask = Task.isCancelled || values.contains { $0.duty?.closer.isAsynchronous ?? false }
        return needsTask ? .goesOn(state) : .ended(Ending.closeAtOnce(values, outcome))
    }

    /// Takes all instances, unless something is under way; nothing new begins then.
    @Sendable private func take() -> Ending.State {
        Lock.changing { garbage in
            ended.exchange(1)
            if !flights.isEmpty { return .flights(flights) }
            return unsafe Ending.take(from: { unsafe cells.each($0) }, &garbage)
        }
    }
}

extension TaskRun {
    /// The error of a call that comes when the run has ended.
    func endedError(_ ask: AsyncAsk) -> ResolutionError {
        ResolutionError(
            .endedRun(scope: scope.display), key: ask.registration.key, at: ask.location, chain: ask.chain)
    }
}

extension TaskScope {
    /// The innermost run of the scope that the code belongs to.
    ///
    /// - Parameters:
    ///   - environment: The environment that asks, whose own run is meant.
    ///   - error: Makes the error where there is none.
    /// - Returns: The run.
    /// - Throws: Where there is none, it has ended, or it is hidden.
    func currentRun(
        in environment: Environment, orThrow error: (ResolutionError.Reason) -> ResolutionError
    ) throws(ResolutionError) -> TaskRun {
        let keeper = TaskState.current?.keeper
        if keeper?.hasLostRun(of: self) ?? false { throw error(.endedRun(scope: display)) }
        if let run = unsafe TaskRun.innermost(ofScopeAt: address, in: environment.number)?.takeUnretainedValue() {
            if run.refuses { throw error(.endedRun(scope: display)) }
            return run
        }
        if let keeper, keeper.scope === self { throw error(.endedRun(scope: display)) }
        if let keeper = keeper?.key ?? TaskState.construction?.flight?.key {
            throw error(.captive(scope: display, keeper: ResolutionError.Link(keeper)))
        }
        throw error(.outsideRun(scope: display))
    }
}
