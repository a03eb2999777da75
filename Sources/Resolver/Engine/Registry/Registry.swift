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
    /// How many of the first slots share their first registrations with another registry: the one that this was copied from,
    /// or a copy of this one.
    private var sharedSlots = 0
    /// Whether any slot was changed since it was copied; one that was only added has nothing yet.
    private var hasChanged = false
    /// The shared word with the address of the newest table; nil before it begins.
    private var table: Word?

    init() { newest = .empty }

    /// A registry with the keys and registrations of another one; it has no instances.
    init(copying other: inout Registry) {
        other.sharedSlots = other.slots.count
        slots = other.slots
        newest = other.newest.isEmptyOne ? .empty : Table(copying: other.newest)
        entryCount = other.entryCount
        sharedSlots = other.slots.count
    }

    /// Publishes the newest table in a word of the resolver, through which readers find it from then on.
    mutating func begin(_ table: Word) {
        self.table = table
        table.exchange(newest.address)
    }

    func free() {
        if !newest.isEmptyOne { newest.free() }
        for table in former { table.free() }
    }

    /// Empties the registry for readers, and drops whatever may hold the resolver or its container: the layers over the first
    /// registrations, and the closers of those registrations that no other registry shares.
    ///
    /// The first registrations live on, as readers may be using them.
    mutating func hide(_ garbage: inout Garbage) {
        entryCount = 0
        publish(.empty)
        guard hasChanged else { return }
        for index in slots.indices {
            if index >= sharedSlots { slots[index].first?.dropCloser(&garbage) }
            guard slots[index].hasMoreThanFirst else { continue }
            change(index, &garbage) { slot, garbage in slot.keepFirst(&garbage) }
        }
    }

    private mutating func publish(_ new: Table) {
        if !newest.isEmptyOne { former.append(newest) }
        newest = new
        table?.exchange(new.address)
    }

    /// The index of a key's slot, if there is one.
    func index(of key: ServiceKey) -> Int? {
        // Most often it is the very key object that the slot has, which is found by its address.
        newest.entry(holding: key).map { Int($0.index) } ?? index(of: KeyLookup(key))
    }

    /// The slot of a key, if there is one.
    func slot(of key: ServiceKey) -> Slot? { slot(of: KeyLookup(key)) }

    func slot(of lookup: KeyLookup) -> Slot? {
        // Without a closure: for one, the registry would be copied.
        guard let index = index(of: lookup) else { return nil }
        return slots[index]
    }

    /// The index of a key's slot, if there is one.
    func index(of lookup: KeyLookup) -> Int? { newest.entry(lookup).map { Int($0.index) } }

    /// Runs a body with each slot that keys of a type find, in any order: once for each key, so perhaps twice with one slot.
    ///
    /// For nil, runs it with every slot, in the order in which they were made.
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
        let index = append(Slot(key))
        insert(key, index: index, word: 0, isOnlyJoined: true)
        return index
    }

    /// Appends a slot, and returns its index.
    private mutating func append(_ slot: Slot) -> Int {
        // It grows by half. By itself it would double, and up to half of it would be empty.
        if slots.count == slots.capacity { slots.reserveCapacity(max(4, slots.count + slots.count / 2)) }
        slots.append(slot)
        return slots.count - 1
    }

    private mutating func insert(_ key: ServiceKey, index: Int, word: UInt, isOnlyJoined: Bool) {
        entryCount += 1
        // A small table is at most half full, so that most lookups find their entry at once; a large one saves memory.
        let mostQuarters = newest.capacity > 1_024 ? 3 : 2
        if newest.isEmptyOne || entryCount * 4 > newest.capacity * mostQuarters {
            let larger = Table(capacity: max(8, newest.capacity * 2))
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
        let (newest, table) = (newest, table)
        // In place: a slot that is copied out of the list has its references counted.
        func changed(_ slot: inout Slot) {
            let former = newest.shown(of: &slot, UInt(index))
            change(&slot, &garbage)
            newest.show(&slot, inPlaceOf: former, readThrough: table, &garbage)
        }
        changed(&slots[index])
    }

    /// Changes a slot without telling readers, who learn of it with the next `change` of the slot.
    mutating func changeUnseen(_ index: Int, _ change: (inout Slot) -> Void) { change(&slots[index]) }

    /// Moves a key to another slot.
    ///
    /// Until the next change of that slot, readers still find the former one.
    ///
    /// The former slot loses its registrations; if it is another declaration's, only the one that moves with the key.
    ///
    /// - Returns: The key object that the other slot must have, as the table refers to it.
    mutating func take(
        _ key: ServiceKey, for index: Int, moving registered: Registration?, _ garbage: inout Garbage
    ) -> ServiceKey {
        guard let former = self.index(of: key) else { return key }
        newest.entry(KeyLookup(key))?.setIndex(UInt(index))
        let slot = slots[former]
        guard slot.key == key else {
            // The former slot is another declaration's, and loses the key. The table refers to the key object of that slot.
            let known = slot.otherKeys.first { $0 == key } ?? key
            change(former, &garbage) { slot, garbage in
                slot.removeOtherKey(key)
                if registered != nil, slot.override === registered { slot.setOverride(nil, &garbage) }
            }
            return known
        }
        // No key finds the former slot any more.
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
        insert(key, index: index, word: slot.word, isOnlyJoined: slot.isOnlyJoined)
    }
}

// These are not in `change`, which is compiled anew for each closure. They take the slot as `inout` so that it is not
// copied; they do not change it.
extension Table {
    /// The entry of a slot's own key, and the word that readers have found there.
    ///
    /// There is no entry after the sandbox has ended, or where the key was joined to another slot. Somebody may still use the
    /// registration in force, so the slot's own word is returned then.
    @inline(never)
    fileprivate func shown(of slot: inout Slot, _ index: UInt) -> (entry: Entry?, word: UInt) {
        let entry = entry(holding: slot.key).flatMap { $0.index == index ? $0 : nil }
        return (entry, entry?.word ?? slot.word)
    }

    /// Lets readers find a slot that has changed.
    @inline(never)
    fileprivate func show(
        _ slot: inout Slot, inPlaceOf former: (entry: Entry?, word: UInt), readThrough table: Word?,
        _ garbage: inout Garbage
    ) {
        let (word, isOnlyJoined) = (slot.word, slot.isOnlyJoined)
        if former.word & Slot.isReplaced != 0, former.word & ~Slot.marks != word & ~Slot.marks,
            let replaced = Slot.registration(former.word)
        {
            // The replaced registration is still alive: if nothing else holds it, the garbage does.
            unsafe garbage.add(held: replaced, readThrough: table.unsafelyUnwrapped)
        }
        former.entry?.set(word, isOnlyJoined)
        guard word & Slot.isBridged != 0 else { return }
        for key in slot.otherKeys { entry(KeyLookup(key))?.set(word, isOnlyJoined) }
    }
}

extension Resolver {
    /// The lowest layer of a slot.
    ///
    /// Not inlined: in a closure the registry would be copied, and its references counted.
    @inline(never)
    func base(at index: Int) -> Registration? { registry.slots[index].base }
}

extension Registry {
    /// The key of a registration's declaration: its own key, or that of the declaration over which an export has put it.
    ///
    /// Nil where no declaration is concerned.
    @inline(__always)
    func declaredKey(of registration: Registration) -> ServiceKey? {
        if registration.key.isDeclared { return registration.key }
        // A sandbox that is older than the export may have no slot of that declaration.
        let found = registration.joined.flatMap { slot(of: $0)?.key } ?? slot(of: registration.key)?.key
        return found.flatMap { $0.isDeclared ? $0 : nil }
    }

    /// Gives a key that finds a declaration's slot a slot of its own, and returns the new slot's index.
    ///
    /// Readers find the declaration by the key until something is registered in the new slot.
    mutating func separate(_ lookup: KeyLookup, _ garbage: inout Garbage) -> Int {
        guard let entry = newest.entry(lookup) else { return makeIndex(for: lookup) }
        let (former, key) = (Int(entry.index), entry.key.object)
        let index = append(Slot(key))
        entry.setIndex(UInt(index))
        change(former, &garbage) { slot, _ in slot.removeOtherKey(key) }
        return index
    }
}
