/// What is registered under one key, in layers: the first of these that is there is in force.
///
/// 1. what is registered for a context that holds,
/// 2. what a typed factory's `register` has put over it,
/// 3. what is registered, or the typed factory that is declared.
///
/// Guarded by the engine's lock.
struct Slot {
    let key: ServiceKey
    /// The first registration, which lives as long as the slot, so that readers need no reference.
    private(set) var first: Registration?
    private(set) var base: Registration?
    /// What few slots have; copied before a change, if a copy of this slot refers to the same object.
    ///
    /// A slot is copied now and then, and a value of more than four references is copied through its type's metadata,
    /// which costs twenty times as much.
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

        /// Whether the runtime face knows the typed factory, too.
        var isBridged: Bool { !otherKeys.isEmpty || !isOnlyJoined }
        /// Whether no key of the runtime face does more than find the slot.
        var isOnlyJoined: Bool { exports.isEmpty && bridgeKeys.isEmpty }
        var isEmpty: Bool { override == nil && conditional.isEmpty && !isBridged }
    }

    private mutating func changeMore(_ change: (More) -> Void) {
        if !isKnownUniquelyReferenced(&more) { more = more.map(More.init(copying:)) ?? More() }
        guard let own = more else { return }
        change(own)
        if own.isEmpty { more = nil }
    }

    /// What a typed factory's `register` has put over the lowest layer.
    var override: Registration? { more?.override }
    /// Other keys that find this slot: those under which a typed factory is exported or bridged.
    var otherKeys: [ServiceKey] { more?.otherKeys ?? [] }
    /// The keys of the runtime face under which another registration passes on to this one.
    var exportKeys: [ServiceKey] { more?.exports.map(\.key) ?? [] }
    /// The keys of the runtime face under which what is registered counts for this declaration, which is in another
    /// resolver.
    var bridgeKeys: [ServiceKey] { more?.bridgeKeys ?? [] }
    /// What is in force while a context holds, the one that counts most first.
    var conditional: [ConditionalRegistration] { more?.conditional ?? [] }

    /// The typed factory that is declared, if one is.
    var declared: Registration? { base.flatMap { $0.isDeclaration ? $0 : nil } }

    /// The registration in force while no context decides.
    var unconditional: Registration? { override ?? base }

    /// What is registered for a context; for none, what is in force while none decides.
    func registration(for context: ContextKey?) -> Registration? {
        guard let context else { return unconditional }
        return conditional.first { $0.context == context }?.registration
    }

    /// The registration in force in some contexts.
    func inForce(in contexts: Set<ContextKey>) -> Registration? {
        conditional.first { contexts.contains($0.context) }?.registration ?? unconditional
    }

    /// The registration with a number, or its copy, in one of the layers; nil for a first one that is in none any more.
    func layer(_ id: UInt) -> Registration? {
        if let base, base.id == id { return base }
        if let override, override.id == id { return override }
        return conditional.first { $0.registration.id == id }?.registration
    }

    /// The registrations that are in force in one context or another, without references: a change of the slot leaves them to
    /// its garbage.
    @safe
    struct InForce {
        fileprivate var unconditional: Unheld<Registration>?
        fileprivate var conditional: [ConditionalRegistration] = []

        /// Whether one of them is a registration, or a copy of it.
        func contains(_ registration: Registration) -> Bool {
            unconditional?.with { $0.id } == registration.id
                || conditional.contains { $0.registration.id == registration.id }
        }

        func each(_ body: (Registration) -> Void) {
            unconditional?.with { body($0) }
            for conditional in conditional { body(conditional.registration) }
        }
    }

    // Not by way of `unconditional`, which counts a reference.
    var inForce: InForce {
        guard let more else {
            return InForce(unconditional: Unheld(base))
        }
        return InForce(
            unconditional: Unheld(more.override ?? base), conditional: more.conditional)
    }

    /// Whether anything is put over the lowest layer.
    var hasOverrides: Bool { override != nil || !conditional.isEmpty }

    /// The first registration where that is all there is, without a reference.
    @inline(__always)
    var onlyFirst: Unheld<Registration>? { more == nil && base === first ? Unheld(first) : nil }

    /// Whether there is a registration besides the first one.
    var hasMoreThanFirst: Bool { word(of: base) & Slot.isReplaced != 0 || hasOverrides }

    /// Whether it answers the runtime face in some contexts: a typed factory that nothing is put over does once it is exported.
    func answersRuntimeFace(in contexts: Set<ContextKey>) -> Bool { inForce(in: contexts)?.factory != nil }

    /// Runs a body with every registration of the slot.
    func each(_ body: (Registration) -> Void) {
        for known in conditional { body(known.registration) }
        let override = override
        // Of a registration and its copy, the copy counts.
        if let first, first.id != base?.id, first.id != override?.id { body(first) }
        if let base { body(base) }
        guard let override, override !== base else { return }
        body(override)
        if let passedOn = override.passesOn { body(passedOn) }
    }

    /// Every registration of the slot.
    var all: [Registration] {
        var all: [Registration] = []
        each { all.append($0) }
        return all
    }

    // MARK: - What readers see

    /// The registration in force, as a table's word: its address, with marks that tell a reader to look twice.
    var word: UInt {
        guard let more else { return word(of: base) }
        var word = word(of: more.override ?? base)
        if !more.conditional.isEmpty { word |= Slot.needsLock }
        if more.isBridged { word |= Slot.isBridged }
        return word
    }

    @inline(__always)
    private func word(of inForce: Registration?) -> UInt {
        let address = (Unheld(inForce)?.bits ?? 0)
        return inForce === first ? address : address | Slot.isReplaced
    }

    /// The registration that a word has; nil where there is none.
    @inline(__always)
    static func registration(_ word: UInt) -> Unheld<Registration>? {
        unsafe Unheld(bits: word & ~marks)
    }

    /// Whether the runtime face knows it by no key that does more than find the slot.
    var isOnlyJoined: Bool { more?.isOnlyJoined ?? true }

    /// It is not the first registration, and may be replaced at any moment: it must be held before it is used, see `Held.swift`.
    static var isReplaced: UInt { 1 }
    /// It is to be looked at under the lock: the contexts decide which registration is in force, or a decorator sees what
    /// the runtime face finds.
    static var needsLock: UInt { 2 }
    /// One of the two; who finds neither uses the registration as it is.
    static var isReplacedOrNeedsLock: UInt { isReplaced | needsLock }
    /// It is a typed factory that the runtime face knows, too: something nearer to the root may count more.
    static var isBridged: UInt { 4 }
    static var marks: UInt { 7 }

    // MARK: - Changes

    /// Registers anew, also over what typed factories have put over it.
    mutating func register(_ registration: Registration?, _ garbage: inout Garbage) {
        setBase(registration, &garbage)
        setOverride(nil, &garbage)
    }

    /// Sets the lowest layer, under what is registered already.
    mutating func setBase(_ registration: Registration?, _ garbage: inout Garbage) {
        if first == nil { first = registration }
        // Not assigned, which would count two references.
        var former = registration
        swap(&base, &former)
        garbage.add(former)
    }

    /// Puts a copy of a registration in its place.
    mutating func replace(_ registration: Registration, by copy: Registration, _ garbage: inout Garbage) {
        if base === registration { setBase(copy, &garbage) }
        if override === registration { setOverride(copy, &garbage) }
        guard conditional.contains(where: { $0.registration === registration }) else { return }
        let replaced = conditional.map {
            $0.registration === registration ? ConditionalRegistration(context: $0.context, registration: copy) : $0
        }
        setConditional(replaced, &garbage)
    }

    /// Lets another key find this slot, too.
    mutating func addOtherKey(_ key: ServiceKey) { changeMore { $0.otherKeys.append(key) } }

    /// Lets another key find this slot no more.
    mutating func removeOtherKey(_ key: ServiceKey) { changeMore { $0.otherKeys.removeAll { $0 == key } } }

    /// Remembers that something under another key of a resolver passes on to this one.
    ///
    /// Those of resolvers that are gone are forgotten. One that is found alive may be held by nobody else any more, so the
    /// garbage takes it: its `deinit` releases factories, which are the program's own.
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

    /// Remembers that what is registered under a key counts for this declaration.
    mutating func addBridgeKey(_ key: ServiceKey) {
        if !bridgeKeys.contains(key) { changeMore { $0.bridgeKeys.append(key) } }
    }

    /// Puts a registration over what is registered, or takes it away.
    mutating func setOverride(_ registration: Registration?, _ garbage: inout Garbage) {
        guard registration !== override else { return }
        garbage.add(override)
        changeMore { $0.override = registration }
    }

    /// Sets what is in force while a context holds, that of the lowest rank first; the last one stated for a context
    /// counts.
    mutating func setConditional(_ new: [ConditionalRegistration], _ garbage: inout Garbage) {
        if conditional.isEmpty, new.isEmpty { return }
        for old in conditional { garbage.add(old.registration) }
        changeMore { $0.conditional = new.sorted { $0.context.rank < $1.context.rank } }
    }

    /// Takes away what is put over the lowest layer.
    mutating func removeOverrides(_ garbage: inout Garbage) {
        setOverride(nil, &garbage)
        setConditional([], &garbage)
    }

    /// Takes away all but the first registration.
    mutating func keepFirst(_ garbage: inout Garbage) {
        setBase(first, &garbage)
        removeOverrides(&garbage)
    }

    /// Takes over the layers that another slot has above its own lowest one.
    mutating func takeOver(_ other: Slot, _ garbage: inout Garbage) {
        if let override = other.override { setOverride(override, &garbage) }
        if !other.conditional.isEmpty { setConditional(other.conditional, &garbage) }
    }
}

/// A key of a resolver under which a registration passes on to a declaration.
private struct ExportedKey {
    let key: ServiceKey
    weak var resolver: Resolver?
}

/// What is in force while a context holds.
struct ConditionalRegistration {
    let context: ContextKey
    let registration: Registration
}

/// What names a slot: a resolver and a key.
///
/// Each environment has a slot of its own for it.
package struct SlotReference {
    package let resolver: Resolver
    package let key: ServiceKey

    package init(resolver: Resolver, key: ServiceKey) {
        self.resolver = resolver
        self.key = key
    }
}
