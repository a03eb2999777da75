/// Where an environment keeps the instance of one registration.
///
/// Its content is a shared word with three states:
/// - 0: empty;
/// - the address of a ``KeptValue``, which the cell owns, with bit 1 set where it is held weakly;
/// - the address of the ``Frame`` that makes the instance, with bit 0 set, and with bit 1 set where threads wait for it.
///
/// A frame claims an empty cell, and puts there what it has made, by compare-and-exchange; only those who wait, and
/// those who empty a cell, need the lock. All else is guarded by the lock.
///
/// What makes an instance knows its cell; of the maker, the cell has only the address.
@usableFromInline
@safe
struct InstanceCell {
    /// The content, reached as ``Pointer/content``: a struct's first property is at its beginning.
    private let word: UInt = 0
    /// The list of what a scope keeps, if this cell is in one, and its neighbours there.
    fileprivate var list: Unmanaged<ScopeInstances>?
    fileprivate var next: Pointer?
    fileprivate var previous: Pointer?
    /// Whether its registration is no longer in force: what is made from then on is not kept.
    var isRetired = false
    /// The address of the ``Flight`` that others can join, which makes its instance; it lives until it leaves the cell.
    var flightAddress: UnsafeRawPointer?

    typealias Pointer = UnsafeMutablePointer<InstanceCell>

    static func make() -> Pointer {
        let memory = unsafe PlainMemory.allocate(
            size: MemoryLayout<InstanceCell>.size, alignment: MemoryLayout<InstanceCell>.alignment)
        let cell = unsafe memory.bindMemory(to: InstanceCell.self, capacity: 1)
        unsafe cell.initialize(to: InstanceCell())
        return unsafe cell
    }

    static var isMaking: UInt { 1 }
    static var isWeak: UInt { 2 }
    static var isAwaited: UInt { 2 }
    static var marks: UInt { 3 }

    /// The word for a value that is kept; the cell takes a reference over.
    static func word(owning value: KeptValue) -> UInt { unsafe word(owning: .passRetained(value)) }

    /// The same where the cell takes over the reference that there is.
    static func word(owning value: Unmanaged<KeptValue>) -> UInt {
        unsafe UInt(bitPattern: value.toOpaque()) | (value._withUnsafeGuaranteedRef { $0.isWeak } ? isWeak : 0)
    }

    /// The value that a word is of; nil where it is of none.
    @inline(__always)
    static func value(_ word: UInt) -> Unmanaged<KeptValue>? {
        guard word & isMaking == 0 else { return nil }
        return unsafe UnsafeRawPointer(bitPattern: word & ~isWeak).map { unsafe .fromOpaque($0) }
    }
}

extension UnsafeMutablePointer<InstanceCell> {
    /// Drops an instance that has not been asked for in time.
    func use(within time: Double, at now: Double) {
        Lock.changing { garbage in
            guard let value = unsafe kept else { return }
            if value.isExpired(at: now, after: time) { unsafe drop(&garbage) } else { value.use(within: time, at: now) }
            garbage.add(value)
        }
    }

    @inline(__always)
    var content: Word { unsafe Word(UnsafeMutableRawPointer(self).assumingMemoryBound(to: UInt.self)) }

    /// Frees a cell that nobody can reach any more, with what it keeps.
    ///
    /// Called without the lock, unless it was never in a list.
    func free() {
        if unsafe pointee.list != nil { Lock.held { unsafe unlist() } }
        unsafe InstanceCell.value(content.load())?.release()
        unsafe PlainMemory.free(self)
    }

    // MARK: - Under the engine's lock

    /// Empties the cell.
    ///
    /// An instance that is being made goes to those who wait for it, and is not kept.
    func empty(_ garbage: inout Garbage) { unsafe garbage.add(take(&garbage)) }

    /// Empties the cell likewise, and returns what it kept.
    ///
    /// That may be released only after the section: others may be copying it until then.
    func take(_ garbage: inout Garbage) -> KeptValue? {
        unsafe unlist()
        unsafe pointee.flightAddress = nil
        guard let value = unsafe InstanceCell.value(content.exchange(0)) else { return nil }
        unsafe garbage.awaitReaders(of: content)
        return unsafe value.takeRetainedValue()
    }

    /// Drops what it keeps; what is being made goes on.
    func drop(_ garbage: inout Garbage) {
        let word = unsafe content.load()
        guard let value = unsafe InstanceCell.value(word), unsafe content.replace(word, with: 0) else { return }
        unsafe unlist()
        unsafe garbage.add(value.takeRetainedValue(), readThrough: content)
    }

    /// Drops what is held weakly and gone, or has not been asked for in time.
    func dropIfGone(at now: Double, _ garbage: inout Garbage) {
        guard let value = unsafe kept else { return }
        let object = value.object
        garbage.add(object)
        if value.isWeak ? object == nil : value.isExpired(at: now, after: value.timeToLive) { unsafe drop(&garbage) }
    }

    /// Keeps a value again that it once kept.
    func restore(_ value: KeptValue, in list: ScopeInstances, _ garbage: inout Garbage) {
        unsafe empty(&garbage)
        unsafe content.exchange(InstanceCell.word(owning: value))
        unsafe list.add(self)
    }

    /// What it keeps.
    var kept: KeptValue? { unsafe InstanceCell.value(content.load())?.takeUnretainedValue() }

    /// The scope that keeps its instance.
    var scope: ResolverScope? { unsafe pointee.list?.takeUnretainedValue().scope }

    /// Whether there is nothing in it, and no thread makes anything for it.
    var isEmpty: Bool { unsafe content.load() == 0 }

    func unlist() {
        guard let list = unsafe pointee.list else { return }
        if let previous = unsafe pointee.previous {
            unsafe previous.pointee.next = unsafe pointee.next
        } else {
            unsafe list.takeUnretainedValue().first = unsafe pointee.next
        }
        unsafe pointee.next?.pointee.previous = unsafe pointee.previous
        unsafe pointee.list = nil
        unsafe pointee.next = nil
        unsafe pointee.previous = nil
    }
}

/// The instances that one scope keeps in one environment: a list linked through their cells.
///
/// Guarded by the engine's lock.
@safe
final class ScopeInstances {
    private(set) var scope: ResolverScope
    fileprivate var first: InstanceCell.Pointer?
    /// The number of the last reset: what began to be made before it is not kept.
    private(set) var lastReset: UInt

    init(_ scope: ResolverScope, lastReset: UInt) {
        self.scope = scope
        self.lastReset = lastReset
    }

    /// Whether nothing is kept, and nobody else has the scope, so that nothing is being made for it either.
    var isForgotten: Bool { unsafe first == nil && isKnownUniquelyReferenced(&scope) }

    /// Remembers a cell for which something was made, unless it must not keep that: its registration is no longer in force,
    /// or the scope was reset since the making began.
    ///
    /// - Parameters:
    ///   - cell: The cell.
    ///   - resets: How many resets there had been then.
    /// - Returns: Whether it is kept.
    func add(_ cell: InstanceCell.Pointer, begunAfter resets: UInt) -> Bool {
        guard unsafe !cell.pointee.isRetired, lastReset <= resets else { return false }
        unsafe add(cell)
        return true
    }

    /// Remembers a cell that is filled, or is about to be, in place of any other list that has it.
    func add(_ cell: InstanceCell.Pointer) {
        unsafe cell.unlist()
        unsafe cell.pointee.list = unsafe .passUnretained(self)
        unsafe cell.pointee.next = unsafe first
        unsafe first?.pointee.previous = unsafe cell
        unsafe first = unsafe cell
    }

    /// Empties every cell.
    func empty(_ garbage: inout Garbage, reset: UInt) {
        lastReset = reset
        while let cell = unsafe first { unsafe cell.empty(&garbage) }
    }
}
