/// The cells that a sandbox has for registrations which were made elsewhere, or a run of a task scope has, by the
/// registrations' numbers.
///
/// Finding and making a cell take no lock. No number is taken out before the table is freed. So a search can stop at an
/// empty place: the number is nowhere further on.
@safe
struct CellTable {
    /// Three words in the object that owns the table: `[0]` the address of the first block; where the table is in a list,
    /// `[1]` the words of the next table and `[2]` those of the one before it.
    private let words: Word

    @inline(__always)
    init(at words: Word) { self.words = words }

    /// Whether it has ever had a cell.
    @inline(__always) var isUsed: Bool { words.loadInOrder() != 0 }

    /// The cell of a registration, made if there is none.
    @inline(__always)
    func cell(_ id: UInt) -> InstanceCell.Pointer {
        var link = words
        var capacity = Block.firstCapacity
        while true {
            let block = Block(at: link) ?? Block.make(capacity, at: link)
            if let cell = block.cell(id) { return cell }
            link = block.link
            capacity *= Block.growth
        }
    }

    /// The same; nil if there is none.
    ///
    /// In the one total order of all exchanges: a closing must not miss a cell that was claimed before.
    @inline(__always)
    func find(_ id: UInt) -> InstanceCell.Pointer? {
        var next = Block(at: words)
        while let block = next {
            switch block.find(id) {
            case .cell(let cell): return cell
            case .nowhere: return nil
            case .further: next = Block(at: block.link)
            }
        }
        return nil
    }

    /// Runs a body with each cell.
    ///
    /// It may miss a cell that is made meanwhile: the call that claims such a cell asks afterwards whether it may fill it.
    func each(_ body: (InstanceCell.Pointer) -> Void) {
        var next = Block(at: words)
        while let block = next {
            block.each(body)
            next = Block(at: block.link)
        }
    }

    /// Frees everything.
    ///
    /// No resolution of the sandbox or in the run is under way any more.
    func free() {
        each { $0.end() }
        var next = Block(at: words)
        while let block = next {
            next = Block(at: block.link)
            block.words.deallocate()
        }
    }

    // MARK: - A list of tables

    /// Puts the table at the beginning of a list.
    ///
    /// Under the engine's lock, as is the removal.
    func insert(at first: inout CellTable?) {
        words[1] = first?.words.bits ?? 0
        words[2] = 0
        first?.words[2] = words.bits
        first = self
    }

    /// Takes it out of the list that it is in.
    func remove(from first: inout CellTable?) {
        let previous = Word(at: words[2])
        if let previous { previous[1] = words[1] } else { first = next }
        next?.words[2] = words[2]
    }

    /// The next one in the list.
    var next: CellTable? { Word(at: words[1]).map(CellTable.init(at:)) }

    // MARK: - What it is made of

    /// Some cells and their registrations' numbers: a hash table that does not grow.
    ///
    /// A number may be at a few places only. Where those are taken, it goes to the next block, which is four times as large.
    @safe
    private struct Block {
        /// `[0]` the address of the next block, `[1]` how many cells there are; then their numbers, 0 for none, and the
        /// cells themselves.
        let words: Word

        static var firstCapacity: UInt { 8 }
        static var growth: UInt { 4 }
        /// How many places a number may be at.
        private static var places: UInt { 8 }

        /// The block whose address a word has; nil for 0.
        @inline(__always)
        init?(at link: Word) {
            guard let words = Word(at: link.loadInOrder()) else { return nil }
            self.words = words
        }

        private init(_ words: Word) { self.words = words }

        /// Makes a block, and puts its address into a word.
        ///
        /// If another thread was faster, returns that thread's block.
        @inline(never)
        static func make(_ capacity: UInt, at link: Word) -> Block {
            let count = Int(bitPattern: capacity)
            let size = (2 + count) * MemoryLayout<UInt>.size + count * MemoryLayout<InstanceCell>.stride
            let memory = unsafe PlainMemory.allocate(size: size, alignment: MemoryLayout<InstanceCell>.alignment)
            let words = unsafe memory.bindMemory(to: UInt.self, capacity: 2 + count)
            unsafe words.initialize(repeating: 0, count: 2 + count)
            let made = unsafe Block(Word(words))
            made.words[1] = capacity
            for index in 0..<capacity { made.cell(at: index).initialize(to: InstanceCell()) }
            if link.replace(0, with: made.words.bits) { return made }
            made.words.deallocate()
            return unsafe Block(at: link).unsafelyUnwrapped
        }

        @inline(__always) var link: Word { words }
        @inline(__always) private var capacity: UInt { words[1] }
        /// The first place of a number, from the middle bits of a product: so numbers with equal low bits are spread.
        @inline(__always) private func place(of id: UInt) -> UInt {
            UInt(truncatingIfNeeded: (UInt64(id) &* 0x9E37_79B9_7F4A_7C15) >> 40)
        }
        @inline(__always) private func number(at index: UInt) -> Word { words + 2 + Int(bitPattern: index) }
        @inline(__always) private func cell(at index: UInt) -> InstanceCell.Pointer {
            let cells = (words + 2 + Int(bitPattern: capacity)).bits
            let offset = index &* UInt(bitPattern: MemoryLayout<InstanceCell>.stride)
            return unsafe InstanceCell.Pointer(bits: cells &+ offset).unsafelyUnwrapped
        }

        /// The cell of a number; takes a free one if it has none.
        ///
        /// Nil where other numbers have all its places.
        @inline(__always)
        func cell(_ id: UInt) -> InstanceCell.Pointer? {
            let (first, mask) = (place(of: id), capacity &- 1)
            for step in 0..<Block.places {
                let index = (first &+ step) & mask
                let number = number(at: index)
                let found = number.loadInOrder()
                // Another thread may be faster, for the same number or for another one.
                if found == id || found == 0 && (number.replace(0, with: id) || number.load() == id) {
                    return cell(at: index)
                }
            }
            return nil
        }

        enum Finding {
            case cell(InstanceCell.Pointer)
            case nowhere
            case further
        }

        /// The cell of a number, if there is one.
        @inline(__always)
        func find(_ id: UInt) -> Finding {
            let (first, mask) = (place(of: id), capacity &- 1)
            for step in 0..<Block.places {
                let index = (first &+ step) & mask
                let found = number(at: index).loadInOrder()
                if found == id { return .cell(cell(at: index)) }
                if found == 0 { return .nowhere }
            }
            return .further
        }

        /// Runs a body with each cell that has a number.
        func each(_ body: (InstanceCell.Pointer) -> Void) {
            for index in 0..<capacity where number(at: index).loadInOrder() != 0 { body(cell(at: index)) }
        }
    }
}
