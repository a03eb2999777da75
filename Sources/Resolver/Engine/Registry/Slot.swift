/// The registrations under one key, in three layers.
///
/// 1. ``conditional``: registrations for contexts. Those whose context does not hold are passed over.
/// 2. ``override``: an override of layer 3. A typed factory's `register` makes it, or `Resolver.register` for a typed factory
///    that the runtime face knows, too.
/// 3. ``base``: a registration of the runtime face, or the declaration of a typed factory.
///
/// The registration *in force* is that of the first layer that has one. It is what calls use.
///
/// Guarded by the engine's lock. Readers without the lock see ``word`` and ``isOnlyJoined``, which are in the registry's table.
struct Slot {
    let key: ServiceKey
    /// The first registration that was ever in ``base``.
    ///
    /// The slot holds it even when it is in no layer any more. So it lives as long as the slot, and readers use it without a
    /// reference.
    private(set) var first: Registration?
    /// The lowest layer.
    private(set) var base: Registration?
    /// The other layers, and the keys that lead to this slot; nil for most slots, which have none of these.
    ///
    /// They are in an object of their own, so that a slot has four references. A value with more is copied through its
    /// type's metadata, which takes twenty times as long. If a copy of the slot refers to the same object, the object is
    /// copied before it is changed.
    private var more: More?

    init(_ key: ServiceKey) { self.key = key }

    private final class More {
        @safe @exclusivity(unchecked) var override: Registration?
        @safe @exclusivity(unchecked) var conditional: [ConditionalRegistration] = []
        @safe @exclusivity(unchecked) var otherKeys: [ServiceKey] = []
        @safe @exclusivity(unchecked) var exports: [ExportedKey] = []
        @safe @exclusivity(unchecked) var bridgeKeys: [ServiceKey] = []

        init() {}

        init(copying other: More) {
            (override, conditional) = (other.override, other.conditional)
            (otherKeys, exports, bridgeKeys) = (other.otherKeys, other.exports, other.bridgeKeys)
        }

        /// Whether the runtime face knows the typed factory, too: there is a key in one of the three lists.
        var isBridged: Bool { !otherKeys.isEmpty || !isOnlyJoined }
        /// Whether no key of the runtime face has another registration for this typed factory; other keys may find the slot.
        var isOnlyJoined: Bool { exports.isEmpty && bridgeKeys.isEmpty }
        var isEmpty: Bool { override == nil && conditional.isEmpty && !isBridged }
    }

    private mutating func changeMore(_ change: (More) -> Void) {
        if !isKnownUniquelyReferenced(&more) { more = more.map(More.init(copying:)) ?? More() }
        guard let own = more else { return }
        change(own)
        if own.isEmpty { more = nil }
    }

    /// The middle layer: the override of the lowest one.
    var override: Registration? { more?.override }
    /// Keys of the runtime face that find this slot, too: the typed factory is exported or bridged under them.
    var otherKeys: [ServiceKey] { more?.otherKeys ?? [] }
    /// Keys of the runtime face that have a slot of their own, in which an export forwards to this typed factory.
    var exportKeys: [ServiceKey] { more?.exports.map(\.key) ?? [] }
    /// Keys of the runtime face whose registrations count for this bridged factory, and which do not find this slot: the
    /// factory is in a resolver other than main, or is of an optional type.
    var bridgeKeys: [ServiceKey] { more?.bridgeKeys ?? [] }
    /// The highest layer: registrations for contexts, the one that counts most first.
    var conditional: [ConditionalRegistration] { more?.conditional ?? [] }

    /// The typed factory that is declared, if one is.
    var declared: Registration? { base.flatMap { $0.isDeclaration ? $0 : nil } }

    /// The lowest layer as keys of the runtime face see it: nil where it is a typed factory that is only bridged to them.
    var runtimeBase: Registration? { base.flatMap { $0.factory == nil ? nil : $0 } }

    /// The registration in force where no registration for a context counts.
    var unconditional: Registration? { override ?? base }

    /// The registration for a context; without a context, ``unconditional``.
    func registration(for context: ContextKey?) -> Registration? {
        guard let context else { return unconditional }
        return conditional.first { $0.context == context }?.registration
    }

    /// The registration in force, if these contexts hold.
    func inForce(in contexts: Set<ContextKey>) -> Registration? {
        conditional.first { contexts.contains($0.context) }?.registration ?? unconditional
    }

    /// The registration with this number, or its copy, if a layer has it.
    ///
    /// ``first`` is not found if it is in no layer any more: nothing would be gained by changing it.
    func layer(_ id: UInt) -> Registration? {
        if let base, base.id == id { return base }
        if let override, override.id == id { return override }
        return conditional.first { $0.registration.id == id }?.registration
    }

    /// The registrations that can be in force: ``unconditional``, and those for contexts.
    ///
    /// It counts no reference of the unconditional one. A change of the slot puts what it removes into the garbage, so the
    /// registration lives until the section of the lock ends.
    @safe
    struct InForce {
        fileprivate var unconditional: Unheld<Registration>?
        fileprivate var conditional: [ConditionalRegistration] = []

        /// Whether it has this registration or a copy of it, which has the same number.
        func contains(_ registration: Registration) -> Bool {
            unconditional?.with { $0.id } == registration.id
                || conditional.contains { $0.registration.id == registration.id }
        }

        func each(_ body: (Registration) -> Void) {
            unconditional?.with { body($0) }
            for conditional in conditional { body(conditional.registration) }
        }
    }

    var inForce: InForce {
        guard let more = Unheld(more) else { return InForce(unconditional: Unheld(base)) }
        return more.with { InForce(unconditional: unconditional($0), conditional: $0.conditional) }
    }

    /// The same as ``unconditional``; counts no reference.
    private func unconditional(_ more: More) -> Unheld<Registration>? { Unheld(more.override) ?? Unheld(base) }

    /// Whether there is anything above the lowest layer.
    var hasOverrides: Bool { override != nil || !conditional.isEmpty }

    /// The first registration, without a reference, if the slot has nothing else; else nil.
    @inline(__always)
    var onlyFirst: Unheld<Registration>? { more == nil && base === first ? Unheld(first) : nil }

    /// Whether there is an override, or the lowest layer is not the first registration.
    var hasMoreThanFirst: Bool { word(of: Unheld(base)) & Slot.isReplaced != 0 || hasOverrides }

    /// Whether the runtime face gets a service from this slot, if these contexts hold.
    ///
    /// It gets none from a typed factory that is neither overridden nor exported: its registration has no factory.
    func answersRuntimeFace(in contexts: Set<ContextKey>) -> Bool { inForce(in: contexts)?.factory != nil }

    /// Runs a body with every registration of the slot, and with the one that an override passes on.
    func each(_ body: (Registration) -> Void) {
        for known in conditional { body(known.registration) }
        let override = override
        // A layer may have a copy of `first`, with the same number. Then the body is run with the copy only.
        if let first, first.id != base?.id, first.id != override?.id { body(first) }
        if let base { body(base) }
        guard let override, override !== base else { return }
        body(override)
        if let passedOn = override.passesOn { body(passedOn) }
    }

    /// The registrations with which `each` runs its body.
    var all: [Registration] {
        var all: [Registration] = []
        each { all.append($0) }
        return all
    }

    // MARK: - What readers see

    /// What a table's entry has for readers: the address of ``unconditional``, with marks for what they must do beside.
    var word: UInt {
        guard let more = Unheld(more) else { return word(of: Unheld(base)) }
        return more.with { more in
            var word = word(of: unconditional(more))
            if !more.conditional.isEmpty { word |= Slot.needsLock }
            if more.isBridged { word |= Slot.isBridged }
            return word
        }
    }

    @inline(__always)
    private func word(of inForce: Unheld<Registration>?) -> UInt {
        let address = inForce?.bits ?? 0
        return inForce == Unheld(first) ? address : address | Slot.isReplaced
    }

    /// The registration whose address a word has; nil if it has none.
    @inline(__always)
    static func registration(_ word: UInt) -> Unheld<Registration>? {
        unsafe Unheld(bits: word & ~marks)
    }

    /// The same where the word has no marks, and its registration is that of a typed factory; else nil.
    @inline(__always)
    static func unmarkedDeclaration(_ word: UInt) -> Unheld<Registration>? {
        guard word & marks == 0, let found = registration(word), found.with({ $0.isDeclaration }) else { return nil }
        return found
    }

    /// Whether no key of the runtime face has another registration for this typed factory.
    ///
    /// Then only `otherKeys` can lead from the runtime face to the slot. If its resolver is the root, nothing can be nearer
    /// to the root, and a call need not look.
    var isOnlyJoined: Bool { more?.isOnlyJoined ?? true }

    /// Mark: the registration is not the first one, so another thread may replace and release it at any moment.
    ///
    /// A reader must hold it before using it, see `Held.swift`.
    static var isReplaced: UInt { 1 }
    /// Mark: a reader must look at the slot under the lock, as contexts decide which registration is in force.
    static var needsLock: UInt { 2 }
    /// Both marks above: if a word has neither, a reader uses the registration as it is.
    static var isReplacedOrNeedsLock: UInt { isReplaced | needsLock }
    /// Mark: it is a typed factory that the runtime face knows, too, so a registration nearer to the root may count more.
    static var isBridged: UInt { 4 }
    /// All marks: the lowest three bits of a word, which are zero in an object's address.
    static var marks: UInt { 7 }

    // MARK: - Changes

    /// Sets the lowest layer, and removes the override.
    mutating func register(_ registration: Registration?, _ garbage: inout Garbage) {
        setBase(registration, &garbage)
        setOverride(nil, &garbage)
    }

    /// Sets the lowest layer, and leaves the others.
    mutating func setBase(_ registration: Registration?, _ garbage: inout Garbage) {
        if first == nil { first = registration }
        // Swapped and not assigned: keeping the former value for the garbage would count two references more.
        var former = registration
        swap(&base, &former)
        garbage.add(former)
    }

    /// Puts a copy of a registration in its place, in every layer that has it.
    mutating func replace(_ registration: Registration, by copy: Registration, _ garbage: inout Garbage) {
        if base === registration { setBase(copy, &garbage) }
        if override === registration { setOverride(copy, &garbage) }
        guard conditional.contains(where: { $0.registration === registration }) else { return }
        let replaced = conditional.map {
            $0.registration === registration ? ConditionalRegistration(context: $0.context, registration: copy) : $0
        }
        setConditional(replaced, &garbage)
    }

    /// Notes that another key finds this slot, too.
    ///
    /// The caller changes the table.
    mutating func addOtherKey(_ key: ServiceKey) { changeMore { $0.otherKeys.append(key) } }

    /// Notes that another key does not find this slot any more.
    ///
    /// The caller changes the table.
    mutating func removeOtherKey(_ key: ServiceKey) { changeMore { $0.otherKeys.removeAll { $0 == key } } }

    /// Notes that a resolver's registration under another key forwards to this typed factory.
    ///
    /// It forgets the exports of resolvers that are gone. To look at a resolver takes a reference, which may be the last one by
    /// the time it is given back. Then the resolver's `deinit` would run under the lock, and it releases factories of the
    /// program. So the garbage takes the reference.
    mutating func addExport(_ key: ServiceKey, of resolver: Resolver, _ garbage: inout Garbage) {
        var living: [ExportedKey] = []
        for export in more?.exports ?? [] {
            guard let exporting = export.resolver else { continue }
            garbage.add(exporting)
            if export.key == key, exporting === resolver { return }
            living.append(export)
        }
        changeMore { $0.exports = living + [ExportedKey(key: key, resolver: resolver)] }
    }

    /// Notes that what is registered under a key of the runtime face counts for this bridged factory.
    mutating func addBridgeKey(_ key: ServiceKey) {
        if !bridgeKeys.contains(key) { changeMore { $0.bridgeKeys.append(key) } }
    }

    /// Sets the middle layer, or removes it where nil is given.
    mutating func setOverride(_ registration: Registration?, _ garbage: inout Garbage) {
        // Not `override`, which would count a reference.
        guard Unheld(registration) != Unheld(more)?.with({ Unheld($0.override) }) else { return }
        changeMore {
            // Not assigned, which would count more references.
            var former = registration
            swap(&$0.override, &former)
            garbage.add(former)
        }
    }

    /// Sets the highest layer: it is sorted by the contexts' ranks, the lowest first.
    ///
    /// Within a rank, the order is kept. Of two registrations for one context, the first counts.
    mutating func setConditional(_ new: [ConditionalRegistration], _ garbage: inout Garbage) {
        if conditional.isEmpty, new.isEmpty { return }
        for old in conditional { garbage.add(old.registration) }
        changeMore { $0.conditional = new.sorted { $0.context.rank < $1.context.rank } }
    }

    /// Removes both layers above the lowest one.
    mutating func removeOverrides(_ garbage: inout Garbage) {
        setOverride(nil, &garbage)
        setConditional([], &garbage)
    }

    /// Makes the first registration the only one.
    mutating func keepFirst(_ garbage: inout Garbage) {
        setBase(first, &garbage)
        removeOverrides(&garbage)
    }

    /// Replaces the two upper layers by those of another slot, where that has any.
    mutating func takeOver(_ other: Slot, _ garbage: inout Garbage) {
        if let override = other.override { setOverride(override, &garbage) }
        if !other.conditional.isEmpty { setConditional(other.conditional, &garbage) }
    }
}

/// A key and a resolver whose registration under it forwards to a declaration.
private struct ExportedKey {
    let key: ServiceKey
    weak var resolver: Resolver?
}

/// A registration, and the context for which it is registered.
struct ConditionalRegistration {
    let context: ContextKey
    let registration: Registration
}

/// Names a slot by a resolver and a key.
///
/// Each environment has a slot of its own under that name, in its own copy of the resolver.
package struct SlotReference {
    package let resolver: Resolver
    package let key: ServiceKey

    package init(resolver: Resolver, key: ServiceKey) {
        self.resolver = resolver
        self.key = key
    }
}
