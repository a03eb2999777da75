/// One validation, which resolves service after service and goes on where one fails.
///
/// A failure that cannot be thrown ends the program elsewhere. Here the thread that has failed is left where it stands,
/// as its factory cannot be given anything to go on with, and another goes on with the next service.
package final class ValidationRun: @unchecked Sendable {
    // Sound because everything that changes is guarded by the engine's lock; the services' closures are called by one
    // thread at a time.

    typealias Problem = ValidationReport.Problem

    private let sandbox: Sandbox
    private let targets: [ValidationTargets.Target]
    private let thread: ValidationThread
    private let recorder: DependencyGraph.Recorder
    private var next = 0
    /// What the current thread of this run has come to.
    private var progress = Progress.running
    private let changed = PlatformCondition()
    private var problems: [Problem] = []
    private var skipped: [ValidationReport.Skipped] = []
    /// The first two lines of each failure: what failed, and who asked.
    private var known: Set<[Substring]> = []
    /// The cells for which the current service has begun to make something.
    private var cells: [InstanceCell] = []

    private enum Progress { case running, stuck, finished }

    private init(
        sandbox: Sandbox, targets: [ValidationTargets.Target], thread: ValidationThread,
        recorder: DependencyGraph.Recorder
    ) {
        self.sandbox = sandbox
        self.targets = targets
        self.thread = thread
        self.recorder = recorder
    }

    /// Validates what a sandbox, made for it, has.
    package static func report(
        site: CallSite, thread: ValidationThread, allowing allowed: Set<ValidationReport.Problem.Kind>,
        targets makeTargets: (Sandbox) -> ValidationTargets
    ) -> ValidationReport {
        let sandbox = Sandbox.prepared().makeSandbox(.copied)
        let recorder = DependencyGraph.Recorder(ignoring: site)
        sandbox.changeObservers { $0 = [recorder] }
        return SandboxContext(sandbox: sandbox).run {
            sandbox.runHook()
            let all = makeTargets(sandbox)
            let run = ValidationRun(sandbox: sandbox, targets: all.targets, thread: thread, recorder: recorder)
            reportingTraps { run.validate() }
            let graph = recorder.graph(unused: all.registered.map { ObservedService($0) })
            let findings = run.problems + ValidationRun.problems(of: all.registered) + graph.problems(all.entryPoints)
            return ValidationReport(
                problems: findings.filter { !allowed.contains($0.kind) }, skipped: run.skipped,
                validatedCount: all.targets.count - run.skipped.count, graph: graph)
        }
    }

    private func validate() {
        guard thread == .own else {
            unsafe work(on: ThreadState.current)
            return
        }
        Engine.locked {
            while next < targets.count {
                progress = .running
                startThread { [self] in
                    Sandbox.within(sandbox) { unsafe work(on: ThreadState.current) }
                    finish(.finished)
                }
                while progress == .running { _ = Engine.wait(on: changed, seconds: nil) }
            }
        }
    }

    /// Resolves services until there are none left.
    private func work(on thread: ThreadState.Pointer) {
        let outer = unsafe thread.pointee.validation
        unsafe thread.pointee.validation = Unmanaged.passUnretained(self)
        defer { unsafe thread.pointee.validation = outer }
        while let target = take() {
            guard let resolve = target.resolve else {
                skip(target, "takes arguments: give a sample of them")
                continue
            }
            do {
                try resolve()
            } catch {
                guard let error = error as? ResolutionError else {
                    fatalError("a resolution throws what it says: \(error)")
                }
                add(.unresolved(error))
            }
        }
    }

    private func take() -> ValidationTargets.Target? {
        Engine.locked {
            guard next < targets.count else { return nil }
            defer { next += 1 }
            cells = []
            return targets[next]
        }
    }

    /// The service that is being validated.
    private var current: ValidationTargets.Target { Engine.locked { targets[next - 1] } }

    private func skip(_ target: ValidationTargets.Target, _ reason: String) {
        Engine.locked { skipped.append(.init(service: target.name, reason: reason)) }
    }

    private func finish(_ progress: Progress) {
        Engine.locked {
            self.progress = progress
            changed.broadcast()
        }
    }

    // MARK: - Failures

    /// Adds a failure, unless another service has run into the same before.
    private func add(_ failure: Failure) {
        let service = current.name
        let text = failure.text
        let cause = text.split(separator: "\n").prefix(2).flatMap { $0.split(separator: " ") }
        Engine.locked {
            guard known.insert(cause).inserted else { return }
            problems.append(Problem(kind: failure.kind, service: service, description: text))
        }
    }

    /// Takes over a failure that would end the program; returns where it must end it.
    static func intercept(_ failure: Failure) {
        Engine.start()
        guard let thread = unsafe ThreadState.existing, let run = unsafe thread.pointee.validation else { return }
        unsafe run.takeUnretainedValue().takeOver(failure, on: thread)
    }

    private func takeOver(_ failure: Failure, on thread: ThreadState.Pointer) {
        guard self.thread == .own else {
            writeToStandardError(soFar + "\n\n" + Failure.validating(current.name).text)
            unsafe thread.pointee.validation = nil
            return
        }
        if case .offMainActor = failure {
            skip(current, "belongs to the main actor: validate on the current thread there")
        } else {
            add(failure)
        }
        unsafe thread.pointee.pending.depth = 0
        unsafe Engine.tell(on: thread)
        unsafe recorder.record(chain: Engine.observedLinks(on: thread))
        let never = PlatformCondition()
        Engine.acquire()
        // Who waits for what this thread was making must not wait for ever.
        for cell in cells {
            guard let construction = cell.construction, unsafe construction.thread == thread.pointee.shared else {
                continue
            }
            cell.construction = nil
            construction.finish(with: nil)
        }
        progress = .stuck
        changed.broadcast()
        while true { _ = Engine.wait(on: never, seconds: nil) }
    }

    /// Remembers that a validating thread makes something.
    ///
    /// Called under the engine's lock.
    func begins(_ cell: InstanceCell) { cells.append(cell) }

    private var soFar: String {
        let (problems, skipped, next) = Engine.locked { (self.problems, self.skipped, self.next) }
        return ValidationReport(
            problems: problems, skipped: skipped, validatedCount: next - skipped.count, graph: recorder.graph
        ).description
    }

    /// What is said of a trap in a factory that this thread was running; nil where it was validating nothing.
    static func trapText(on thread: ThreadState.Pointer) -> (first: String, rest: String)? {
        guard let run = unsafe thread.pointee.validation?.takeUnretainedValue() else { return nil }
        let chain = unsafe Engine.chain(from: thread.pointee.top)
        return (Failure.trapped(run.current.name, chain).text, run.soFar)
    }

    // MARK: - What need not be resolved to be seen

    private static func problems(of registrations: [Registration]) -> [Problem] {
        registrations.compactMap { registration in
            guard let replaced = Engine.locked({ registration.replacedSite }) else { return nil }
            return Problem(
                kind: .registeredTwice, service: registration.key.display,
                description: Failure.registeredTwice(registration.key, registration.site, replaced).text)
        }
    }
}

extension DependencyGraph {
    fileprivate func problems(_ entryPoints: Set<String>?) -> [ValidationReport.Problem] {
        let copies = Dictionary(grouping: services.filter(\.isSecondCopy), by: \.type).sorted { $0.key < $1.key }
        let second = copies.map { type, services in
            ValidationReport.Problem(
                kind: .secondCopy, service: type,
                description: Failure.secondCopy(type, services.compactMap { $0.place }).text)
        }
        let captive = captives.map { dependency in
            let (holder, held) = (services[dependency.service], services[dependency.needed])
            return ValidationReport.Problem(
                kind: .captive, service: holder.display, description: Failure.captive(holder, held).text)
        }
        guard let entryPoints else { return second + captive }
        let reached = reachable(
            from: services.filter { entryPoints.contains($0.factory ?? $0.type) }.map(\.index))
        let never = services.filter { !$0.isMissing && !reached.contains($0.index) }.map { service in
            ValidationReport.Problem(
                kind: .neverResolved, service: service.display, description: Failure.neverResolved(service).text)
        }
        return second + captive + never
    }
}
