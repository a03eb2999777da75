/// A registry's table: `[0]` the highest index, `[1]` by how much a hash is shifted to make an index, then four words for
/// each entry.
struct Table {
    private let words: Word
    private static var headSize: Int { 2 }

    /// The one table of all registries that have no keys yet: nothing is put into it, and it is never freed.
    static let empty = Table(capacity: 2)
    var isEmptyOne: Bool { words == Table.empty.words }

    /// A table with room for a number of entries, which is a power of two.
    init(capacity: Int) {
        words = Word.zeros(Table.headSize + capacity * Entry.size)
        words[0] = UInt(capacity - 1)
        words[1] = UInt(UInt64.bitWidth - capacity.trailingZeroBitCount)
    }

    init(copying other: Table) {
        let count = Table.headSize + other.capacity * Entry.size
        words = Word.zeros(count)
        words.copy(other.words, count: count)
    }

    @_transparent
    init(at address: UInt) { words = unsafe Word(at: address).unsafelyUnwrapped }

    var address: UInt { words.bits }
    @_transparent var capacity: Int { Int(bitPattern: words[0]) &+ 1 }
    /// The index at which the search for a hash begins: its highest bits.
    @_transparent
    private func start(of hash: UInt64) -> Int { Int(truncatingIfNeeded: hash &>> UInt64(words[1])) }
    /// The index that is searched next.
    ///
    /// Each step is longer than the one before: so displaced entries do not gather, and the search comes to every index.
    @_transparent
    private func next(_ index: Int, _ step: Int) -> (index: Int, step: Int) {
        ((index &+ step &+ 1) & Int(bitPattern: words[0]), step &+ 1)
    }
    @_transparent
    private func entry(at index: Int) -> Entry { Entry(words: words + Table.headSize + index &* Entry.size) }
    var entries: some Sequence<Entry> { (0..<capacity).lazy.map { entry(at: $0) } }

    func free() { words.deallocate() }

    /// The entry of a key.
    @_transparent
    func entry(_ lookup: KeyLookup) -> Entry? {
        entry(lookup.type, lookup.kind, hash: lookup.hash) { lookup.matches($0) }
    }

    /// The entry of a type without a name: such a key is its type.
    @_transparent
    func entry(of type: Any.Type) -> Entry? { entry(type, .unnamed, hash: KeyHash.of(type)) { _ in true } }

    /// The entry of a declaration.
    @_transparent
    func entry(_ declaration: DeclarationLookup, of type: Any.Type) -> Entry? {
        entry(type, .declared, hash: unsafe KeyHash.of(type, with: declaration.position)) {
            unsafe declaration.matches($0)
        }
    }

    /// The entry of a container's declaration, by the address of its file's literal.
    ///
    /// Also nil where the declaration has another copy of that literal.
    @_transparent
    func entry(
        of type: Any.Type, in file: UnsafePointer<UInt8>, at position: UInt64, isOf: (_ container: Any.Type) -> Bool
    ) -> Entry? {
        entry(type, .declared, hash: KeyHash.of(type, with: position)) {
            let place = unsafe $0.declaration.unsafelyUnwrapped
            return unsafe place.position == position && place.location.filePointer == file && isOf(place.container)
        }
    }

    /// Whether an entry is one of this table.
    @_transparent
    func contains(_ entry: Entry) -> Bool {
        entry.words.bits &- words.bits < UInt(capacity &* Entry.size &+ Table.headSize) &* UInt(MemoryLayout<UInt>.size)
    }

    /// The entry that refers to this very key object.
    func entry(holding key: ServiceKey) -> Entry? {
        let address = Unheld(key).bits
        return entry(key.type, key.kind, hash: key.hash) { Unheld($0).bits == address }
    }

    /// The indices of the slots that a type's keys find, in any order: one for each key, so perhaps twice the same.
    func indices(of type: Any.Type) -> [Int] {
        var indices: [Int] = []
        // Not `entries`, whose closures take most of the time where there are thousands.
        for number in 0..<capacity {
            let entry = entry(at: number)
            if entry.isUsed, entry.isOf(type) { indices.append(Int(entry.index)) }
        }
        return indices
    }

    /// The entry of a type and kind whose key is the wanted one.
    @_transparent
    private func entry(
        _ type: Any.Type, _ kind: KeyKind, hash: UInt64, where isWanted: (ServiceKey) -> Bool
    ) -> Entry? {
        let wanted = Entry.word(type, kind)
        var (index, step) = (start(of: hash), 0)
        while true {
            let entry = entry(at: index)
            let found = entry.type
            if found == wanted, entry.key.with({ isWanted($0) }) { return entry }
            if found == 0 { return nil }
            (index, step) = next(index, step)
        }
    }

    func insert(_ key: ServiceKey, index: UInt, word: UInt, isOnlyJoined: Bool) {
        free(hash: key.hash).fill(key, index: index, word: word, isOnlyJoined)
    }

    func insert(_ other: Entry) {
        let key = other.key.object
        insert(key, index: other.index, word: other.word, isOnlyJoined: other.isOnlyJoined)
    }

    private func free(hash: UInt64) -> Entry {
        var (index, step) = (start(of: hash), 0)
        while entry(at: index).isUsed { (index, step) = next(index, step) }
        return entry(at: index)
    }
}

/// An entry of a table: `[0]` the key's type with its kind, `[1]` the registration in force with marks, `[2]` the key,
/// `[3]` the index of its slot, and below it whether the slot is only joined.
///
/// The type is written last; 0 is an entry that is not used.
struct Entry {
    fileprivate let words: Word
    fileprivate static var size: Int { 4 }

    /// Metatypes are aligned to words, so that their lowest two bits are zero.
    @_transparent
    fileprivate static func word(_ type: Any.Type, _ kind: KeyKind) -> UInt {
        UInt(bitPattern: ObjectIdentifier(type)) | kind.rawValue
    }

    @_transparent fileprivate var type: UInt { words.load() }
    var isUsed: Bool { type != 0 }
    fileprivate func isOf(_ wanted: Any.Type) -> Bool { type & ~3 == Entry.word(wanted, .unnamed) }
    /// The registration in force, with marks; 0 where there is none.
    @_transparent var word: UInt { (words + 1).load() }
    @_transparent var wordInOrder: UInt { (words + 1).loadInOrder() }
    /// The key, which its slot holds.
    var key: Unheld<ServiceKey> {
        unsafe Unheld(bits: words[2]).unsafelyUnwrapped
    }
    /// The index of the slot.
    ///
    /// Read under the engine's lock.
    var index: UInt { (words + 3).load() >> 1 }
    /// For a bridged slot: whether its keys do no more than find it, so that it counts wherever it is found first.
    @_transparent var isOnlyJoined: Bool { (words + 3).load() & 1 != 0 }

    fileprivate func fill(_ key: ServiceKey, index: UInt, word: UInt, _ isOnlyJoined: Bool) {
        words[2] = Unheld(key).bits
        (words + 3).store(index << 1 | (isOnlyJoined ? 1 : 0))
        (words + 1).store(word)
        words.store(Entry.word(key.type, key.kind))
    }

    func set(_ word: UInt, _ isOnlyJoined: Bool) {
        // Before the word: a reader that finds a slot to which something forwards must not take it for only joined.
        if isOnlyJoined != self.isOnlyJoined { (words + 3).store(index << 1 | (isOnlyJoined ? 1 : 0)) }
        (words + 1).exchange(word)
    }

    func setIndex(_ index: UInt) { (words + 3).store(index << 1) }
}
