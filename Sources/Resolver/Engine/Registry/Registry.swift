/// What is registered in one resolver, by key; it is read without a lock.
///
/// An open-addressing table from keys to the registrations in force. Keys are never taken out, so a reader only ever
/// sees a table that is complete for every key registered before it began. Growing publishes a new table; the old ones
/// live as long as the registry, together no larger than the newest. Copying a registry copies the table's words and
/// shares the layers until one of the two changes them.
///
/// Everything but what `table` points to is guarded by the engine's lock.
struct Registry {
    /// What is registered under each key; entries of the table have its index.
    private(set) var slots: [Slot] = []
    private var newest: Table
    private var former: [Table] = []
    private var entryCount = 0
    /// How many slots, the first ones, have first registrations that another registry has, too: that it was copied from, or
    /// that was copied from it.
    private var sharedSlots = 0
    /// Whether any slot was changed or added since it was copied.
    private var hasChanged = false
    /// Whether a decorator sees what is found under the other keys of slots; see ``setDecorated(_:_:)``.
    private var isDecorated = false
    /// The shared word with the address of the newest table; nil before it begins.
    private var table: Word?

    init() { newest = Table(capacity: Registry.leastCapacity) }

    /// A registry with the keys and registrations of another one; it has no instances.
    init(copying other: inout Registry) {
        other.sharedSlots = other.slots.count
        slots = other.slots
        newest = Table(copying: other.newest)
        entryCount = other.entryCount
        sharedSlots = other.slots.count
        isDecorated = other.isDecorated
    }

    private static var leastCapacity: Int { 8 }

    /// Begins to be read by way of a word, which its resolver has.
    mutating func begin(_ table: Word) {
        self.table = table
        table.exchange(newest.address)
    }

    func free() {
        newest.free()
        for table in former { table.free() }
    }

    /// Lets nobody find anything any more, and lets go of what was put over the first registrations, and of what closes
    /// their instances: closures that may hold the resolver, or its container.
    ///
    /// The first ones live on, as somebody may be using them.
    mutating func hide(_ garbage: inout Garbage) {
        entryCount = 0
        publish(Table(capacity: Registry.leastCapacity))
        guard hasChanged else { return }
        for index in slots.indices {
            if index >= sharedSlots { slots[index].first?.dropCloser(&garbage) }
            guard slots[index].hasMoreThanFirst else { continue }
            change(index, &garbage) { slot, garbage in slot.keepFirst(&garbage) }
        }
    }

    private mutating func publish(_ new: Table) {
        former.append(newest)
        newest = new
        table?.exchange(new.address)
    }

    /// The index of a key's slot, if there is one.
    func index(of key: ServiceKey) -> Int? {
        // Most often it is the slot's own key, of which nothing need be compared.
        newest.entry(holding: key).map { Int($0.index) } ?? index(of: KeyLookup(key))
    }

    /// The slot of a key, if there is one.
    func slot(of key: ServiceKey) -> Slot? { slot(of: KeyLookup(key)) }

    func slot(of lookup: KeyLookup) -> Slot? {
        // Not by way of a closure, for which the registry would be copied.
        guard let index = index(of: lookup) else { return nil }
        return slots[index]
    }

    /// The index of a key's slot, if there is one.
    func index(of lookup: KeyLookup) -> Int? { newest.entry(lookup).map { Int($0.index) } }

    /// Runs a body with each slot that keys of a type find, in any order, and with one that several find more than once;
    /// for nil with every slot, in the order in which they were made.
    func eachSlot(of type: Any.Type?, _ body: (Slot) -> Void) {
        guard let type else { return slots.forEach(body) }
        for index in newest.indices(of: type) { body(slots[index]) }
    }

    /// The index of the slot of a key of the runtime face, made if there is none.
    mutating func makeIndex(for lookup: KeyLookup) -> Int {
        index(of: lookup) ?? add(ServiceKey(lookup.type, name: lookup.name))
    }

    /// The index of a key's slot, made if there is none.
    mutating func makeIndex(for key: ServiceKey) -> Int { index(of: key) ?? add(key) }

    /// Makes a slot for a key that has none, and returns its index.
    private mutating func add(_ key: ServiceKey) -> Int {
        hasChanged = true
        slots.append(Slot(key))
        insert(key, index: slots.count - 1, word: 0, isOnlyJoined: true)
        return slots.count - 1
    }

    private mutating func insert(_ key: ServiceKey, index: Int, word: UInt, isOnlyJoined: Bool) {
        entryCount += 1
        // Half full at most while that takes little memory: in most programs each lookup then finds its entry at once.
        let mostQuarters = newest.capacity > 1_024 ? 3 : 2
        if entryCount * 4 > newest.capacity * mostQuarters {
            let larger = Table(capacity: newest.capacity * 2)
            for entry in newest.entries where entry.isUsed { larger.insert(entry) }
            publish(larger)
        }
        newest.insert(key, index: UInt(index), word: word, isOnlyJoined: isOnlyJoined)
    }

    /// Changes what is registered under a key, and tells readers.
    ///
    /// Readers of the registration that was in force may still use it: the first one of a key lives as long as its
    /// slot, and any other is held under a mark that names this registry.
    mutating func change(_ index: Int, _ garbage: inout Garbage, _ change: (inout Slot, inout Garbage) -> Void) {
        hasChanged = true
        let (newest, table, isDecorated) = (newest, table, isDecorated)
        // In place: a slot that is copied out of the list has its references counted.
        func changed(_ slot: inout Slot) {
            let former = newest.shown(of: &slot, UInt(index))
            change(&slot, &garbage)
            newest.show(&slot, isDecorated, inPlaceOf: former, readThrough: table, &garbage)
        }
        changed(&slots[index])
    }

    /// Changes a slot, of which readers learn by its next change.
    mutating func changeUnseen(_ index: Int, _ change: (inout Slot) -> Void) { change(&slots[index]) }

    /// The word of a slot's entries, marked where a decorator sees what is found there: only who looks under the lock
    /// then asks for one.
    fileprivate static func word(of slot: Slot, _ isDecorated: Bool) -> UInt {
        isDecorated && !slot.otherKeys.isEmpty ? slot.word | Slot.needsLock : slot.word
    }

    /// Lets lookups of the runtime face ask for a decorator where they find a typed factory, or no more.
    mutating func setDecorated(_ isOn: Bool, _ garbage: inout Garbage) {
        guard isOn != isDecorated else { return }
        isDecorated = isOn
        for index in slots.indices where !slots[index].otherKeys.isEmpty { change(index, &garbage) { _, _ in } }
    }

    /// Takes a key for another slot, whose next change lets readers find that by it; until then they find what they did.
    ///
    /// What is registered under the key so far is taken out of its slot; of another declaration's only what moves with the key.
    ///
    /// - Returns: The key, as that slot is to have it.
    mutating func take(
        _ key: ServiceKey, for index: Int, moving registered: Registration?, _ garbage: inout Garbage
    ) -> ServiceKey {
        guard let former = self.index(of: key) else { return key }
        newest.entry(KeyLookup(key))?.setIndex(UInt(index))
        let slot = slots[former]
        guard slot.key == key else {
            // It is another declaration's, which the key finds no more. The table has that very key.
            let known = slot.otherKeys.first { $0 == key } ?? key
            change(former, &garbage) { slot, garbage in
                slot.removeOtherKey(key)
                if registered != nil, slot.override === registered { slot.setOverride(nil, &garbage) }
            }
            return known
        }
        // Nothing finds its slot any more.
        change(former, &garbage) { slot, garbage in
            slot.setBase(nil, &garbage)
            slot.removeOverrides(&garbage)
        }
        return key
    }

    /// Gives a key of a slot an entry, if it has none.
    mutating func addEntry(of key: ServiceKey, index: Int) {
        guard self.index(of: key) == nil else { return }
        let slot = slots[index]
        insert(key, index: index, word: Registry.word(of: slot, isDecorated), isOnlyJoined: slot.isOnlyJoined)
    }
}

// Apart from `change`, which is compiled anew for each closure. What they are given by reference they do not change: it
// would be copied.
extension Table {
    /// The entry of a slot's own key, and the word that readers have found there.
    ///
    /// Of an ended sandbox's registry there is no entry, nor where the key was joined to another slot; but somebody may use
    /// what is in force all the same.
    @inline(never)
    fileprivate func shown(of slot: inout Slot, _ index: UInt) -> (entry: Entry?, word: UInt) {
        let entry = entry(holding: slot.key).flatMap { $0.index == index ? $0 : nil }
        return (entry, entry?.word ?? slot.word)
    }

    /// Lets readers find a slot that has changed.
    @inline(never)
    fileprivate func show(
        _ slot: inout Slot, _ isDecorated: Bool, inPlaceOf former: (entry: Entry?, word: UInt),
        readThrough table: Word?, _ garbage: inout Garbage
    ) {
        let (word, isOnlyJoined) = (Registry.word(of: slot, isDecorated), slot.isOnlyJoined)
        if former.word & Slot.isReplaced != 0, former.word & ~Slot.marks != word & ~Slot.marks,
            let replaced = Slot.registration(former.word)
        {
            // It is still alive: if nobody else has it, the garbage does.
            unsafe garbage.add(held: replaced, readThrough: table.unsafelyUnwrapped)
        }
        former.entry?.set(word, isOnlyJoined)
        guard word & Slot.isBridged != 0 else { return }
        for key in slot.otherKeys { entry(KeyLookup(key))?.set(word, isOnlyJoined) }
    }
}

extension Registry {
    /// The key of the declaration whose a registration is, or over which an export has put it; nil where it is no such.
    @inline(__always)
    func declaredKey(of registration: Registration) -> ServiceKey? {
        if registration.key.isDeclared { return registration.key }
        // In an older sandbox it has joined nothing.
        let found = registration.joined.flatMap { slot(of: $0)?.key } ?? slot(of: registration.key)?.key
        return found.flatMap { $0.isDeclared ? $0 : nil }
    }

    /// Gives a key that finds the slot of a declaration a slot of its own, and returns its index; the declaration is found
    /// until something is registered there.
    mutating func separate(_ lookup: KeyLookup, _ garbage: inout Garbage) -> Int {
        guard let entry = newest.entry(lookup) else { return makeIndex(for: lookup) }
        let (former, key) = (Int(entry.index), entry.key.object)
        slots.append(Slot(key))
        entry.setIndex(UInt(slots.count - 1))
        change(former, &garbage) { slot, _ in slot.removeOtherKey(key) }
        return slots.count - 1
    }
}
