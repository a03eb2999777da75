/// The dictionary of factories by type name, which is read without a lock.
///
/// An open-addressing table of slots. A slot is never taken out, so a reader only ever sees a table that is complete for
/// every key registered before it began. Growing publishes a new table; the old ones live as long as the registry,
/// together no larger than the newest.
@usableFromInline
@safe
final class Registry: @unchecked Sendable {
    // Sound because `table` is a shared word, and the rest is guarded by the engine's lock.

    /// The memory of the table in use: `mask`, then as many words as `mask + 1`, each a slot or 0.
    @usableFromInline let table: SharedWord
    private var tables: [UnsafeMutablePointer<SharedWord>] = unsafe []
    private(set) var slots: [ServiceSlot] = []

    init() {
        table = SharedWord()
        unsafe publish(makeTable(capacity: 8))
    }

    deinit {
        while let memory = unsafe tables.popLast() {
            unsafe memory.deinitialize(count: Int(memory.pointee.load()) + 2)
            unsafe memory.deallocate()
        }
    }

    /// The slot of a key.
    ///
    /// Called inside `Engine.reading` or under the engine's lock.
    @inlinable @inline(__always)
    func slot(type: Any.Type, name: String?, hash: UInt) -> Unmanaged<ServiceSlot>? {
        let words = unsafe UnsafeMutablePointer<SharedWord>(bitPattern: table.load()).unsafelyUnwrapped
        let mask = unsafe words.pointee.load()
        var index = (hash >> 32) & mask
        while let slot = unsafe UnsafeRawPointer(bitPattern: words[Int(index) + 1].load()) {
            let candidate = unsafe Unmanaged<ServiceSlot>.fromOpaque(slot)
            if unsafe candidate._withUnsafeGuaranteedRef({ $0.key.matches(type: type, name: name, hash: hash) }) {
                return unsafe candidate
            }
            index = (index &+ 1) & mask
        }
        return nil
    }

    /// The slot of a declaration.
    ///
    /// Called inside `Engine.reading` or under the engine's lock.
    @inlinable @inline(__always)
    func slot(type: Any.Type, place: DeclarationPlace, hash: UInt) -> Unmanaged<ServiceSlot>? {
        let words = unsafe UnsafeMutablePointer<SharedWord>(bitPattern: table.load()).unsafelyUnwrapped
        let mask = unsafe words.pointee.load()
        var index = (hash >> 32) & mask
        while let slot = unsafe UnsafeRawPointer(bitPattern: words[Int(index) + 1].load()) {
            let candidate = unsafe Unmanaged<ServiceSlot>.fromOpaque(slot)
            if unsafe candidate._withUnsafeGuaranteedRef({ $0.key.matches(type: type, place: place) }) {
                return unsafe candidate
            }
            index = (index &+ 1) & mask
        }
        return nil
    }

    /// The slot of a key, made if there is none.
    ///
    /// Called under the engine's lock.
    func makeSlot(for key: ServiceKey) -> ServiceSlot {
        let existing =
            if let place = key.place {
                unsafe slot(type: key.type, place: place, hash: key.hash)
            } else {
                unsafe slot(type: key.type, name: key.name, hash: key.hash)
            }
        if let existing = unsafe existing { return unsafe existing.takeUnretainedValue() }
        let slot = ServiceSlot(key)
        slots.append(slot)
        let words = unsafe UnsafeMutablePointer<SharedWord>(bitPattern: table.load()).unsafelyUnwrapped
        let capacity = unsafe Int(words.pointee.load()) + 1
        if slots.count * 2 > capacity {
            let larger = unsafe makeTable(capacity: capacity * 2)
            for slot in slots { unsafe Registry.insert(slot, into: larger) }
            unsafe publish(larger)
        } else {
            unsafe Registry.insert(slot, into: words)
        }
        return slot
    }

    private func makeTable(capacity: Int) -> UnsafeMutablePointer<SharedWord> {
        let words = UnsafeMutablePointer<SharedWord>.allocate(capacity: capacity + 1)
        unsafe words.initialize(to: SharedWord(UInt(capacity - 1)))
        for index in 1...capacity { unsafe (words + index).initialize(to: SharedWord()) }
        return unsafe words
    }

    private func publish(_ words: UnsafeMutablePointer<SharedWord>) {
        unsafe tables.append(words)
        table.store(UInt(bitPattern: words))
    }

    private static func insert(_ slot: ServiceSlot, into words: UnsafeMutablePointer<SharedWord>) {
        let mask = unsafe words.pointee.load()
        var index = (slot.key.hash >> 32) & mask
        while unsafe words[Int(index) + 1].load() != 0 { index = (index &+ 1) & mask }
        unsafe words[Int(index) + 1].store(UInt(bitPattern: Unmanaged.passUnretained(slot).toOpaque()))
    }
}

/// A key's place in a registry, and what is registered there now.
@usableFromInline
final class ServiceSlot: @unchecked Sendable {
    // Sound because `key` never changes, `current` is a shared word, and the rest is guarded by the engine's lock.

    @usableFromInline let key: ServiceKey
    /// The registration in force; 0 where there is none.
    ///
    /// A key's first registration lives as long as its slot, so that readers use it unretained. Once it has been
    /// replaced, the lowest bit is set: readers then copy a reference out, as they copy instances.
    @usableFromInline let current = SharedWord()
    /// The first registration; for a declaration, its own, which stands for it where nothing overrides it.
    private(set) var first: Registration?
    private(set) var registration: Registration?
    /// Of a declaration: what overrides it while a condition holds, the first that does counting most.
    private(set) var alternatives: [Alternative] = []

    /// What overrides a declaration while a condition holds.
    struct Alternative {
        let rank: Int
        let tag: String
        let isActive: @Sendable () -> Bool
        let registration: Registration
    }

    init(_ key: ServiceKey) { self.key = key }

    /// Puts a registration in force.
    ///
    /// Called under the engine's lock; what is returned is released after it.
    func replace(with new: Registration?) -> [AnyObject] {
        var garbage: [AnyObject] = []
        if let old = registration {
            garbage.append(old)
            old.isReplaced = true
            if let instance = old.cell.empty() { garbage.append(instance) }
        }
        new?.isReplaced = false
        registration = new
        let word = new.map { unsafe UInt(bitPattern: Unmanaged.passUnretained($0).toOpaque()) } ?? 0
        if first == nil {
            first = new
            current.store(word)
        } else {
            _ = current.exchange(word | ServiceSlot.replaced)
        }
        Engine.awaitCopies()
        return garbage
    }

    /// Sets what overrides the declaration while a condition holds.
    ///
    /// Called under the engine's lock; what is returned is released after it.
    func setAlternatives(_ new: [Alternative]) -> [AnyObject] {
        let garbage = alternatives.map(\.registration)
        alternatives = new.sorted { $0.rank < $1.rank }
        if !new.isEmpty { _ = current.exchange(current.load() | ServiceSlot.replaced) }
        return garbage
    }

    /// Every registration of the slot.
    var all: [Registration] {
        let registrations =
            [first, registration === first ? nil : registration].compactMap { $0 }
            + alternatives.map(\.registration)
        return registrations + registrations.flatMap { $0.byParameter.values.flatMap { $0.map(\.registration) } }
    }

    @usableFromInline static var replaced: UInt { 1 }
}
