/// Where an environment keeps the instance of one registration.
///
/// Its content is a shared word with three states:
/// - 0: empty;
/// - the address of a ``KeptValue``, which the cell owns, with bit 1 set where it is held weakly;
/// - the address of the ``Frame`` that makes the instance, with bit 0 set, and with bit 1 set where threads wait for it.
///
/// A frame claims an empty cell by compare-and-exchange, and gives it up so. What it has made is put there under the lock,
/// which those who wait and those who empty a cell take, too; a run, and a lazy wrapper, keep what nobody waits for without it.
/// All else is guarded by the lock.
///
/// What makes an instance knows its cell; of the maker, the cell has only the address.
@usableFromInline
@safe
struct InstanceCell {
    /// The content, reached as ``Pointer/content``: a struct's first property is at its beginning.
    private let word: UInt = 0
    /// The list of what a scope keeps, if this cell is in one, and its neighbours there.
    fileprivate var list: Unheld<ScopeInstances>?
    fileprivate var next: Pointer?
    fileprivate var previous: Pointer?
    /// Whether its registration is no longer in force: what is made from then on is not kept.
    var isRetired = false
    /// The address of the ``Flight`` that others can join, which makes its instance; it lives until it leaves the cell.
    var flightBits: UInt = 0

    typealias Pointer = StablePointer<InstanceCell>

    static func make() -> Pointer { Pointer.allocate(filledWith: InstanceCell()) }

    static var isMaking: UInt { 1 }
    static var isWeak: UInt { 2 }
    static var isAwaited: UInt { 2 }
    static var marks: UInt { 3 }

    /// The word for a value that is kept; the cell takes a reference over.
    static func word(owning value: KeptValue) -> UInt { unsafe word(owning: Unheld.retaining(value)) }

    /// The same where the cell takes over the reference that there is.
    static func word(owning value: Unheld<KeptValue>) -> UInt {
        value.bits | (value.with { $0.isWeak } ? isWeak : 0)
    }

    /// The value that a word is of; nil where it is of none.
    @inline(__always)
    static func value(_ word: UInt) -> Unheld<KeptValue>? {
        guard word & isMaking == 0 else { return nil }
        return unsafe Unheld(bits: word & ~isWeak)
    }
}

extension InstanceCell.Pointer {
    /// Drops an instance that has not been asked for in time.
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

    /// The same where the memory is a part of other memory.
    func end() {
        if pointee.list != nil { Lock.held { unlist() } }
        unsafe InstanceCell.value(content.load())?.release()
    }

    // MARK: - Under the engine's lock

    /// Empties the cell.
    ///
    /// An instance that is being made goes to those who wait for it, and is not kept.
    func empty(_ garbage: inout Garbage) { garbage.add(take(&garbage)) }

    /// Empties the cell likewise, and returns what it kept.
    ///
    /// That may be released only after the section: others may be copying it until then.
    func take(_ garbage: inout Garbage) -> KeptValue? {
        unlist()
        pointee.flightBits = 0
        guard let value = InstanceCell.value(content.exchange(0)) else { return nil }
        garbage.awaitReaders(of: content)
        return unsafe value.takeRetained()
    }

    /// Drops what it keeps; what is being made goes on.
    func drop(_ garbage: inout Garbage) {
        let word = content.load()
        guard let value = InstanceCell.value(word), content.replace(word, with: 0) else { return }
        unlist()
        unsafe garbage.add(value.takeRetained(), readThrough: content)
    }

    /// Drops what is held weakly and gone, or has not been asked for in time.
    func dropIfGone(at now: Double, _ garbage: inout Garbage) {
        guard let value = kept else { return }
        let object = value.object
        garbage.add(object)
        if value.isWeak ? object == nil : value.isExpired(at: now, after: value.timeToLive) { drop(&garbage) }
    }

    /// Keeps a value again that it once kept.
    func restore(_ value: KeptValue, in list: ScopeInstances, _ garbage: inout Garbage) {
        empty(&garbage)
        content.exchange(InstanceCell.word(owning: value))
        list.add(self)
    }

    /// Whether it keeps an instance, and none that was held weakly and is gone.
    func keepsInstance(_ garbage: inout Garbage) -> Bool {
        guard let value = kept else { return false }
        let object = value.object
        garbage.add(value)
        garbage.add(object)
        return !value.isWeak || object != nil
    }

    /// What it keeps.
    var kept: KeptValue? { InstanceCell.value(content.load())?.object }

    /// The scope that keeps its instance.
    var scope: ResolverScope? { pointee.list?.object.scope }

    /// Whether there is nothing in it, and no thread makes anything for it.
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
    /// The number of the last reset: what began to be made before it is not kept.
    private(set) var lastReset: UInt

    init(_ scope: ResolverScope, lastReset: UInt) {
        self.scope = scope
        self.lastReset = lastReset
    }

    /// Whether nothing is kept, and nobody else has the scope, so that nothing is being made for it either.
    var isForgotten: Bool { first == nil && firstTable == nil && isKnownUniquelyReferenced(&scope) }

    /// Remembers a cell for which something was made, unless it must not keep that: its registration is no longer in force,
    /// or the scope was reset since the making began.
    ///
    /// - Parameters:
    ///   - cell: The cell.
    ///   - resets: How many resets there had been then.
    /// - Returns: Whether it is kept.
    func add(_ cell: InstanceCell.Pointer, begunAfter resets: UInt) -> Bool {
        guard !cell.pointee.isRetired, lastReset <= resets else { return false }
        add(cell)
        return true
    }

    /// Remembers a cell that is filled, or is about to be, in place of any other list that has it.
    func add(_ cell: InstanceCell.Pointer) {
        cell.unlist()
        cell.pointee.list = Unheld(self)
        cell.pointee.next = first
        first?.pointee.previous = cell
        first = cell
    }

    /// Remembers the table of a run that has cells.
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
