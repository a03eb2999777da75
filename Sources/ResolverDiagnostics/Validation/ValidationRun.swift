import Resolver

/// What is to be validated.
struct ValidationTargets {
    /// One service.
    struct Target {
        /// How reports name it.
        let name: String
        /// What is done with it; asked on the validation's thread, as a container may have to register itself first.
        let plan: () -> Plan
    }

    /// What is done with a service.
    enum Plan {
        /// It is resolved; the closure throws what can be thrown.
        case resolve(() throws(ResolutionError) -> Void)
        /// It is listed with a reason.
        case skip(SkipReason)
        /// It is known to fail.
        case fail(FailureText)
    }

    /// Why a service is not resolved, as reports say it.
    enum SkipReason: String {
        case isNoFactory = "is no factory"
        case isAsynchronous = "is made asynchronously: ask for it in a test"
        case lacksArguments = "takes arguments: give a sample of them"
        case isOfMainActor = "belongs to the main actor: validate on the current thread there"
        case isOfRun = "belongs to a run of a task scope: ask for it in a test, in such a run"
    }

    var targets: [Target]
    /// The services that the program itself asks for, as reports name them; nil where nobody says.
    var entryPoints: Set<String>?
    /// What is registered, used or not.
    var registered: [ServiceListing] = []
}

/// One validation, which resolves service after service and goes on where one fails.
///
/// A failure that cannot be thrown ends the program elsewhere. Here the thread that has failed is left where it is, as
/// its factory cannot be given anything to go on with, and another goes on with the next service.
final class ValidationRun: FailureHandler, @unchecked Sendable {
    // Sound because what changes is guarded; the services' closures are called by one thread at a time.

    private struct State {
        var next = 0
        /// What the current thread of this run has come to.
        var progress = Progress.running
        var problems: [ValidationReport.Problem] = []
        var skipped: [ValidationReport.Skipped] = []
        /// The words of the first two lines of each failure, which say what failed and who asked; of a cycle its services.
        var known: Set<[String]> = []
    }

    private enum Progress { case running, stuck, finished }

    private let sandbox = SandboxContext.current
    private let targets: [ValidationTargets.Target]
    private let thread: ValidationThread
    private let recorder: DependencyGraph.Recorder
    private let state = Guarded(State())

    private init(_ targets: [ValidationTargets.Target], thread: ValidationThread, recorder: DependencyGraph.Recorder) {
        self.targets = targets
        self.thread = thread
        self.recorder = recorder
    }

    /// Validates what a copy of the current sandbox has.
    ///
    /// `makeTargets` is given the resolver as the copy has it; nil means the root.
    static func report(
        of resolver: Resolver? = nil, location: CodeLocation, thread: ValidationThread,
        allowing allowed: Set<ValidationReport.Problem.Kind>, targets makeTargets: (Resolver) -> ValidationTargets
    ) -> ValidationReport {
        let recorder = DependencyGraph.Recorder(ignoring: location)
        return ToolSupport.inCopy(of: resolver, observedBy: recorder) { resolver in
            let all = makeTargets(resolver)
            let run = ValidationRun(all.targets, thread: thread, recorder: recorder)
            reportingTraps { run.validate() }
            let graph = recorder.graph(unused: all.registered.map(\.service))
            let state = run.state.withLock { $0 }
            let findings =
                state.problems + all.registered.compactMap { .registeredTwice($0) } + graph.problems(all.entryPoints)
            return ValidationReport(
                problems: findings.filter { !allowed.contains($0.kind) }, skipped: state.skipped,
                validatedCount: all.targets.count - state.skipped.count, graph: graph)
        }
    }

    private func validate() {
        guard thread == .own else { return work() }
        while state.withLock({ $0.next }) < targets.count {
            state.withLock { $0.progress = .running }
            startThread { [self] in
                work()
                state.withLock { $0.progress = .finished }
            }
            state.wait { $0.progress != .running }
        }
    }

    /// Resolves services until there are none left.
    private func work() {
        ToolSupport.handlingFailures(in: sandbox, by: self) {
            while let target = take() {
                do throws(ResolutionError) {
                    switch target.plan() {
                    case .resolve(let resolve): try resolve()
                    case .skip(let reason): skip(target, reason)
                    case .fail(let failure): add(failure)
                    }
                } catch {
                    note(error.report)
                }
            }
        }
    }

    private func take() -> ValidationTargets.Target? {
        state.withLock { state in
            guard state.next < targets.count else { return nil }
            state.next += 1
            return targets[state.next - 1]
        }
    }

    /// The service that is being validated.
    private var current: ValidationTargets.Target { targets[state.withLock { $0.next } - 1] }

    private func skip(_ target: ValidationTargets.Target, _ reason: ValidationTargets.SkipReason) {
        state.withLock { $0.skipped.append(.init(service: target.name, reason: reason.rawValue)) }
    }

    // MARK: - Failures

    /// Notes what has failed.
    private func note(_ failure: FailureText) {
        switch failure.id {
        case .mainActor: skip(current, .isOfMainActor)
        // What a run is bound to is not known here, so it says nothing of the wiring.
        case .outsideRun: skip(current, .isOfRun)
        default: add(failure)
        }
    }

    /// Adds a problem, unless another service has run into the same before.
    private func add(_ failure: FailureText) {
        let service = current.name
        let text = failure.text
        let lines = text.split(separator: "\n").prefix(2).flatMap { $0.split(separator: " ").map(String.init) }
        // One cycle is told from each service in it.
        let cause = failure.cycle.isEmpty ? lines : failure.cycle.sorted()
        state.withLock { state in
            guard state.known.insert(cause).inserted else { return }
            state.problems.append(.init(kind: .init(failure.id), service: service, description: text))
        }
    }

    /// Takes over a failure that would end the program; returns where it must end it.
    func handle(_ failure: FailureText) {
        guard thread == .own else {
            ToolSupport.write(soFar + "\n\n" + ValidationText.validating(current.name).text)
            return
        }
        note(failure)
        recorder.record(chain: ToolSupport.chain.map(\.service))
        ToolSupport.abandonThread()
        state.withLock { $0.progress = .stuck }
        Guarded(()).wait { false }
    }

    private var soFar: String {
        let state = state.withLock { $0 }
        return ValidationReport(
            problems: state.problems, skipped: state.skipped, validatedCount: state.next - state.skipped.count,
            graph: recorder.graph
        ).description
    }

    /// Says what a thread of this run was at that has trapped.
    func reportTrap() {
        let chain = ToolSupport.chain.filter { !$0.service.isForward }
        ToolSupport.write(ValidationText.trapped(current.name, chain).text)
        ToolSupport.write("\n" + soFar)
    }
}
