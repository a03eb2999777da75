/// An asynchronous call that has found a registration with an asynchronous factory, and no instance.
///
/// It takes the place of the call's frame, which cannot outlive a suspension.
@usableFromInline
@safe
package final class AsyncAsk: @unchecked Sendable {
    // Sound because nothing in it changes. What is not `Sendable` in it is an argument, which the public calls that can
    // bring it to another task require to be, and the options, which the typed face makes `Sendable`.

    let environment: EnvironmentReference
    let registration: Registration
    /// The resolver that was asked.
    let resolver: Resolver
    /// The resolver that has the registration.
    let owner: Resolver
    /// The scope that the factory states, where it is one of the program's own: `ResolverScope.stated`, which lives for ever.
    let statedScope: Unheld<ResolverScope>?
    let options: DeclarationDetails?
    let argument: Any?
    let location: CodeLocation
    /// The construction that asks, until it has ended and no task that it has started is left.
    ///
    /// Weak: if each construction starts the next one and then ends, the last one would otherwise hold all.
    private weak var direct: AsyncConstruction?
    /// The construction of the flight in which the call was made; it may still run when those between are gone.
    private weak var ofFlight: AsyncConstruction?
    /// The cell that keeps the instance; nil where none does.
    let cell: InstanceCell.Pointer?
    /// For a task scope: the run that has the cell, and those around it.
    let runs: VisibleRuns?
    private let marks: UInt64
    /// Whether a `legacy()` declaration asks.
    var isLegacy: Bool { marks & DeclarationMarks.isLegacy != 0 }
    private let isDecorated: Bool
    /// How the call began; nil where no observers are told.
    private let begun: BegunObservation?

    /// Takes over what a frame, which is not linked any more, has found and holds.
    fileprivate init(_ frame: Frame.Pointer, cell: InstanceCell.Pointer?, in runs: VisibleRuns?) {
        environment = frame.withEnvironment { EnvironmentReference($0) }
        registration = frame.foundRegistration.object
        resolver = frame.askedResolver.object
        owner = frame.foundOwner
        statedScope = frame.pointee.scope
        options = frame.options
        argument = frame.given.value
        location = frame.pointee.location
        marks = frame.pointee.marks
        let asker = TaskState.construction
        direct = asker
        ofFlight = asker.flatMap { $0.own != nil ? $0 : $0.ask.ofFlight }
        self.cell = cell
        self.runs = runs
        isDecorated = frame.pointee.duties.has(.decorate)
        begun = frame.pointee.duties.has(.observe) ? frame.endObservation() : nil
        frame.release()
    }

    /// The scope that keeps the instance.
    var scope: ResolverScope { statedScope?.object ?? withFrame { frame in Lock.held { frame.scopeThatKeeps.object } } }

    /// The innermost construction that has asked and is not gone.
    var asker: AsyncConstruction? { direct ?? ofFlight }

    /// Who asks for what, as a link of a chain.
    var link: ChainLink { ChainLink(registration, at: location) }

    /// The chain of what has asked for the service, the innermost link first.
    var chain: [ChainLink] { asker?.chain ?? [] }

    /// Runs a body with a frame for this call, which is not linked.
    func withFrame<Result>(_ body: (Frame.Pointer) -> Result) -> Result {
        let frame = unsafe Frame.push(at: location, scope: statedScope)
        defer { frame.pop() }
        frame.pointee.options = Unheld(options)
        frame.pointee.environment = environment.unheld
        frame.pointee.registration = Unheld(registration)
        frame.pointee.owner = Unheld(owner)
        frame.pointee.marks = marks
        frame.pointee.cell = cell
        if isDecorated { frame.pointee.duties.add(.decorate) }
        return body(frame)
    }

    /// Shows an instance to those who decorate.
    func decorate(_ value: KeptValue, isMade: Bool) {
        guard isDecorated else { return }
        withFrame { unsafe $0.decorate(at: value.address, isMade: isMade) }
    }

    /// Shows an instance that nobody keeps, and that was just made.
    func decorate<Service>(_ service: Service) {
        if isDecorated { decorate(KeptValue.make(service), isMade: true) }
    }

    /// Tells observers how the call has ended.
    ///
    /// - Parameters:
    ///   - outcome: How it has ended.
    ///   - maker: The call that began the construction, where that is another one.
    func observe(_ outcome: ResolutionEvent.Outcome, of maker: AsyncAsk? = nil) {
        guard let begun else { return }
        let needs = (maker ?? self).begun?.needs ?? TimeSpans()
        withFrame { $0.observe(outcome, of: begun, needs: needs, chain: asker?.observedLinks ?? []) }
    }

    /// The same where it has failed.
    func observe(failed error: any Error) {
        guard begun != nil else { return }
        observe(error is NothingMade ? .returnedNil : .failed(resolutionError(error)))
    }

    /// Notes when its factory waited for something that it needs, where observers are told.
    func addNeed(_ span: Range<UInt64>) { begun?.addNeed(span) }

    /// An error of this service, at the place where it is asked for.
    func error(
        _ reason: ResolutionError.Reason, site: CodeLocation, closedScope: ResolverScope? = nil
    ) -> ResolutionError {
        ResolutionError(
            reason, key: registration.key, at: location, chain: chain, site: site, closedScope: closedScope,
            facts: TaskState.facts | .isAsynchronous)
    }

    /// The error that a typed call throws: the factory's own, or a `ResolutionError` in place of one of the engine's.
    package func thrown(_ error: any Error) -> any Error {
        error is NothingMade ? returnedNil : error is DoesNotConform ? resolutionError(error) : error
    }

    /// The error of this service, or of one that it needs.
    func resolutionError(_ error: any Error) -> ResolutionError {
        error as? ResolutionError ?? self.error(.init(thrown: error), site: registration.location)
    }

    /// The error of a call whose service has been closed.
    func closedError(_ part: ClosedPart?) -> ResolutionError {
        error(.closed, site: part?.location ?? .unknown, closedScope: part?.scope)
    }

    /// The same when its run has ended.
    func endedError(of run: TaskRun) -> ResolutionError { error(.endedRun(scope: run.scope.display), site: .unknown) }

    /// The error where the factory has returned nil.
    package var returnedNil: ResolutionError { error(.returnedNil, site: registration.location) }
}

extension Frame.Pointer {
    /// Goes on with a step that found an asynchronous factory: with the instance that is kept, or with an ``AsyncAsk``.
    ///
    /// The frame has been linked as for any factory, and is unlinked again: what runs next may run on another thread.
    ///
    /// - Throws: Where the service cannot be kept by a run; the frame is given back then.
    func asynchronousStep(_ step: Step) throws(NotAtOnce) -> Step {
        guard step.isToMake, foundRegistration.with({ $0.isAsynchronous }) else { return step }
        unlink()
        let keeping = keepingWord
        guard keeping & Keeping.bits >= Keeping.weakly.rawValue else { return ask(in: nil, of: nil) }
        if let parameter { holdRegistration(for: parameter) }
        let runs: Unheld<VisibleRuns>?
        do throws(ResolutionError) {
            runs = try findCell(keeping)
        } catch {
            if pointee.duties.has(.observe) { observe(.failed(error)) }
            release()
            pop()
            throw .absent(NoService(error: error))
        }
        return keptCopy() ?? ask(in: pointee.cell, of: runs?.object)
    }

    /// How to copy what the frame's cell keeps; nil where it keeps nothing.
    func keptCopy() -> Step? {
        guard let cell = pointee.cell else { return nil }
        let mark = pointee.thread.pointee.mark
        mark.pointee.begin(cell.content)
        if let step = copy(cell.content.loadInOrder()) { return step }
        mark.pointee.end()
        return nil
    }

    private func ask(in cell: InstanceCell.Pointer?, of runs: VisibleRuns?) -> Step {
        let ask = AsyncAsk(self, cell: cell, in: runs)
        return unsafe Step(.ask, Unmanaged.passRetained(ask).toOpaque())
    }
}

/// Why an asynchronous call has no service at once.
@usableFromInline
package enum NotAtOnce: Error {
    /// There is none.
    case absent(NoService)
    /// An asynchronous factory must run, or has begun to.
    case ask(AsyncAsk)
    /// The typed face has something to do first; on the runtime face, a call must ask for the type that an optional wraps.
    case prepare

    /// The call whose factory must run; nil where the typed face has something to do first.
    ///
    /// - Throws: Why there is no service.
    package var ask: AsyncAsk? {
        get throws {
            switch self {
            case .absent(let absence): throw absence.asItIs
            case .ask(let ask): ask
            case .prepare: nil
            }
        }
    }
}

extension Step {
    /// Why there is no service at once; read once only, as it takes over the step's reference.
    var notAtOnce: NotAtOnce {
        guard kind == .ask else { return .prepare }
        return unsafe .ask(Unmanaged<AsyncAsk>.fromOpaque(object.unsafelyUnwrapped).takeRetainedValue())
    }
}
