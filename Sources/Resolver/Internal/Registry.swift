/// The dictionary of factories by type name, which is read without a lock.
///
/// An open-addressing table of slots. A slot is never taken out, so a reader only ever sees a table that is complete for
/// every key registered before it began. Growing publishes a new table; the old ones live as long as the registry,
/// together no larger than the newest.
@safe
final class Registry: @unchecked Sendable {
    // Sound because `table` is a shared word, and the rest is guarded by the engine's lock.

    /// The memory of the table in use: `mask`, then as many words as `mask + 1`, each a slot or 0.
    let table: SharedWord
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
    @inline(__always)
    func slot(type: Any.Type, name: String?, hash: UInt) -> Unmanaged<ServiceSlot>? {
        unsafe slot(hash: hash) { $0.matches(type: type, name: name, hash: hash) }
    }

    /// The slot of a declaration.
    ///
    /// Called inside `Engine.reading` or under the engine's lock.
    @inline(__always)
    func slot(type: Any.Type, place: DeclarationPlace, hash: UInt) -> Unmanaged<ServiceSlot>? {
        unsafe slot(hash: hash) { $0.matches(type: type, place: place) }
    }

    @inline(__always)
    func slot(hash: UInt, where matches: (ServiceKey) -> Bool) -> Unmanaged<ServiceSlot>? {
        let words = unsafe UnsafeMutablePointer<SharedWord>(bitPattern: table.load()).unsafelyUnwrapped
        let mask = unsafe words.pointee.load()
        var index = (hash >> 32) & mask
        while let slot = unsafe UnsafeRawPointer(bitPattern: words[Int(index) + 1].load()) {
            let candidate = unsafe Unmanaged<ServiceSlot>.fromOpaque(slot)
            if unsafe candidate._withUnsafeGuaranteedRef({ matches($0.key) }) { return unsafe candidate }
            index = (index &+ 1) & mask
        }
        return nil
    }

    /// The slot of a key, if there is one.
    ///
    /// Called under the engine's lock.
    func existingSlot(for key: ServiceKey) -> ServiceSlot? {
        if let place = key.place {
            return unsafe slot(type: key.type, place: place, hash: key.hash)?.takeUnretainedValue()
        }
        return unsafe slot(type: key.type, name: key.name, hash: key.hash)?.takeUnretainedValue()
    }

    /// The slot of a key, made if there is none.
    ///
    /// Called under the engine's lock.
    func makeSlot(for key: ServiceKey) -> ServiceSlot {
        if let existing = existingSlot(for: key) { return existing }
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
final class ServiceSlot: @unchecked Sendable {
    // Sound because `key` never changes, `current` is a shared word, and the rest is guarded by the engine's lock.

    let key: ServiceKey
    /// The registration in force; 0 where there is none.
    ///
    /// The lowest bits are marks. A key's first registration lives as long as its slot, so that readers use it unretained. Once it has been
    /// replaced, the slot is marked so: readers then copy a reference out, as they copy instances.
    let current = SharedWord()
    /// The first registration; for a declaration, its own, which stands for it where nothing overrides it.
    private(set) var first: Registration?
    private(set) var registration: Registration?
    /// What a typed factory has put `registration` over, and brings back when it is reset.
    private(set) var overridden: Registration?
    /// What is put over it while a condition holds, the first that does counting most.
    private(set) var alternatives: [Alternative] = []
    /// For a declaration: what it is exported as.
    private(set) var exports: [Export] = []
    private var wasReplaced = false

    /// What is put over a registration while a condition holds.
    struct Alternative {
        let rank: Int
        let tag: String
        let isActive: @Sendable () -> Bool
        let registration: Registration
    }

    init(_ key: ServiceKey) { self.key = key }

    /// Registers anew, also over what typed factories have put over it.
    ///
    /// Called under the engine's lock; what is returned is released after it.
    func replace(with new: Registration?) -> [AnyObject] {
        var garbage = putInForce(new)
        if let overridden { garbage.append(overridden) }
        overridden = nil
        return garbage
    }

    /// Puts a typed factory's registration over what is registered.
    ///
    /// Called under the engine's lock; what is returned is released after it.
    func override(with new: Registration) -> [AnyObject] {
        if registration?.overrider == nil { overridden = registration }
        return putInForce(new)
    }

    /// Brings back what was registered.
    ///
    /// Called under the engine's lock; what is returned is released after it.
    func dropOverride() -> [AnyObject] {
        guard registration?.overrider != nil else { return [] }
        defer { overridden = nil }
        return putInForce(overridden)
    }

    private func putInForce(_ new: Registration?) -> [AnyObject] {
        var garbage: [AnyObject] = []
        if let old = registration {
            garbage.append(old)
            old.isReplaced = true
            if let instance = old.cell.empty() { garbage.append(instance) }
        }
        new?.isReplaced = false
        registration = new
        if first == nil { first = new } else { wasReplaced = true }
        publish()
        return garbage
    }

    /// Sets what is put over the registration while a condition holds.
    ///
    /// Called under the engine's lock; what is returned is released after it.
    func setAlternatives(_ new: [Alternative]) -> [AnyObject] {
        let garbage = alternatives.map(\.registration)
        alternatives = new.sorted { $0.rank < $1.rank }
        if !new.isEmpty { wasReplaced = true }
        publish()
        return garbage
    }

    /// Remembers what a declaration is exported as, in place of what that resolver was given under the key before.
    ///
    /// Called under the engine's lock; what is returned is released after it.
    func add(_ new: [Export]) -> [AnyObject] {
        let garbage = exports
        for export in new {
            exports.removeAll { $0.key == export.key && ($0.resolver == nil || $0.resolver === export.resolver) }
            exports.append(export)
        }
        if !new.isEmpty { wasReplaced = true }
        publish()
        return garbage
    }

    /// Takes back the options that those which an export replaces have stated of the override in force, with those stated
    /// after them.
    ///
    /// Called under the engine's lock; what is returned is released after it.
    func takeBackOptions(of export: Export, isExplicit: Bool, in sandbox: Sandbox) -> [AnyObject] {
        guard let override = registration, isExplicit || !override.isExplicit,
            let options = override.options.first(where: { $0.lineage == export.lineage })
        else { return [] }
        let garbage = sandbox.dropInstance(of: override) + override.dropInstances()
        if override.isForOptions && options.before.options.isEmpty { return garbage + dropOverride() }
        defer { Engine.awaitCopies() }
        return garbage + [override.restore(options.before)]
    }

    /// Tells readers of the registration in force.
    private func publish() {
        var word = registration.map { unsafe UInt(bitPattern: Unmanaged.passUnretained($0).toOpaque()) } ?? 0
        if wasReplaced { word |= ServiceSlot.replaced }
        if !alternatives.isEmpty { word |= ServiceSlot.conditional }
        _ = current.exchange(word)
        Engine.awaitCopies()
    }

    /// The registration in force: that of the first condition that holds, or the one without.
    ///
    /// Called without the lock, as conditions are the program's own code.
    var registrationNow: Registration? {
        let (registration, alternatives) = Engine.locked { (self.registration, self.alternatives) }
        return alternatives.first { $0.isActive() }?.registration ?? registration
    }

    /// Every registration of the slot.
    var all: [Registration] {
        var all = alternatives.map(\.registration)
        for case let other? in [first, registration, overridden] where !all.contains(where: { $0 === other }) {
            all.append(other)
        }
        return all + all.flatMap { $0.byParameter.values.flatMap { $0.map(\.registration) } }
    }

    /// Whether another sandbox takes over what is here.
    ///
    /// A declaration that nothing stands over registers itself when it is first used; a container that is shared is an
    /// instance.
    var isCopied: Bool {
        guard let place = key.place else { return true }
        return place.line != 0 && (registration?.overrider != nil || !alternatives.isEmpty || !exports.isEmpty)
    }

    /// Takes over what another sandbox has under the key, without instances.
    ///
    /// Called under the engine's lock.
    func copyContents(of other: ServiceSlot, copy: (Registration) -> Registration) {
        let base = other.registration?.overrider == nil ? other.registration : other.overridden
        if let base, key.place == nil || first == nil { _ = replace(with: copy(base)) }
        if let override = other.registration, override.overrider != nil { _ = self.override(with: copy(override)) }
        if !other.alternatives.isEmpty {
            _ = setAlternatives(
                other.alternatives.map {
                    Alternative(
                        rank: $0.rank, tag: $0.tag, isActive: $0.isActive, registration: copy($0.registration))
                })
        }
        if !other.exports.isEmpty { _ = add(other.exports) }
    }

    static var replaced: UInt { 1 }
    static var conditional: UInt { 2 }
    static var marks: UInt { 3 }
}
