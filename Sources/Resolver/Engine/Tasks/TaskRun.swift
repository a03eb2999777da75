/// One run of a task scope, with the cells of its instances.
///
/// Tasks hold the run, also those that outlive it. So its cells exist for as long as anybody can reach them.
final class TaskRun: @unchecked Sendable {
    // Sound because the words are shared words, and what else changes is guarded by the engine's lock.

    /// What is read without the lock; each word has a name below.
    @exclusivity(unchecked) private var storedWords: StoredWords.Four = (0, 0, 0, 0)
    // Not counted, as all threads that run requests would write its count.
    private let unheldScope: Unheld<TaskScope>
    let environment: EnvironmentReference
    /// Tells it from all others for ever, where an address may be used again.
    let number = UniqueNumber.next()
    /// Whether the scope's list has the run's cells.
    ///
    /// Guarded by the engine's lock.
    @safe @exclusivity(unchecked) private var isListed = false

    /// Registrations for single parameters, by their numbers.
    ///
    /// The run holds them, as the environment forgets such a registration where its own cell is empty. Guarded by the
    /// engine's lock.
    @safe @exclusivity(unchecked) private var held: [UInt: Registration] = [:]
    /// The flights under way.
    ///
    /// Guarded by the engine's lock.
    @safe @exclusivity(unchecked) private var flights: [ObjectIdentifier: Flight] = [:]

    init(of scope: Unheld<TaskScope>, in environment: EnvironmentReference) {
        ProcessState.noteAsynchronous()
        unheldScope = scope
        self.environment = environment
    }

    deinit {
        // The run has ended; a cell may have been made and listed since.
        if isListed { Lock.held { unlist() } }
        cells.free()
    }

    var scope: TaskScope { unheldScope.object }
    /// 1 once the run has ended, and takes no constructions any more.
    private var ended: Word { Word(firstStoredIn: self) }
    /// Its cells; three words.
    private var cells: CellTable { CellTable(at: Word(firstStoredIn: self) + 1) }

    /// The cell of a registration, by its number.
    @inline(__always)
    func cell(of id: UInt) -> InstanceCell.Pointer {
        if !cells.isUsed { list() }
        return cells.cell(id)
    }

    /// Lists the run's cells with its scope, before there is one: so resets find each, and no cell need be listed by itself.
    @inline(never)
    private func list() {
        Lock.held {
            guard !isListed else { return }
            isListed = true
            instances.with { $0.add(cells) }
        }
    }

    /// Under the engine's lock.
    private func unlist() {
        guard isListed else { return }
        isListed = false
        instances.with { $0.remove(cells) }
    }

    /// The list of what its scope keeps.
    ///
    /// Under the engine's lock.
    private var instances: Unheld<ScopeInstances> {
        unheldScope.with { scope in environment.with { $0.instances(of: scope) } }
    }

    /// Whether there is an instance of a registration, by its number.
    func hasInstance(of id: UInt) -> Bool { !(cells.find(id)?.isEmpty ?? true) }

    /// Holds a registration for a parameter for as long as the run is there.
    func hold(_ registration: Registration) {
        // The run may have held a copy with the same number that nobody else has.
        Lock.changing { $0.add(held.updateValue(registration, forKey: registration.id)) }
    }

    /// Whether the current call is refused the run's instances: the run has ended, and does not wait for the construction that
    /// calls.
    ///
    /// A call that has claimed a cell asks this once more, so it is read in the one total order of all exchanges.
    @inline(__always)
    var refuses: Bool { ended.loadInOrder() != 0 && refuses(besides: TaskState.flights) }

    /// The same with the flights to which the task belongs.
    ///
    /// A caller that holds the lock has looked them up before, as that may release a construction.
    @inline(never)
    func refuses(besides flights: [Flight]) -> Bool {
        ended.loadInOrder() != 0 && !flights.contains { $0.run === self }
    }

    /// Drops a registration's instances in the runs to which the code belongs.
    ///
    /// Other tasks' runs keep theirs until they end.
    ///
    /// Under the engine's lock.
    static func drop(_ registration: Registration, in environment: Environment, _ garbage: inout Garbage) {
        // Most programs have no runs, and need not look at the task.
        guard ProcessState.has(.asynchronous), let runs = TaskState.current?.runs else { return }
        for run in runs.all.lazy.map(\.run) where run.environment.unheld == Unheld(environment) {
            run.cells.find(registration.id)?.empty(&garbage)
        }
    }

    /// Notes a construction that begins.
    ///
    /// Under the engine's lock; returns false where the run has ended.
    func begin(_ flight: Flight) -> Bool {
        guard ended.loadInOrder() == 0 else { return false }
        flights[ObjectIdentifier(flight)] = flight
        return true
    }

    /// Notes that a construction has ended.
    ///
    /// Under the engine's lock.
    func end(_ flight: Flight) { flights[ObjectIdentifier(flight)] = nil }

    /// Ends the run: cancels what is under way, waits for it, drops all instances, and closes them.
    ///
    /// Cancelling the task does not stop this: closers that may suspend run in a task of their own.
    ///
    /// - Parameters:
    ///   - outcome: How the operation has ended.
    ///   - runs: The run itself, and those around it.
    /// - Returns: What could not be closed.
    @inline(__always)
    func end(_ outcome: RunOutcome, in runs: VisibleRuns?) async -> ClosingError? {
        ended.exchange(1)
        // A call may make the first cell at this moment; after its claim, it finds that the run has ended.
        if !cells.isUsed { return nil }
        switch TaskState.closing(in: runs, { endAtOnce(outcome) }) {
        case .ended(let error): return error
        case .goesOn(let ending, let task): return await ending.settled(by: task)
        }
    }

    private enum End {
        case ended(ClosingError?)
        case goesOn(Ending, Task<ClosingError?, Never>)
    }

    /// Ends the run at once; where something is under way, or a closer needs a task, begins to end it.
    private func endAtOnce(_ outcome: RunOutcome) -> End {
        let state = take()
        if case .taken(let instances) = state {
            if instances.isEmpty { return .ended(nil) }
            // In a task of its own, a closer does not see that this task is cancelled.
            let needsTask = Task.isCancelled || instances.contains { $0.duty.closer.isAsynchronous }
            if !needsTask { return .ended(Ending.closeAtOnce(instances, outcome)) }
        }
        let ending = Ending(outcome, take)
        return .goesOn(ending, ending.begin(from: state, isOfRun: true))
    }

    /// Takes all instances, unless something is under way; from now on nothing new begins.
    @Sendable private func take() -> Ending.State {
        Lock.changing { garbage in
            ended.exchange(1)
            let state = Ending.take(from: { cells.each($0) }, after: Array(flights.values), &garbage)
            if case .taken = state { unlist() }
            return state
        }
    }
}

extension Unheld<TaskScope> {
    /// The innermost run of the scope that the code belongs to.
    ///
    /// - Parameters:
    ///   - environment: The environment that asks, whose own run is meant.
    ///   - error: Makes the error where there is none.
    /// - Returns: The run, and those around it; the task holds them for as long as the code runs.
    /// - Throws: Where there is none, it has ended, or it is hidden.
    func currentRun(
        in environment: Environment, orThrow error: (ResolutionError.Reason) -> ResolutionError
    ) throws(ResolutionError) -> Unheld<VisibleRuns> {
        if let runs = VisibleRuns.innermost(ofScopeAt: bits, in: environment.number) {
            if runs.with({ $0.run.refuses }) { throw error(.endedRun(scope: object.display)) }
            return runs
        }
        let keeper = TaskState.current?.keeper
        if let keeper, keeper.scope === object { throw error(.endedRun(scope: object.display)) }
        if let keeper = keeper?.key ?? TaskState.construction?.flight?.key {
            throw error(.captive(scope: object.display, keeper: ResolutionError.Link(keeper)))
        }
        throw error(.outsideRun(scope: object.display))
    }
}
