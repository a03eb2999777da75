/// What the copies of a lazy wrapper share: where the property is written, and the service once it is resolved.
///
/// The service may be set and released at any moment, so it is read as a kept instance is: under the thread's mark. Its
/// cell is in the object itself, so that making a wrapper allocates once.
@usableFromInline
final class LazyValue: ManagedBuffer<LazyValue.Property, InstanceCell> {
    /// What is known when the wrapper is made.
    @usableFromInline
    struct Property {
        let location: CodeLocation
        let isWeak: Bool
        /// Whether a typed factory makes the service.
        let isTyped: Bool
        /// The number of the innermost run of a task scope in which the wrapper was made; 0 where it was made in none.
        ///
        /// A wrapper that is made in the first read of another one counts as made where the other one was.
        let run: UInt
    }

    /// Makes what the copies of a wrapper share, with no service yet.
    static func make(_ property: Property) -> LazyValue {
        let value = create(minimumCapacity: 1) { _ in property }
        unsafe value.withUnsafeMutablePointerToElements { unsafe $0.initialize(to: InstanceCell()) }
        return unsafe unsafeDowncast(value, to: LazyValue.self)
    }

    /// For a copy of the wrapper whose settings change: the same service, in a cell of its own.
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

    /// Begins to read the service.
    ///
    /// The caller copies or takes it, and then calls `endRead`.
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

    /// Ends the read.
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
            // By one exchange: a first read may fill the empty cell without the lock meanwhile, and its value must be released.
            let former = cell.content.exchange(kept.map { InstanceCell.word(owning: $0) } ?? 0)
            unsafe garbage.add(InstanceCell.value(former)?.takeRetained(), readThrough: cell.content)
        }
    }
}

extension Frame.Pointer {
    /// Begins the first read of a lazy wrapper.
    ///
    /// One thread resolves the service, and the others copy it.
    func begin(lazy value: LazyValue) -> Step {
        pointee.cell = value.cell
        if let step = claimOrCopy() { return step }
        // The wrapper's frame makes nothing itself, so it adds nothing to the depth of the service that it resolves.
        pointee.depth &-= 1
        pointee.thread.pointee.top = self
        return Step(.make)
    }

    /// The room for the instance that will be kept.
    ///
    /// The frame holds the room, and must not release it before the instance is there.
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
        // Not `unlink`, which may end a graph: a lazy wrapper's frame has begun none.
        pointee.thread.pointee.top = pointee.parent
    }

    /// Puts the instance into the cell, which owns it from then on.
    private func keep(_ made: Unheld<KeptValue>, lazy: LazyValue) {
        guard pointee.duties.has(.keep) else { return unsafe made.release() }
        let weak = lazy.isWeak ? made.with { $0.weakCopy() } : nil
        let kept = lazy.isWeak ? weak.map { unsafe Unheld.retaining($0) } : made
        let word = kept.map { InstanceCell.word(owning: $0) } ?? 0
        let own = bits | InstanceCell.isMaking
        let content = lazy.cell.content
        // Without the lock where nobody waits, and nobody has set or released the service meanwhile.
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
