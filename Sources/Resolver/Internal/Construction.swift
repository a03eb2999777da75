/// An instance, or a sandbox's registrations, that one thread makes while others may wait for it.
///
/// Guarded by the engine's lock, but for `key` and `chain`, which never change.
@safe
final class Construction {
    let thread: SharedThreadState.Pointer
    /// What is made, and for whom: the chain of the thread that makes it, as it stood when it began.
    let chain: [ChainLink]
    /// Whether a reset has come in between: what is made is given to those who wait, and not kept.
    var isDiscarded = false
    private(set) var isFinished = false
    /// What was made, a `Box` of the service; nil if nothing was, or nothing that can be shared.
    private(set) var result: Box?
    private let finished = PlatformCondition()

    init(thread: ThreadState.Pointer, chain: [ChainLink]) {
        unsafe self.thread = unsafe thread.pointee.shared
        self.chain = chain
    }

    /// Wakes those who wait.
    ///
    /// Called under the engine's lock.
    func finish(with result: Box?) {
        self.result = result
        isFinished = true
        finished.broadcast()
    }

    /// Waits until the construction is finished.
    ///
    /// Called under the engine's lock, and given back under it.
    ///
    /// Traps where waiting could never end, because the thread that constructs waits in turn for this one.
    func wait(on thread: ThreadState.Pointer, for link: ChainLink) {
        let waiting = unsafe [link] + Engine.chain(from: thread.pointee.top)
        let thread = unsafe thread.pointee.shared
        if let others = unsafe chainsWaiting(for: thread) {
            Engine.release()
            Failure.deadlock(waiting, others).trap()
        }
        unsafe thread.pointee.waitsFor = Unmanaged.passUnretained(self)
        unsafe thread.pointee.waitingChain = waiting
        defer {
            unsafe thread.pointee.waitsFor = nil
            unsafe thread.pointee.waitingChain = []
        }
        var patience: Int? = 5
        while !isFinished {
            if !Engine.wait(on: finished, seconds: patience), !isFinished {
                patience = nil
                Engine.release()
                writeToStandardError(Failure.longWait(waiting, chain).text)
                Engine.acquire()
            }
        }
    }

    /// The chains of the threads between this construction and the one that would wait for it, if they lead there.
    ///
    /// A thread whose wait is over may not have woken yet: it waits for nobody any more, and the thread that made what
    /// it waited for may have ended.
    private func chainsWaiting(for thread: SharedThreadState.Pointer) -> [[ChainLink]]? {
        var chains: [[ChainLink]] = []
        var construction = self
        while let next = unsafe construction.thread.pointee.waitsFor {
            unsafe chains.append(construction.thread.pointee.waitingChain)
            construction = unsafe next.takeUnretainedValue()
            if construction.isFinished { return nil }
            if unsafe construction.thread == thread { return chains }
        }
        return nil
    }
}

// MARK: - Kept instances

extension Engine {
    /// The instance of a registration whose lifetime keeps it, where it is not at hand.
    static func keptInstance<Service>(
        _ type: Service.Type, of registration: Unmanaged<Registration>, scope stated: ResolverScope?,
        arguments: Arguments, site: CallSite, limit: UInt, sandbox: Sandbox?, on thread: ThreadState.Pointer,
        body: () throws -> Service?
    ) throws(ResolutionError) -> Service? {
        let registered = unsafe registration._withUnsafeGuaranteedRef { $0 }
        let link = ChainLink(key: registered.key, site: site)
        var garbage: [AnyObject] = []
        let cell = locked { sandbox?.cell(of: registered, &garbage) ?? registered.cell }
        withExtendedLifetime(garbage) {}
        garbage = []
        if unsafe isConstructing(cell, on: thread) {
            unsafe recursion(of: registration, given: arguments?.pointee ?? nil, site: site, on: thread)
            Failure.recursiveArgument(link, unsafe chain(from: thread.pointee.top)).trap()
        }
        return try unsafe instance(
            in: cell, for: link, on: thread,
            begin: { cell in
                // The scope may have been stated anew since it brought this thread here.
                let scope = stated ?? registered.scope
                guard scope.kind.isKept, !registered.isReplaced else { return (.unique, []) }
                cell.scope = scope
                return (scope.kind, (sandbox ?? .process).keep(cell, by: scope))
            },
            make: { () throws(ResolutionError) in
                var frame = unsafe Frame(arguments: arguments, site: site)
                return try unsafe withUnsafeMutablePointer(to: &frame) { frame throws(ResolutionError) in
                    unsafe Engine.link(frame, to: registration, on: thread, limit: limit)
                    return try unsafe Engine.made(in: frame, body)
                }
            })
    }

    /// Whether this thread is the one that makes a cell's instance.
    static func isConstructing(_ cell: InstanceCell, on thread: ThreadState.Pointer) -> Bool {
        locked { unsafe cell.construction?.thread == thread.pointee.shared }
    }

    /// The instance of a cell.
    ///
    /// It is made exactly once, and a thread that asks meanwhile waits for that instance alone.
    ///
    /// The cell is one that this thread does not make an instance for. `begin` is told of it when it is about to be
    /// filled, under the engine's lock, so that a reset meanwhile finds it; it returns the lifetime that keeps the
    /// instance, and what is released after the lock. No lock is held while `make` makes the instance.
    static func instance<Service>(
        in cell: InstanceCell, for link: ChainLink, on thread: ThreadState.Pointer,
        begin: (InstanceCell) -> (Lifetime, [AnyObject]), make: () throws(ResolutionError) -> Service?
    ) throws(ResolutionError) -> Service? {
        acquire()
        while true {
            if let value = cell.copy(as: Service.self) {
                release()
                return value
            }
            guard let construction = cell.construction else { break }
            unsafe construction.wait(on: thread, for: link)
            if let result = construction.result {
                release()
                return result.value(as: Service.self)
            }
        }
        let construction = unsafe Construction(thread: thread, chain: [link] + chain(from: thread.pointee.top))
        cell.construction = construction
        unsafe thread.pointee.validation?._withUnsafeGuaranteedRef { $0.begins(cell) }
        let (lifetime, garbage) = begin(cell)
        release()
        withExtendedLifetime(garbage) {}

        var made: Service?
        defer { finish(construction, in: cell, with: made, lifetime: lifetime) }
        made = try make()
        return made
    }

    /// Keeps what was made, and wakes those who wait for it.
    private static func finish<Service>(
        _ construction: Construction, in cell: InstanceCell, with made: Service?, lifetime: Lifetime
    ) {
        let result = made.flatMap { isNil($0) ? nil : Box($0) }
        let kept: AnyObject? =
            switch lifetime {
            case .unique, .graph: nil
            case .cached: result
            case .shared: made.flatMap { WeakBox($0) }
            }
        let garbage = locked { () -> AnyObject? in
            construction.finish(with: kept == nil ? nil : result)
            guard !construction.isDiscarded else { return nil }
            cell.construction = nil
            guard let kept, let old = cell.keep(kept, weak: lifetime == .shared) else { return nil }
            awaitCopies()
            return old
        }
        withExtendedLifetime(garbage) {}
    }

    /// Reports a registration that is asked for while it is being built on the same thread with the same arguments;
    /// returns if the arguments differ.
    static func recursion(
        of registration: Unmanaged<Registration>, given: Any?, site: CallSite, on thread: ThreadState.Pointer
    ) {
        var next = unsafe thread.pointee.top
        while let frame = unsafe next {
            unsafe next = frame.pointee.parent
            guard unsafe frame.pointee.registration.toOpaque() == registration.toOpaque() else { continue }
            guard unsafe Resolver.Args.provablyEqual(frame.pointee.given, given) else {
                return
            }
            let outer = unsafe chain(from: next)
            let path = unsafe chain(from: thread.pointee.top).dropLast(outer.count)
            let key = unsafe registration._withUnsafeGuaranteedRef { $0.key }
            Failure.cycle(path.reversed() + [ChainLink(key: key, site: site)], outer).trap()
        }
    }
}
