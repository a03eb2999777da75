/// What the copies of a lazy wrapper share: where the property stands, and the service once it is resolved.
///
/// The service may be set and released at any moment, so it is read as a kept instance is: under the thread's mark. Its
/// cell is in the object itself, so that making a wrapper allocates once.
@usableFromInline
final class LazyValue: ManagedBuffer<LazyValue.Property, InstanceCell> {
    /// The property, as its source says it.
    @usableFromInline
    struct Property {
        let location: CodeLocation
        let isWeak: Bool
        /// Whether a typed factory makes the service.
        let isTyped: Bool
        /// The number of the innermost run of a task scope in which the wrapper was made; 0 where it was made in none.
        ///
        /// What another wrapper finds counts as made where that one was.
        let run: UInt
    }

    /// Makes what the copies of a wrapper share, with no service yet.
    static func make(_ property: Property) -> LazyValue {
        let value = create(minimumCapacity: 1) { _ in property }
        unsafe value.withUnsafeMutablePointerToElements { unsafe $0.initialize(to: InstanceCell()) }
        return unsafe unsafeDowncast(value, to: LazyValue.self)
    }

    /// What a copy of the wrapper has whose settings change: the same service, and a cell of its own.
    func copy() -> LazyValue {
        let copy = LazyValue.make(property)
        Lock.held {
            if let kept = cell.kept { copy.cell.content.exchange(InstanceCell.word(owning: kept)) }
        }
        return copy
    }

    deinit { unsafe InstanceCell.value(cell.content.load())?.release() }

    fileprivate var cell: InstanceCell.Pointer {
        unsafe withUnsafeMutablePointerToElements { unsafe InstanceCell.Pointer($0) }
    }

    // Not `header`, which is checked at each access, though it never changes.
    private var property: Property { unsafe withUnsafeMutablePointerToHeader { unsafe $0.pointee } }
    @usableFromInline var location: CodeLocation { property.location }
    @usableFromInline var isWeak: Bool { property.isWeak }
    var isTyped: Bool { property.isTyped }
    /// How deep the run is nested in which the wrapper was made, where that is visible; else 0.
    var runDepth: UInt { property.run == 0 ? 0 : VisibleRuns.current(property.run)?.depth ?? 0 }

    // MARK: - Reading

    /// Begins to read the service: copy or take it, then `endRead`.
    ///
    /// - Returns: What to do; `make` where it is not resolved, `missing` where it was held weakly and is gone.
    @usableFromInline @inline(never)
    func beginRead() -> Step {
        let mark = ThreadState.current.pointee.mark
        mark.pointee.begin(cell.content)
        guard let kept = InstanceCell.value(cell.content.loadInOrder())?.with({ $0 }) else {
            mark.pointee.end()
            return Step(.make)
        }
        guard kept.isWeak else { return unsafe Step(.copy, kept.address) }
        guard let object = kept.object else {
            mark.pointee.end()
            return Step(.missing)
        }
        // The reference goes with the value's bits.
        unsafe Unheld(object).retain()
        return unsafe Step(.take, kept.address)
    }

    /// Ends it.
    ///
    /// Never inlined, for the reason that `endCopy` gives.
    @usableFromInline @inline(never)
    func endRead() { ThreadState.current.pointee.mark.pointee.end() }

    /// Whether there is no service to read.
    var isEmpty: Bool { Lock.changing { !cell.keepsInstance(&$0) } }

    // MARK: - Replacing

    /// Replaces the service, or drops it so that the next read resolves again.
    ///
    /// A thread that resolves it meanwhile does not undo this.
    func set<Service>(_ service: Service?) {
        let value = service.map { KeptValue.make($0) }
        replace(by: isWeak ? value?.weakCopy() : value)
    }

    /// Lets every read find that what was held weakly is gone.
    func setGone(_ type: Any.Type) { replace(by: .gone(type)) }

    private func replace(by kept: KeptValue?) {
        Lock.changing { garbage in
            // At once: what a first read puts into an empty cell needs no lock, and would be overwritten.
            let former = cell.content.exchange(kept.map { InstanceCell.word(owning: $0) } ?? 0)
            unsafe garbage.add(InstanceCell.value(former)?.takeRetained(), readThrough: cell.content)
        }
    }
}

extension Frame.Pointer {
    /// Begins the first read of a lazy wrapper, which one thread makes: the others copy what it has resolved.
    func begin(lazy value: LazyValue) -> Step {
        pointee.cell = value.cell
        if let step = claimOrCopy() { return step }
        // It makes nothing itself: what it resolves is as deep as if it had been asked for without it.
        pointee.depth &-= 1
        pointee.thread.pointee.top = self
        return Step(.make)
    }

    /// Where what is to be kept is put; the frame holds it, and must not release it before it is there.
    func keptRoom(for type: Any.Type, size: Int, alignment: Int) -> UnsafeMutableRawPointer {
        let value = KeptValue.make(type, size: size, alignment: alignment)
        hold(value)
        return unsafe value.address
    }

    /// Keeps a lazy wrapper's service, which its reader has copied, and hands it to the threads that wait for it.
    ///
    /// Never inlined, for the reason that `endCopy` gives.
    @usableFromInline @inline(never)
    func publish(lazy: LazyValue) {
        unsafe keep(heldInstance.unsafelyUnwrapped, lazy: lazy)
        // Not `unlink`, which may end a graph: a lazy wrapper has none, and what it resolves is as deep as what it is in.
        pointee.thread.pointee.top = pointee.parent
    }

    /// Puts what was made into the cell, whose it is then.
    private func keep(_ made: Unheld<KeptValue>, lazy: LazyValue) {
        guard pointee.duties.has(.keep) else { return unsafe made.release() }
        let weak = lazy.isWeak ? made.with { $0.weakCopy() } : nil
        let kept = lazy.isWeak ? weak.map { unsafe Unheld.retaining($0) } : made
        let word = kept.map { InstanceCell.word(owning: $0) } ?? 0
        let own = bits | InstanceCell.isMaking
        let content = lazy.cell.content
        // Where nobody waits, and nobody has set or released it meanwhile.
        let isKept =
            content.replace(own, with: word)
            || Lock.held {
                let isReplaced = content.load() & ~InstanceCell.isAwaited != own
                if !isReplaced { content.exchange(word) }
                pointee.thread.end(bits, with: .made(made.object))
                return !isReplaced
            }
        if !isKept { unsafe kept?.release() }
        if lazy.isWeak { unsafe made.release() }
    }
}
