// How an instance is made, kept and copied, for every lifetime.

/// What a frame finds that would wait for another one.
private enum WaitFinding {
    case outcome(Wait.Outcome)
    case ownMaking
    case deadlock([[ChainLink]])
}

extension UnsafeMutablePointer<ThreadState> {
    /// Whether something is being made whose graph what is asked for now would be in.
    @inline(__always)
    fileprivate var isNested: Bool { unsafe (pointee.top?.pointee.depth ?? 0) != 0 }
}

extension UnsafeMutablePointer<Frame> {
    // MARK: - Lifetimes

    // `@inline(__always)` leaves a call to it in the typed face's `begin`, and `@inline(always)` needs Swift 6.3.
    /// What is to be done for a registration, as its lifetime says.
    @_transparent
    func step(_ found: Unmanaged<Registration>, keeping: UInt, isDeclared: Bool = false) -> Step {
        let thread = unsafe pointee.thread
        unsafe pointee.registration = unsafe found
        if unsafe !pointee.duties.isDisjoint(with: [.observe, .reportOutside]) { unsafe beginReports(thread) }
        let found = unsafe pointee.options == nil ? found : applyOptions(to: found, keeping, thread)
        if keeping == Keeping.nowhere.rawValue { return unsafe make(found, thread, isDeclared) }
        if keeping == Keeping.graph.rawValue {
            if unsafe thread.isNested, let step = unsafe graphStep(found, thread) { return step }
        } else {
            if let step = unsafe keptStep(found, keeping, thread, isDeclared) { return step }
        }
        return unsafe make(found, thread, isDeclared)
    }

    /// The same, for calls that have taken a longer way already.
    @inline(never)
    func stepWithMore(_ found: Unmanaged<Registration>, keeping: UInt, isDeclared: Bool = false) -> Step {
        unsafe step(found, keeping: keeping, isDeclared: isDeclared)
    }

    /// Tells those who want to know that a resolution begins.
    @inline(never)
    private func beginReports(_ thread: ThreadState.Pointer) {
        if unsafe pointee.duties.contains(.observe) { unsafe beginObservation(thread) }
        if unsafe pointee.duties.contains(.reportOutside), unsafe !key.isContainer {
            unsafe OutsideReport.note(key, at: pointee.location)
        }
        unsafe pointee.duties.remove(.reportOutside)
    }

    /// Looks at what is stated for the call; returns the registration that counts, for a parameter its own.
    @inline(never)
    private func applyOptions(
        to found: Unmanaged<Registration>, _ keeping: UInt, _ thread: ThreadState.Pointer
    ) -> Unmanaged<Registration> {
        guard let options = unsafe options else { return unsafe found }
        if options.decorate != nil { unsafe pointee.duties.insert(.decorate) }
        guard keeping != Keeping.nowhere.rawValue, let parameter = unsafe parameterKey else { return unsafe found }
        let registration = unsafe holdRegistration(of: found, for: parameter)
        // Its entry must mean the same until the resolution ends.
        if keeping == Keeping.graph.rawValue, unsafe thread.isNested {
            unsafe thread.pointee.graph.held.append(registration)
        }
        return unsafe .passUnretained(registration)
    }

    /// The registration that keeps the instance for one parameter, which the frame holds from now on.
    func holdRegistration(of found: Unmanaged<Registration>, for parameter: AnyHashable) -> Registration {
        let registration = unsafe environmentOrProcess.registration(found.takeUnretainedValue(), for: parameter)
        unsafe release(takeHold())
        unsafe pointee.registration = unsafe .passRetained(registration)
        unsafe pointee.duties.insert(.releaseRegistration)
        return registration
    }

    /// Links the frame, and says which factory is to be run.
    @inline(__always)
    private func make(
        _ found: Unmanaged<Registration>, _ thread: ThreadState.Pointer, _ isDeclared: Bool
    ) -> Step {
        if unsafe !pointee.duties.contains(.keep) { unsafe setParent(thread) }
        unsafe thread.pointee.top = unsafe self
        if unsafe pointee.depth == 1 {
            unsafe thread.pointee.graph.outermost = unsafe found._withUnsafeGuaranteedRef { $0.id }
        }
        let limit = ProcessState.depthLimit
        if unsafe pointee.depth > limit || thread.isOutOfStack { unsafe thread.examine(limit: limit) }
        if isDeclared { return unsafe Step(.make, nil) }
        let factory = unsafe found._withUnsafeGuaranteedRef { unsafe $0.factoryAddress }
        guard let factory = unsafe factory else {
            // A typed factory was found under a key of the runtime face, which nothing has exported: there is nothing
            // to run.
            unsafe abandon(.failed)
            return unsafe Step(.missing)
        }
        return unsafe Step(.make, UnsafeMutableRawPointer(mutating: factory))
    }

    @inline(__always)
    func setParent(_ thread: ThreadState.Pointer) {
        unsafe pointee.parent = unsafe thread.pointee.top
        unsafe pointee.depth = unsafe (pointee.parent?.pointee.depth ?? 0) &+ 1
    }

    /// The instance that the current resolution has made already, or nil where this frame makes it.
    @inline(__always)
    private func graphStep(_ found: Unmanaged<Registration>, _ thread: ThreadState.Pointer) -> Step? {
        let id = unsafe found._withUnsafeGuaranteedRef { $0.id }
        let environment = unsafe environmentNumber
        guard let entry = unsafe thread.pointee.graph.find(id, environment) else {
            if unsafe thread.pointee.graph.outermost == id {
                // What is made for other arguments is not kept.
                unsafe reportRecursion(found, thread)
            } else {
                unsafe pointee.entry = unsafe thread.pointee.graph.begin(id, environment)
                unsafe pointee.duties.insert(.graph)
            }
            return nil
        }
        guard unsafe entry.pointee.type != nil else {
            unsafe reportRecursion(found, thread)
            return nil
        }
        unsafe pointee.entry = unsafe entry
        return unsafe Step(.copy, entry.pointee.address)
    }

    /// Where a graph keeps what this frame makes; nil where none does.
    @inline(__always)
    var graphEntry: UnsafeMutablePointer<GraphEntry>? {
        unsafe pointee.duties.contains(.graph) ? pointee.entry : nil
    }

    /// The instance that a cell keeps, or nil where this frame makes it.
    @inline(__always)
    private func keptStep(
        _ found: Unmanaged<Registration>, _ keeping: UInt, _ thread: ThreadState.Pointer, _ isDeclared: Bool
    ) -> Step? {
        if unsafe pointee.environment == nil, unsafe pointee.options == nil, keeping & Keeping.isByRun == 0,
            let cell = unsafe found._withUnsafeGuaranteedRef({ unsafe $0.existingCell })
        {
            unsafe pointee.cell = unsafe cell
            unsafe thread.pointee.mark.pointee.begin(cell.content)
            let word = unsafe cell.content.loadInOrder()
            if word & InstanceCell.marks == 0, word != 0, unsafe !pointee.duties.contains(.decorate) {
                unsafe pointee.duties.insert(.mark)
                let value = unsafe Unmanaged<KeptValue>.fromOpaque(UnsafeRawPointer(bitPattern: word).unsafelyUnwrapped)
                return unsafe Step(.copy, value._withUnsafeGuaranteedRef { unsafe $0.address })
            }
            if let step = unsafe copy(word, thread) { return step }
            unsafe thread.pointee.mark.pointee.end()
        }
        return unsafe slowKeptStep(found, keeping, thread)
    }

    /// The same where the instance is not simply there, or where the call has options.
    @inline(never)
    private func slowKeptStep(
        _ found: Unmanaged<Registration>, _ keeping: UInt, _ thread: ThreadState.Pointer
    ) -> Step? {
        // An asynchronous service claims no cell here: its factory refuses a synchronous call.
        if unsafe found._withUnsafeGuaranteedRef({ $0.isAsynchronous }) { return nil }
        let isByRun = keeping & Keeping.isByRun != 0
        var ofRun: (cell: InstanceCell.Pointer, run: Unmanaged<TaskRun>)?
        if isByRun {
            do throws(ResolutionError) {
                unsafe ofRun = unsafe try runCell(of: found, keeping)
            } catch {
                return unsafe refuse(error, thread)
            }
        }
        let cell =
            unsafe ofRun?.cell
            ?? found._withUnsafeGuaranteedRef { found in unsafe withEnvironment { unsafe $0.cell(of: found) } }
        unsafe pointee.cell = unsafe cell
        if let time = unsafe options?.timeToLive {
            unsafe cell.use(within: time, at: environmentOrProcess.now)
        }
        return unsafe claimOrCopy(cell, thread) ?? refusal(in: ofRun?.run.takeUnretainedValue(), thread)
    }

    /// Copies what a cell keeps, waits for what another frame makes, or claims the cell for this frame, which is told
    /// by nil.
    func claimOrCopy(_ cell: InstanceCell.Pointer, _ thread: ThreadState.Pointer) -> Step? {
        unsafe setParent(thread)
        while true {
            unsafe pointee.resets = unsafe resetsSoFar
            // To claim an empty cell, no mark is needed.
            if unsafe cell.content.load() == 0, unsafe claim(cell, 0) { return nil }
            unsafe thread.pointee.mark.pointee.begin(cell.content)
            let word = unsafe cell.content.loadInOrder()
            if let step = unsafe copy(word, thread) { return step }
            // While the mark is set: until it ends, a value that is gone is not released, so that the word is no
            // other's.
            let isClaimed = unsafe claim(cell, word)
            unsafe thread.pointee.mark.pointee.end()
            if isClaimed {
                // What was held weakly is gone.
                if let gone = unsafe InstanceCell.value(word) {
                    Lock.changing { unsafe $0.add(gone.takeRetainedValue(), readThrough: cell.content) }
                }
                return nil
            }
            if word & InstanceCell.isMaking == 0 { continue }
            switch unsafe wait(
                for: Frame.Pointer(bitPattern: word & ~InstanceCell.marks).unsafelyUnwrapped, cell, thread)
            {
            case .made(let value): return unsafe copy(value)
            case .cannotBeKept:
                unsafe pointee.cell = nil
                return nil
            case .failed: continue
            }
        }
    }

    /// How to copy what a cell keeps; nil where it keeps nothing.
    ///
    /// The thread's mark is set, and stays set for the copy.
    func copy(_ word: UInt, _ thread: ThreadState.Pointer) -> Step? {
        guard let kept = unsafe InstanceCell.value(word) else { return nil }
        return unsafe kept._withUnsafeGuaranteedRef { value in
            // The bits of what is held weakly are valid while the object is held, and the reference goes with them.
            if value.isWeak {
                guard let object = value.object else { return nil }
                _ = unsafe Unmanaged.passRetained(object)
            }
            if unsafe pointee.duties.contains(.decorate) {
                // A decorator is the program's own code, during which no mark may be set.
                unsafe pointee.heldValue = unsafe Unmanaged.passRetained(value)
                unsafe pointee.duties.insert(.releaseHeld)
                unsafe thread.pointee.mark.pointee.end()
            } else {
                unsafe pointee.duties.insert(.mark)
            }
            return unsafe Step(value.isWeak ? .take : .copy, value.address)
        }
    }

    /// How to copy what another thread has made for those who waited.
    private func copy(_ value: KeptValue) -> Step {
        unsafe pointee.heldValue = unsafe Unmanaged.passRetained(value)
        unsafe pointee.duties.insert(.releaseHeld)
        return unsafe Step(.copy, value.address)
    }

    /// Makes this frame the one that makes a cell's instance; false where another one does, or was faster.
    private func claim(_ cell: InstanceCell.Pointer, _ word: UInt) -> Bool {
        guard word & InstanceCell.isMaking == 0,
            unsafe cell.content.replace(word, with: UInt(bitPattern: self) | InstanceCell.isMaking)
        else { return false }
        unsafe pointee.duties.insert(.keep)
        return true
    }

    /// Waits for another frame to make a cell's instance, and returns what has come of it.
    private func wait(
        for making: Frame.Pointer, _ cell: InstanceCell.Pointer, _ thread: ThreadState.Pointer
    ) -> Wait.Outcome {
        let finding = Lock.held { () -> WaitFinding in
            // While its word is in the cell and says that it is awaited, a frame cannot end without the lock.
            let word = UInt(bitPattern: making) | InstanceCell.isMaking
            guard
                unsafe cell.content.load() == word | InstanceCell.isAwaited
                    || cell.content.replace(word, with: word | InstanceCell.isAwaited)
            else { return .outcome(.failed) }
            let other = unsafe making.pointee.thread
            if unsafe other == thread { return .ownMaking }
            if unsafe making.isOlderThanReset {
                // It goes to those who asked before the reset; who asks now makes another one.
                unsafe cell.content.exchange(0)
                return .outcome(.failed)
            }
            while unsafe thread.isAwaited(by: other) {
                if unsafe !thread.breakCircle(from: other) {
                    return unsafe .deadlock(thread.chainsWaiting(from: other))
                }
            }
            return unsafe .outcome(thread.wait(Wait(self, for: making)))
        }
        switch finding {
        case .outcome(let outcome): return outcome
        case .deadlock(let others): unsafe Failure.deadlock(chain, others).trap()
        case .ownMaking:
            // A lazy wrapper that is read while its service is made: resolving again tells whether that is a cycle.
            if unsafe pointee.registration == nil { return .cannotBeKept }
            unsafe reportRecursion(pointee.registration.unsafelyUnwrapped, thread)
            unsafe Failure.recursiveArgument(chain[0], thread.chain).trap()
        }
    }

    // MARK: - The end

    /// Ends the making of an instance.
    ///
    /// - Returns: Where a copy of it belongs, if anybody wants one; then `publish` must follow.
    @inline(__always)
    func end(size: Int, alignment: Int) -> UnsafeMutableRawPointer? {
        if unsafe pointee.duties.isEmpty {
            unsafe unlink()
            return nil
        }
        return unsafe endWithDuties(size: size, alignment: alignment)
    }

    /// The same for a typed factory's own closure, which needs no room, and gives the frame back where nobody wants a copy.
    @usableFromInline @inline(never)
    package func endAndPop(size: Int, alignment: Int) -> UnsafeMutableRawPointer? {
        let thread = unsafe pointee.thread
        guard unsafe pointee.duties.isEmpty, unsafe !endsGraph(thread) else {
            return unsafe endAndPopWithMore(size: size, alignment: alignment)
        }
        unsafe thread.pointee.top = unsafe pointee.parent
        unsafe thread.pointee.nextFrame = unsafe self
        return nil
    }

    @inline(never)
    private func endAndPopWithMore(size: Int, alignment: Int) -> UnsafeMutableRawPointer? {
        let room = unsafe end(size: size, alignment: alignment)
        if unsafe room == nil { unsafe pop() }
        return unsafe room
    }

    @inline(never)
    private func endWithDuties(size: Int, alignment: Int) -> UnsafeMutableRawPointer? {
        if let entry = unsafe graphEntry {
            return unsafe entry.makeRoom(size: size, alignment: alignment)
        }
        let duties = unsafe pointee.duties
        guard !duties.isDisjoint(with: [.keep, .decorate]) else {
            unsafe unlink()
            // Before the registration is released, which may have been replaced meanwhile.
            if duties.contains(.observe) { unsafe observe(.made) }
            unsafe release()
            return nil
        }
        return unsafe keptRoom(for: key.type, size: size, alignment: alignment)
    }

    /// Hands on what is where it is to be kept, made there or copied to where `end` said: to decorators, then to the
    /// graph or the cell.
    @usableFromInline @inline(never)
    package func publish() {
        guard unsafe pointee.duties == .graph, let entry = unsafe graphEntry else {
            return unsafe publishWithDuties()
        }
        unsafe entry.pointee.type = unsafe key.type
        unsafe unlink()
    }

    @inline(never)
    private func publishWithDuties() {
        let duties = unsafe pointee.duties
        let entry = unsafe graphEntry
        if duties.contains(.decorate), let address = unsafe copiedAddress {
            unsafe decorate(at: address, isMade: true)
        }
        if let entry = unsafe entry { unsafe entry.pointee.type = unsafe key.type }
        if duties.contains(.keep), let value = unsafe pointee.heldValue {
            unsafe value._withUnsafeGuaranteedRef { unsafe keep(unsafeDowncast($0, to: KeptValue.self)) }
        }
        unsafe unlink()
        if duties.contains(.observe) { unsafe observe(.made) }
        unsafe release()
    }

    /// Keeps what was made, and hands it to the threads that wait for it.
    private func keep(_ value: KeptValue) {
        guard let cell = unsafe pointee.cell, !value.isNil else { return unsafe giveUp(.cannotBeKept) }
        let thread = unsafe pointee.thread
        if let time = unsafe options?.timeToLive { unsafe value.use(within: time, at: environmentOrProcess.now) }
        let weak = unsafe value.weakCopyIfNeeded(keeping)
        let awaited = Lock.held { () -> [Completion] in
            let own = UInt(bitPattern: self) | InstanceCell.isMaking
            let word = unsafe cell.content.load()
            let scope = unsafe scopeThatKeeps
            let kept = scope.keeping == .strongly ? value : scope.keeping == .weakly ? weak : nil
            if word & ~InstanceCell.isAwaited == own {
                let instances = unsafe withEnvironment { $0.instances(of: scope) }
                if let kept, unsafe !cell.pointee.isRetired, unsafe instances.lastReset <= pointee.resets {
                    if let registration = unsafe pointee.registration {
                        unsafe registration._withUnsafeGuaranteedRef { kept.noteDuty($0.key, $0.closer) }
                    }
                    unsafe instances.add(cell)
                    unsafe cell.content.exchange(InstanceCell.word(owning: kept))
                } else {
                    unsafe cell.content.exchange(0)
                }
            }
            // A reset meanwhile has emptied the cell; those who waited before it are given the instance all the same.
            guard word != own else { return [] }
            unsafe thread.end(UInt(bitPattern: self), with: kept == nil ? .cannotBeKept : .made(value))
            return Completion.takeMaking(UInt(bitPattern: self))
        }
        for end in awaited { end.end() }
    }

    /// Whether the scope that is to keep the instance was reset since the frame began to make it.
    ///
    /// Under the engine's lock.
    private var isOlderThanReset: Bool {
        // The cell of a lazy wrapper has no scope.
        guard unsafe pointee.registration != nil else { return false }
        return unsafe environmentOrProcess.instances(of: scopeThatKeeps).lastReset > pointee.resets
    }

    /// The scope that keeps what is made.
    ///
    /// Under the engine's lock, where the registration's own counts.
    var scopeThatKeeps: ResolverScope {
        if let scope = unsafe statedScope { return scope }
        let registration = unsafe pointee.registration.unsafelyUnwrapped._withUnsafeGuaranteedRef { $0 }
        guard registration.isDeclaration, unsafe pointee.marks & DeclarationMarks.hasLifetime != 0 else {
            return registration.scope
        }
        return unsafe DeclarationMarks.scope(of: pointee.marks)
    }

    /// How it is kept, as a registration's word says it: as the call, the declaration or the registration has it.
    var keepingWord: UInt {
        if let scope = unsafe statedScope { return scope.keepingWord }
        let isStated = unsafe pointee.marks & DeclarationMarks.hasLifetime != 0
        return unsafe pointee.registration.unsafelyUnwrapped._withUnsafeGuaranteedRef {
            unsafe isStated && $0.isDeclaration ? DeclarationMarks.keeping(of: pointee.marks) : $0.keeping
        }
    }

    /// The same without the task scope.
    var keeping: Keeping { unsafe Keeping(rawValue: keepingWord & Keeping.bits) ?? .nowhere }

    /// Ends the making of an instance where nothing was made, and tells observers if there is something to tell.
    func abandon(_ outcome: Wait.Outcome, _ event: ResolutionEvent.Outcome? = nil) {
        unsafe pointee.entry?.pointee.id = 0
        unsafe giveUp(outcome)
        unsafe unlink()
        if let event, unsafe pointee.duties.contains(.observe) { unsafe observe(event) }
        unsafe release()
    }

    /// Empties the cell that the frame has claimed, and tells those who wait for it.
    func giveUp(_ outcome: Wait.Outcome) {
        guard unsafe pointee.duties.contains(.keep), let cell = unsafe pointee.cell else { return }
        let thread = unsafe pointee.thread
        unsafe pointee.duties.remove(.keep)
        let own = UInt(bitPattern: self) | InstanceCell.isMaking
        if unsafe cell.content.replace(own, with: 0) { return }
        let awaited = Lock.held {
            _ = unsafe cell.content.replace(own | InstanceCell.isAwaited, with: 0)
            unsafe thread.end(UInt(bitPattern: self), with: outcome)
            return Completion.takeMaking(UInt(bitPattern: self))
        }
        for end in awaited { end.end() }
    }

    /// Ends the copying of an instance.
    ///
    /// Never inlined: what was copied has been retained before the call, and nothing is moved past it.
    @usableFromInline @inline(never)
    package func endCopy() {
        let duties = unsafe pointee.duties
        if duties.contains(.mark) { unsafe pointee.thread.pointee.mark.pointee.clear() }
        if !duties.isSubset(of: .mark) { unsafe endWatchedCopy() }
    }

    @inline(never)
    private func endWatchedCopy() {
        let duties = unsafe pointee.duties
        if duties.contains(.decorate), let address = unsafe copiedAddress {
            unsafe decorate(at: address, isMade: false)
        }
        if duties.contains(.observe) { unsafe observe(.reused) }
        unsafe release()
    }

    /// Where the instance is that was copied; nil where it is held weakly and gone.
    private var copiedAddress: UnsafeMutableRawPointer? {
        unsafe heldKeptValue?.address ?? pointee.entry?.pointee.address
    }

    /// The instance that the frame holds.
    var heldKeptValue: KeptValue? {
        unsafe pointee.heldValue.map { unsafe unsafeDowncast($0.takeUnretainedValue(), to: KeptValue.self) }
    }

    @inline(__always)
    func unlink() {
        let thread = unsafe pointee.thread
        unsafe thread.pointee.top = unsafe pointee.parent
        if unsafe endsGraph(thread) { unsafe thread.endGraph() }
    }

    /// Whether instances of graph lifetime go with the frame.
    @inline(__always)
    private func endsGraph(_ thread: ThreadState.Pointer) -> Bool {
        unsafe pointee.depth <= 1 && thread.pointee.graph.isUsed
    }

    /// Releases what the frame holds, once: the frame may begin again.
    func release() {
        unsafe release(takeHold())
        guard unsafe pointee.duties.contains(.releaseHeld) else { return }
        unsafe pointee.heldValue?.release()
        unsafe pointee.heldResolver?.release()
        unsafe pointee.heldValue = nil
        unsafe pointee.heldResolver = nil
    }

    /// How a frame holds its registration: not at all, as its thread does, or by a reference.
    typealias Hold = (registration: Unmanaged<Registration>?, duty: Frame.Duties)

    /// Takes it out of the frame, which may find another one.
    @inline(__always)
    func takeHold() -> Hold {
        let duty = unsafe pointee.duties.intersection([.endHold, .releaseRegistration])
        unsafe pointee.duties.subtract(duty)
        return unsafe (pointee.registration, duty)
    }

    /// Puts it back.
    func put(_ hold: Hold) {
        unsafe pointee.registration = unsafe hold.registration
        unsafe pointee.duties.formUnion(hold.duty)
    }

    /// Ends it.
    func release(_ hold: Hold) {
        guard let registration = unsafe hold.registration else { return }
        if unsafe hold.duty.contains(.endHold) {
            unsafe ThreadState.current.pointee.mark.pointee.endHold(of: UInt(bitPattern: registration.toOpaque()))
        } else if unsafe hold.duty.contains(.releaseRegistration) {
            unsafe registration.release()
        }
    }
}
