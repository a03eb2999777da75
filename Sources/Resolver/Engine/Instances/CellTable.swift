/// The cells that a sandbox has for registrations which were made elsewhere, or a run of a task scope has, by the
/// registrations' numbers.
///
/// It is read without a lock. Cells are never taken out: there is at most one for each registration that keeps its instances.
/// Adding one is guarded by the engine's lock.
@safe
struct CellTable {
    /// `[0]` the address of the newest table, `[1]` how many cells there are; in the object whose table it is.
    private let words: Word

    @inline(__always)
    init(at words: Word) { self.words = words }

    /// Frees everything.
    ///
    /// No resolution of the sandbox or in the run is under way any more.
    func free() {
        each { $0.free() }
        var next = newest
        while let table = next {
            next = table.former
            table.words.deallocate()
        }
    }

    private var newest: Table? { Word(at: words.load()).map(Table.init) }

    /// The cell of a registration, made if there is none.
    @inline(__always)
    func cell(_ id: UInt) -> InstanceCell.Pointer { find(id) ?? make(id) }

    /// The same; nil if there is none.
    @inline(__always)
    func find(_ id: UInt) -> InstanceCell.Pointer? {
        guard let table = newest else { return nil }
        let mask = table.capacity &- 1
        var index = id & mask
        while true {
            let entry = table[index]
            let found = entry.load()
            if found == id { return unsafe InstanceCell.Pointer(bits: entry[1]) }
            if found == 0 { return nil }
            index = (index &+ 1) & mask
        }
    }

    @inline(never)
    private func make(_ id: UInt) -> InstanceCell.Pointer { Lock.held { lockedCell(id) } }

    /// Runs a body with each cell.
    ///
    /// Under the engine's lock, or where nobody else has the table. There is no list of them: to make one is most of
    /// what the end of a short run would take.
    func each(_ body: (InstanceCell.Pointer) -> Void) {
        guard let table = newest else { return }
        for index in 0..<table.capacity {
            if let cell = unsafe InstanceCell.Pointer(bits: table[index][1]) { body(cell) }
        }
    }

    /// The cell of a registration, made if there is none.
    ///
    /// Under the engine's lock.
    func lockedCell(_ id: UInt) -> InstanceCell.Pointer {
        if let cell = find(id) { return cell }
        let cell = InstanceCell.make()
        words[1] += 1
        let known = newest
        var table = known ?? Table(capacity: 8, former: nil)
        if words[1] * 2 > table.capacity {
            table = Table(capacity: table.capacity * 2, former: known)
            for index in 0..<(known?.capacity ?? 0) {
                if let entry = known?[index], entry[0] != 0 { table.insert(entry[0], entry[1]) }
            }
        }
        table.insert(id, cell.bits)
        words.store(table.words.bits)
        return cell
    }

    /// A hash table of a fixed size, which never becomes full.
    private struct Table {
        /// `[0]` its capacity, `[1]` the address of the table before it, which somebody may still read; then a number
        /// and a cell's address for each entry.
        let words: Word

        init(_ words: Word) { self.words = words }

        init(capacity: UInt, former: Table?) {
            words = Word.zeros(2 + 2 * Int(capacity))
            words[0] = capacity
            words[1] = former?.words.bits ?? 0
        }

        @inline(__always) var capacity: UInt { words[0] }
        var former: Table? { Word(at: words[1]).map(Table.init) }
        @inline(__always) subscript(_ index: UInt) -> Word { words + 2 + 2 * Int(bitPattern: index) }

        /// Adds an entry; its number is written last.
        func insert(_ id: UInt, _ cell: UInt) {
            var index = id & (capacity - 1)
            while self[index][0] != 0 { index = (index + 1) & (capacity - 1) }
            self[index][1] = cell
            self[index].store(id)
        }
    }
}
