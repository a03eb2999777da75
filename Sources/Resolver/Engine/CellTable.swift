/// The cells that a sandbox has for registrations which were made elsewhere, by the registrations' numbers.
///
/// It is read without a lock. Cells are never taken out: there are no more of them than registrations that the sandbox
/// was made with. Adding one is guarded by the engine's lock.
@safe
final class CellTable: @unchecked Sendable {
    // Sound because the words are shared words, and the rest is guarded by the engine's lock.

    /// `[0]` the address of the newest table: its capacity, then a number and a cell's address for each entry.
    private let newest = Word.zeros(1)
    private var tables: [Word] = []
    private var count = 0

    init() {}

    /// Frees everything.
    ///
    /// No resolution of the sandbox is under way any more.
    func free() {
        if let table = tables.last {
            for index in 0..<Int(table[0]) where table[1 + 2 * index] != 0 {
                unsafe InstanceCell.Pointer(bitPattern: table[2 + 2 * index])?.free()
            }
        }
        for table in tables { table.deallocate() }
        newest.deallocate()
    }

    /// The cell of a registration, made if there is none.
    @inline(__always)
    func cell(_ id: UInt) -> InstanceCell.Pointer { unsafe find(id) ?? make(id) }

    @inline(__always)
    func find(_ id: UInt) -> InstanceCell.Pointer? {
        guard let table = Word(at: newest.load()) else { return nil }
        let mask = table[0] &- 1
        var index = id & mask
        while true {
            let entry = table + 1 + 2 * Int(bitPattern: index)
            let found = entry.load()
            if found == id { return unsafe InstanceCell.Pointer(bitPattern: entry[1]) }
            if found == 0 { return nil }
            index = (index &+ 1) & mask
        }
    }

    @inline(never)
    private func make(_ id: UInt) -> InstanceCell.Pointer { unsafe Lock.held { unsafe lockedCell(id) } }

    /// All cells.
    ///
    /// Under the engine's lock.
    var all: [InstanceCell.Pointer] {
        guard let table = tables.last else { return unsafe [] }
        return unsafe (0..<Int(table[0])).compactMap { unsafe InstanceCell.Pointer(bitPattern: table[2 + 2 * $0]) }
    }

    /// The cell of a registration, made if there is none.
    ///
    /// Under the engine's lock.
    func lockedCell(_ id: UInt) -> InstanceCell.Pointer {
        if let cell = unsafe find(id) { return unsafe cell }
        let cell = unsafe InstanceCell.make()
        if (count + 1) * 2 > tables.last.map({ Int($0[0]) }) ?? 0 { grow() }
        insert(id, UInt(bitPattern: cell), into: tables[tables.count - 1])
        count += 1
        return unsafe cell
    }

    private func grow() {
        let capacity = tables.last.map { Int($0[0]) * 2 } ?? 8
        let table = Word.zeros(1 + 2 * capacity)
        table[0] = UInt(capacity)
        if let old = tables.last {
            for index in 0..<Int(old[0]) where old[1 + 2 * index] != 0 {
                insert(old[1 + 2 * index], old[2 + 2 * index], into: table)
            }
        }
        tables.append(table)
        newest.store(table.bits)
    }

    /// Adds an entry; its number is written last.
    private func insert(_ id: UInt, _ cell: UInt, into table: Word) {
        let mask = table[0] - 1
        var index = id & mask
        while table[1 + 2 * Int(index)] != 0 { index = (index + 1) & mask }
        table[2 + 2 * Int(index)] = cell
        (table + 1 + 2 * Int(index)).store(id)
    }
}
