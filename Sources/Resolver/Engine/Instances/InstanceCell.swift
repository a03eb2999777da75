/// Where an environment, or a run, keeps the instance of one registration; and a lazy wrapper its service.
///
/// Its content is a shared word with three states:
/// - 0: empty;
/// - the address of a ``KeptValue``, which the cell owns, with bit 1 set where it is held weakly;
/// - the address of the ``Frame`` that makes the instance, with bit 0 set, and with bit 1 set where threads wait for it.
///
/// A frame claims an empty cell by compare-and-exchange, and gives up a claim in the same way. It puts the instance there
/// under the lock, which a thread that waits or empties the cell takes, too. In a run's cell, or a lazy wrapper's, it does
/// so without the lock if nobody waits. All other fields are guarded by the lock.
///
/// A frame or a flight knows the cell that it fills; the cell has only its address.
@usableFromInline
@safe
struct InstanceCell {
    /// The content, reached as ``Pointer/content``: a struct's first property is at its beginning.
    private let word: UInt = 0
    /// The list of what a scope keeps, if this cell is in one, and its neighbours there.
    fileprivate var list: Unheld<ScopeInstances>?
    fileprivate var next: Pointer?
    fileprivate var previous: Pointer?
    /// Whether its registration is no longer in force, so that the cell keeps no new instance.
    var isRetired = false
    /// The address of the ``Flight`` that makes the instance, and that other calls can join; it lives until it leaves the cell.
    var flightBits: UInt = 0

    typealias Pointer = StablePointer<InstanceCell>

    static func make() -> Pointer { Pointer.allocate(filledWith: InstanceCell()) }

    static var isMaking: UInt { 1 }
    static var isWeak: UInt { 2 }
    static var isAwaited: UInt { 2 }
    static var marks: UInt { 3 }

    /// The word for a value that is kept; counts a reference, which is the cell's.
    static func word(owning value: KeptValue) -> UInt { unsafe word(owning: Unheld.retaining(value)) }

    /// The same, where the cell takes over the caller's reference.
    static func word(owning value: Unheld<KeptValue>) -> UInt {
        value.bits | (value.with { $0.isWeak } ? isWeak : 0)
    }

    /// The value to which a cell's word refers; nil where the cell is empty or claimed.
    @inline(__always)
    static func value(_ word: UInt) -> Unheld<KeptValue>? {
        guard word & isMaking == 0 else { return nil }
        return unsafe Unheld(bits: word & ~isWeak)
    }
}

extension InstanceCell.Pointer {
    /// Begins the kept instance's time to live anew, or drops the instance if that time is over.
    func use(within time: Double, at now: Double) {
        Lock.changing { garbage in
            guard let value = kept else { return }
            if value.isExpired(at: now, after: time) { drop(&garbage) } else { value.use(within: time, at: now) }
        }
    }

    @inline(__always)
    var content: Word { unsafe Word(UnsafeMutableRawPointer(address).assumingMemoryBound(to: UInt.self)) }

    /// Frees a cell that nobody can reach any more, with what it keeps.
    ///
    /// Called without the lock, unless it was never in a list.
    func free() {
        end()
        unsafe deallocate()
    }

    /// The same for a cell that is part of a larger block of memory.
    func end() {
        if pointee.list != nil { Lock.held { unlist() } }
        unsafe InstanceCell.value(content.load())?.release()
    }

    // MARK: - Under the engine's lock

    /// Empties the cell.
    ///
    /// An instance that is being made goes to those who wait for it, and is not kept.
    func empty(_ garbage: inout Garbage) { garbage.add(take(&garbage)) }

    /// Empties the cell likewise, and returns the kept value.
    ///
    /// The caller may release the value only after the section, as readers may be copying it until then.
    func take(_ garbage: inout Garbage) -> KeptValue? {
        unlist()
        pointee.flightBits = 0
        guard let value = InstanceCell.value(content.exchange(0)) else { return nil }
        garbage.awaitReaders(of: content)
        return unsafe value.takeRetained()
    }

    /// Drops the kept instance; if an instance is being made, does nothing.
    func drop(_ garbage: inout Garbage) {
        let word = content.load()
        // The word may have changed: a frame takes no lock to claim a cell whose weakly held object is gone.
        guard let value = InstanceCell.value(word), content.replace(word, with: 0) else { return }
        unlist()
        unsafe garbage.add(value.takeRetained(), readThrough: content)
    }

    /// Drops the kept value if its object is held weakly and gone, or if its time to live is over.
    func dropIfGone(at now: Double, _ garbage: inout Garbage) {
        guard let value = kept else { return }
        let object = value.object
        garbage.add(object)
        if value.isWeak ? object == nil : value.isExpired(at: now, after: value.timeToLive) { drop(&garbage) }
    }

    /// Puts back a value that the cell kept before.
    func restore(_ value: KeptValue, in list: ScopeInstances, _ garbage: inout Garbage) {
        empty(&garbage)
        content.exchange(InstanceCell.word(owning: value))
        list.add(self)
    }

    /// Whether it keeps an instance that is still there; an object that is held weakly may be gone.
    func keepsInstance(_ garbage: inout Garbage) -> Bool {
        guard let value = kept else { return false }
        let object = value.object
        garbage.add(value)
        garbage.add(object)
        return !value.isWeak || object != nil
    }

    /// The value that it keeps.
    var kept: KeptValue? { InstanceCell.value(content.load())?.object }

    /// The scope that keeps its instance.
    var scope: ResolverScope? { pointee.list?.object.scope }

    /// Whether it keeps nothing, and no thread is making its instance.
    var isEmpty: Bool { content.load() == 0 }

    func unlist() {
        guard let list = pointee.list else { return }
        if let previous = pointee.previous {
            previous.pointee.next = pointee.next
        } else {
            list.object.first = pointee.next
        }
        pointee.next?.pointee.previous = pointee.previous
        pointee.list = nil
        pointee.next = nil
        pointee.previous = nil
    }
}

/// The instances that one scope keeps in one environment: a list linked through their cells, or for a task scope one of its
/// runs' tables, whose cells need not be listed.
///
/// Guarded by the engine's lock.
@safe
final class ScopeInstances {
    private(set) var scope: ResolverScope
    fileprivate var first: InstanceCell.Pointer?
    private var firstTable: CellTable?
    /// The number of the last reset.
    ///
    /// An instance whose making began before that is not kept.
    private(set) var lastReset: UInt

    init(_ scope: ResolverScope, lastReset: UInt) {
        self.scope = scope
        self.lastReset = lastReset
    }

    /// Whether nothing is kept, and nobody else has the scope, so that nothing is being made for it either.
    ///
    /// A scope that has had a run lives for ever, so a run's table that is listed need not be looked at.
    var isForgotten: Bool { first == nil && isKnownUniquelyReferenced(&scope) }

    /// Lists a cell for which an instance was made.
    ///
    /// Does not where its registration is no longer in force, or where the scope was reset since the making began: the cell
    /// must not keep the instance then.
    ///
    /// - Parameters:
    ///   - cell: The cell.
    ///   - resets: How many resets there had been when the making began.
    /// - Returns: Whether it is kept.
    func add(_ cell: InstanceCell.Pointer, begunAfter resets: UInt) -> Bool {
        guard !cell.pointee.isRetired, lastReset <= resets else { return false }
        add(cell)
        return true
    }

    /// Lists a cell that is filled, or about to be, and takes it out of any other list.
    func add(_ cell: InstanceCell.Pointer) {
        cell.unlist()
        cell.pointee.list = Unheld(self)
        cell.pointee.next = first
        first?.pointee.previous = cell
        first = cell
    }

    /// Lists the table of a run that has cells.
    func add(_ table: CellTable) { table.insert(at: &firstTable) }

    func remove(_ table: CellTable) { table.remove(from: &firstTable) }

    /// Empties every cell.
    func empty(_ garbage: inout Garbage, reset: UInt) {
        lastReset = reset
        while let cell = first { cell.empty(&garbage) }
        var next = firstTable
        while let table = next {
            table.each { $0.empty(&garbage) }
            next = table.next
        }
    }
}
