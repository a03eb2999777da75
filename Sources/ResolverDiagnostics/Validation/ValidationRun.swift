import Resolver

/// One validation, which resolves one service after the other, and goes on where one fails.
///
/// A failure that cannot be thrown ends the program elsewhere. In a validation, the factory that has failed has nothing to go
/// on with, so its thread is left to wait for ever, and another thread goes on with the next service.
final class ValidationRun: FailureHandler, @unchecked Sendable {
    // Sound because the state that changes is guarded, and only one thread at a time calls the services' closures.

    private struct State {
        var next = 0
        /// The service that is being validated.
        var current: ValidationTargets.Target?
        /// The services to make when the validation's own threads have ended.
        var later: [(target: ValidationTargets.Target, make: () async -> Void)] = []
        var problems: [ValidationReport.Problem] = []
        var skipped: [ValidationReport.Skipped] = []
        /// The services that were skipped or have failed, under the names of entry points: it is not known what these need.
        var unmade: Set<String> = []
        /// The cause of each problem: the words that say what failed, who asked and where it is registered; for a cycle its
        /// services.
        var known: Set<[String]> = []
    }

    /// What to validate, and how.
    struct Request {
        /// The resolver that has the services; nil means the root.
        var resolver: Resolver?
        /// The place of the call.
        let location: CodeLocation
        let thread: ValidationThread
        /// The kinds of problem that are not reported.
        let allowed: Set<ValidationReport.Problem.Kind>
        /// Finds the services, given the resolver of the validation's sandbox.
        let targets: (Resolver) -> ValidationTargets
    }

    private let request: Request
    private let awaits: Bool
    private let recorder: DependencyGraph.Recorder
    private let state = Guarded(State())
    /// Whether the validation's current thread is at work: it has neither failed nor resolved all services.
    ///
    /// Guarded by the engine's lock: a thread waits for a change with ``Lock/wait(seconds:until:)``.
    private var isRunning = false
    // Set by the thread that validates, while no other thread is at work.
    private var targets = ValidationTargets(targets: [])
    private var surroundings = ToolSupport.Surroundings()

    private init(_ request: Request, awaits: Bool) {
        self.request = request
        self.awaits = awaits
        recorder = DependencyGraph.Recorder(ignoring: request.location)
    }

    /// Validates in a copy of the current sandbox.
    static func report(_ request: Request) -> ValidationReport {
        let run = ValidationRun(request, awaits: false)
        return ToolSupport.inCopy(of: request.resolver, observedBy: run.recorder) { resolver in
            run.begin(with: resolver)
            run.validate()
            return run.report
        }
    }

    /// Validates in the same way, and makes the asynchronous services, too, inside a run of each scope; the first is the
    /// outermost.
    static func report(
        _ request: Request, in scopes: [TaskScope], binding bind: () async -> Void
    ) async -> ValidationReport {
        let run = ValidationRun(request, awaits: true)
        await run.notingFailure {
            try await ToolSupport.inCopy(of: request.resolver, observedBy: run.recorder) { resolver in
                await run.notingFailure {
                    try await inRuns(of: scopes[...]) {
                        await bind()
                        run.begin(with: resolver)
                        // A thread of its own, as the task's thread is one of the few that all tasks share.
                        await withCheckedContinuation { continuation in
                            run.onNewThread {
                                run.validate()
                                continuation.resume()
                            }
                        }
                        await run.makeTheOthers()
                    }
                }
            }
        }
        return run.report
    }

    private static func inRuns(of scopes: ArraySlice<TaskScope>, _ body: () async -> Void) async throws {
        guard let scope = scopes.first else { return await body() }
        try await scope.run { try await inRuns(of: scopes.dropFirst(), body) }
    }

    /// Finds what to validate, inside the sandbox and the runs.
    private func begin(with resolver: Resolver) {
        surroundings = ToolSupport.Surroundings()
        targets = request.targets(resolver)
    }

    /// Resolves all services that can be resolved synchronously.
    private func validate() {
        reportingTraps {
            guard request.thread == .own else { return work() }
            var hasAbandoned = false
            while state.withLock({ $0.next }) < targets.targets.count {
                Lock.held { isRunning = true }
                onNewThread { [self] in
                    work()
                    letOthersGoOn()
                }
                wait(hasAbandoned: hasAbandoned)
                hasAbandoned = true
            }
        }
    }

    /// Lets the validation go on: its current thread has failed, or has resolved all services.
    private func letOthersGoOn() {
        Lock.held {
            isRunning = false
            Lock.wakeAll()
        }
    }

    /// Runs a part of the validation on a thread of its own; the program ends where the system makes none.
    private func onNewThread(_ body: @escaping @Sendable () -> Void) {
        let error = startThread(body)
        guard error == 0 else { fatalError("Resolver: pthread_create failed with \(error)") }
    }

    /// Waits for a thread of the validation.
    ///
    /// If a service takes long, and an abandoned thread may hold what it waits for, writes which service that is.
    private func wait(hasAbandoned: Bool) {
        var known = 0
        var isReported = false
        while !Lock.wait(seconds: 5, until: { !isRunning }) {
            let next = state.withLock { $0.next }
            if next == known, hasAbandoned, !isReported {
                ValidationText.waiting(current).write()
                isReported = true
            }
            known = next
        }
    }

    /// Resolves services until none are left.
    private func work() {
        ToolSupport.handlingFailures(in: surroundings, by: self) {
            while let target = take() { resolve(target) }
        }
    }

    private func resolve(_ target: ValidationTargets.Target) {
        switch target.plan() {
        case .resolve(let key, let make):
            do { try make() } catch { note(error, by: key) }
        case .await(let key, let make):
            postpone(target, or: .isAsynchronous) { [self] in
                do { try await make() } catch { note(error, by: key) }
            }
        case .skip(let reason): skip(target, reason)
        case .fail(let failure): add(failure)
        }
    }

    /// Resolves the current service once more, on this thread.
    private func resolveAgain() {
        guard let target = state.withLock({ $0.current }) else { return }
        ToolSupport.handlingFailures(in: surroundings, by: self) { resolve(target) }
    }

    /// Leaves a service for later; skips it if the validation is synchronous.
    private func postpone(
        _ target: ValidationTargets.Target, or reason: ValidationTargets.SkipReason, _ make: @escaping () async -> Void
    ) {
        guard awaits else { return skip(target, reason) }
        state.withLock { $0.later.append((target, make)) }
    }

    /// Makes the services that were left for later.
    private func makeTheOthers() async {
        for other in state.withLock({ $0.later }) {
            state.withLock { $0.current = other.target }
            await other.make()
        }
    }

    private func take() -> ValidationTargets.Target? {
        state.withLock { state in
            guard state.next < targets.targets.count else { return nil }
            state.current = targets.targets[state.next]
            state.next += 1
            return state.current
        }
    }

    /// How reports name the service that is being validated.
    private var current: String { state.withLock { $0.current?.name ?? "" } }

    private func skip(_ target: ValidationTargets.Target, _ reason: ValidationTargets.SkipReason) {
        state.withLock {
            $0.skipped.append(.init(service: target.name, reason: reason.rawValue))
            $0.unmade.insert(target.entryName)
        }
    }

    // MARK: - Failures

    /// Notes what a call for a service has thrown.
    private func note(_ error: any Error, by key: ServiceKey) {
        note(ToolSupport.thrown(error, by: key, at: request.location))
    }

    /// Notes a failure.
    private func note(_ failure: FailureText) {
        guard let target = state.withLock({ $0.current }) else { return }
        switch failure.id {
        case .mainActor:
            postpone(target, or: .isOfMainActor) { [self] in await MainActor.run { resolveAgain() } }
        // It is not known here what a run is bound to, so the failure says nothing about the wiring.
        case .outsideRun: skip(target, .isOfRun)
        default: add(failure)
        }
    }

    /// Notes an error that closers throw at the end.
    private func notingFailure(_ body: () async throws -> Void) async {
        do { try await body() } catch {
            // Before the lock, as an error's description is the program's code.
            let problem = ValidationReport.Problem(kind: .threw, service: "close()", description: "\(error)")
            state.withLock { $0.problems.append(problem) }
        }
    }

    /// Adds a problem, unless another service has failed for the same cause before.
    private func add(_ failure: FailureText) {
        let lines = failure.text.split(separator: "\n")
        // The first two lines say what failed and who asked. A service may be registered in several resolvers.
        let telling = lines.prefix(2) + lines.dropFirst(2).filter { $0.hasPrefix("  registered ") }
        let words = telling.flatMap { $0.split(separator: " ").map(String.init) }
        // Each service of a cycle tells the same cycle in other words.
        let cause = failure.about.isEmpty ? words : [failure.id.rawValue] + failure.about.sorted()
        state.withLock { state in
            guard let current = state.current else { return }
            state.unmade.insert(current.entryName)
            guard state.known.insert(cause).inserted else { return }
            state.problems.append(.init(of: current.name, failure))
        }
    }

    /// Takes over a failure that would end the program; if it returns, the failure must end the program.
    func handle(_ failure: FailureText) {
        guard request.thread == .own, !isOnMainActor() else {
            writeToStandardError(soFar + "\n")
            ValidationText.validating(current).write()
            return
        }
        note(failure)
        recorder.record(chain: ToolSupport.chain.map(\.service))
        ToolSupport.abandonThread()
        letOthersGoOn()
        // For ever: the factory that has failed has nothing to go on with.
        while true { sleepThread(nanoseconds: 3_600_000_000_000) }
    }

    private var soFar: String { report(with: recorder.graph, validated: state.withLock { $0.next }).description }

    /// The report of the whole validation.
    private var report: ValidationReport {
        let graph = recorder.graph(with: targets.registered)
        // A captive that was reported as a failure is in the graph, too, and counts once.
        let failed = state.withLock { $0.problems.filter { $0.kind == .captive }.map(\.about) }
        let problems = graph.problems.filter { $0.kind != .captive || !failed.contains($0.about) }
        let twice = targets.registered.compactMap { listing in
            listing.replaced.map {
                ValidationReport.Problem(
                    of: listing.service.key.display, ValidationText.registeredTwice(listing.service, $0))
            }
        }
        let (never, skipped) = neverResolved(in: graph)
        return report(with: graph, validated: targets.targets.count, and: twice + problems + never, skipped)
    }

    /// The services to which no entry point leads, or the reason why that is not known.
    private func neverResolved(in graph: DependencyGraph) -> ([ValidationReport.Problem], [ValidationReport.Skipped]) {
        guard let entryPoints = targets.entryPoints else { return ([], []) }
        let unmade = state.withLock { $0.unmade }
        let known = Set(graph.services.flatMap { [$0.entryName, $0.type] }).union(unmade)
        let unknown = entryPoints.subtracting(known).sorted().map {
            ValidationReport.Problem(of: $0, ValidationText.unknownEntryPoint($0))
        }
        let reached = graph.reached(from: entryPoints)
        let names = entryPoints.union(reached.map { graph.services[$0].entryName })
        guard let one = names.intersection(unmade).min() else {
            return (unknown + graph.neverResolved(besides: reached), [])
        }
        let skipped = ValidationReport.Skipped(
            service: "what no entry point leads to",
            reason: "is not looked for: '\(one)' was not made, and may need anything")
        return (unknown, [skipped])
    }

    private func report(
        with graph: DependencyGraph, validated count: Int, and others: [ValidationReport.Problem] = [],
        _ notKnown: [ValidationReport.Skipped] = []
    ) -> ValidationReport {
        let state = state.withLock { $0 }
        return ValidationReport(
            problems: (state.problems + others).filter { !request.allowed.contains($0.kind) },
            skipped: state.skipped + notKnown, validatedCount: count - state.skipped.count, graph: graph,
            allowed: request.allowed)
    }

    /// Writes what a thread of this validation was making when it trapped.
    func reportTrap() {
        let chain = ToolSupport.chain.filter { !$0.service.isForward }
        ValidationText.trapped(current, chain).write()
        writeToStandardError("\n" + soFar)
    }
}
