/// One registration: a key's factory and lifetime.
///
/// It is configured after it is in force (`register { … }.scope(…)`), while other threads may already resolve it: what
/// changes is a shared word, and what a word pointed to before lives as long as the registration.
@safe
package final class Registration: @unchecked Sendable {
    // Sound because the words are shared words, and what else changes is guarded by the engine's lock; a literal's bytes are
    // never freed.

    /// What is read without the lock; each word has a name below.
    @exclusivity(unchecked) private var storedWords: StoredWords.Four = (0, 0, 0, 0)
    /// Tells registrations apart for ever, where an address may be used again; later ones have higher numbers.
    let id: UInt
    package let key: ServiceKey
    /// The number of the environment in which it was registered, where its own cell keeps its instance.
    let home: UInt
    // The three after this pointer share one word, so that the object fits into one of the allocator's smaller sizes.
    private let filePointer: UnsafePointer<UInt8>
    private let line: UInt32
    private let traitBits: UInt16
    /// What its scope follows when that changes; guarded by the engine's lock.
    private(set) var follows: Follows
    /// What only few registrations are made with; nil for the others.
    private let origin: Origin?

    // Guarded by the engine's lock.

    /// The scope that keeps its instances, unless a call states one.
    private(set) var scope: ResolverScope
    /// The factory that was registered, without the service's type; nil for a declaration that is not exported.
    private(set) var factory: AnyFactory?
    /// What only few registrations are given later; nil for the others.
    private var additions: Additions?

    /// What a scope follows that was not stated for the registration itself.
    enum Follows {
        case nothing
        /// The default scope of its declaration's container, or of the container whose declaration it overrides.
        case containerDefault
        /// The resolver's own scope, for which `ResolverScope.container` stands.
        case resolverCache
    }

    /// What few registrations are made with; allocated for those only.
    private final class Origin {
        let declaredScope: ResolverScope?
        let overrider: Any.Type?
        let export: Export?
        let forwardedKey: ServiceKey?
        let passesOn: Registration?
        /// For a copy: the number of the environment that made it, in order to change it.
        let copier: UInt?

        init(
            _ declaredScope: ResolverScope?, _ overrider: Any.Type?, _ export: Export?,
            _ forwardedKey: ServiceKey?, _ passesOn: Registration?, _ copier: UInt?
        ) {
            self.declaredScope = declaredScope
            self.overrider = overrider
            self.export = export
            self.forwardedKey = forwardedKey
            self.passesOn = passesOn
            self.copier = copier
        }
    }

    /// What only few registrations are given later; allocated for those only.
    private final class Additions {
        /// The registration's former factories, which readers may still use without a reference.
        var formerFactories: [AnyFactory] = []
        /// What closes its instances.
        var closer: Closer?
        /// Traps in place of the factory, while the registration states a closer and a scope under which the closer would
        /// never run.
        var refusingFactory: AnyFactory?
        /// Where the program made the registration that this one replaced by accident.
        var replaced: CodeLocation?
        /// The key of the declaration over which an export has put it.
        var joined: ServiceKey?
        /// What is done when the registration is gone.
        var atEnd: (() -> Void)?

        deinit { atEnd?() }
    }

    /// Where it is registered; for a declaration, where it is declared.
    package var location: CodeLocation { unsafe CodeLocation(filePointer: filePointer, line: UInt(line)) }
    var traits: Traits { Traits(rawValue: UInt(traitBits)) }
    /// For a declaration: the scope that its first call has stated.
    ///
    /// The others have ``scope``, their container's default.
    var declaredScope: ResolverScope? { origin?.declaredScope }
    /// The number of the environment that may change it; others copy it first.
    var owner: UInt { origin?.copier ?? home }
    /// For an override: the type of the container through which a typed factory made it.
    var overrider: Any.Type? { traits.has(.isOfOwnContainer) ? key.container : origin?.overrider }
    /// Where it forwards to, if that is a typed factory of another slot.
    package var export: Export? { origin?.export }
    /// For `implements`: the key, in the same resolver, to which it forwards.
    package var forwardedKey: ServiceKey? { origin?.forwardedKey }
    /// The registration that it runs for a key of another type; no slot has that registration any more.
    var passesOn: Registration? { origin?.passesOn }
    /// What closes its instances.
    var closer: Closer? { additions?.closer }
    /// The key of the declaration over which an export has put it; that declaration's container closes and decorates its
    /// instances.
    var joined: ServiceKey? { additions?.joined }
    /// Where the program made the registration that this one replaced by accident: both were made in one way, with no reset
    /// between them.
    var replaced: CodeLocation? {
        get { additions?.replaced }
        set { change { $0.replaced = newValue } }
    }

    /// Under the engine's lock.
    func noteJoined(_ key: ServiceKey) { change { $0.joined = key } }

    /// Sets what is done when the registration is gone.
    ///
    /// Under the engine's lock.
    func noteEnd(_ action: @escaping () -> Void) { change { $0.atEnd = action } }

    private func change(_ change: (Additions) -> Void) {
        let additions = additions ?? Additions()
        change(additions)
        self.additions = additions
    }

    /// What is known of a registration when it is made.
    struct Traits: BitSet {
        let rawValue: UInt

        /// The program registered it itself, not its registration hook.
        static let isExplicit = Traits(rawValue: 1)
        /// It is a typed factory, whose closure comes with each call.
        static let isDeclaration = Traits(rawValue: 4)
        /// It only passes on what another registration gives.
        static let isForward = Traits(rawValue: 8)

        /// Whether it is a typed factory that makes the service itself, with the declared closure.
        @inline(__always) var isPlainDeclaration: Bool {
            let more = Traits.isForward.rawValue | Traits.isVariant.rawValue
            return rawValue & (Traits.isDeclaration.rawValue | more) == Traits.isDeclaration.rawValue
        }
        /// Its factory is asynchronous.
        static let isAsynchronous = Traits(rawValue: 16)
        /// A container has made it in its `autoRegister`.
        static let isAutomatic = Traits(rawValue: 32)
        /// It counts while a context holds.
        static let isForContext = Traits(rawValue: 64)
        /// It is a typed factory's closure for a context: it counts where the declared one would.
        static let isVariant = Traits(rawValue: 128)
        /// It overrides a declaration, and was made through that one's own container.
        ///
        /// So most overrides need no ``Origin``.
        static let isOfOwnContainer = Traits(rawValue: 256)
    }

    init(
        _ key: consuming ServiceKey, at location: CodeLocation, home: UInt, scope: consuming ResolverScope,
        factory: consuming AnyFactory?, traits: Traits = .nothing, declaredScope: ResolverScope? = nil,
        follows: Follows = .nothing, overrider: Any.Type? = nil, export: Export? = nil,
        forwardedKey: ServiceKey? = nil, closer: Closer? = nil, passesOn: Registration? = nil,
        copyOf id: UInt? = nil, copier: UInt? = nil
    ) {
        // Parameters are read first, and then moved into the object: so no reference is counted twice.
        let isForward = forwardedKey != nil || export != nil || passesOn != nil
        let isOfOwnContainer = overrider != nil && overrider == key.container
        let isAsynchronous = traits.has(.isAsynchronous) || factory?.isAsynchronous ?? false
        let known =
            traits | (isAsynchronous ? .isAsynchronous : .nothing) | (isForward ? .isForward : .nothing)
            | (isOfOwnContainer ? .isOfOwnContainer : .nothing)
        let (keeping, address) = (scope.keepingWord, unsafe factory?.address)
        self.id = id ?? UniqueNumber.next()
        self.key = consume key
        unsafe filePointer = unsafe location.filePointer
        line = UInt32(clamping: location.line)
        self.home = home
        self.scope = consume scope
        origin =
            isForward || declaredScope != nil || overrider != nil && !isOfOwnContainer || copier != nil
            ? Origin(declaredScope, overrider, export, forwardedKey, passesOn, copier) : nil
        self.factory = consume factory
        traitBits = UInt16(truncatingIfNeeded: known.rawValue)
        self.follows = follows
        keepingWord.store(keeping)
        factoryWord.store(UInt(bitPattern: address))
        if let closer { put(closer) }
    }

    /// A copy that another environment may change.
    ///
    /// It takes the original's place there, and has the same number and cells.
    convenience init(copying other: Registration, owner: UInt) {
        self.init(
            other.key, at: other.location, home: other.home, scope: other.scope, factory: other.factory,
            traits: other.traits, declaredScope: other.declaredScope, follows: other.follows,
            overrider: other.overrider, export: other.export, forwardedKey: other.forwardedKey, closer: other.closer,
            passesOn: other.passesOn, copyOf: other.id, copier: owner)
        if let replaced = other.replaced { self.replaced = replaced }
        if let joined = other.joined { noteJoined(joined) }
        if other.additions?.refusingFactory != nil { setRefusingFactory() }
        updateFactoryInForce()
    }

    deinit {
        guard let cell = existingCell else { return }
        // A reset that goes through the list may be at this cell.
        Lock.held { cell.unlist() }
        cell.free()
    }

    @inline(__always) private var synchronousKeepingWord: Word { Word(firstStoredIn: self) }
    @inline(__always) private var factoryWord: Word { Word(firstStoredIn: self) + 1 }
    @inline(__always) private var cellWord: Word { Word(firstStoredIn: self) + 2 }
    /// For an asynchronous service how its instances are kept, for any other whether they are closed.
    @inline(__always) private var lastWord: Word { Word(firstStoredIn: self) + 3 }
    @inline(__always) private var keepingWord: Word { isAsynchronous ? lastWord : synchronousKeepingWord }

    /// How its instances are kept.
    ///
    /// For an asynchronous service it says nowhere, so that a synchronous call always comes to the factory, which refuses
    /// it.
    @inline(__always) var keeping: UInt { synchronousKeepingWord.load() }

    /// How its scope keeps its instances, also those of an asynchronous service.
    var scopeKeeping: UInt { keepingWord.load() }

    /// How its instances are kept, for a call that may be asynchronous: a graph keeps no instance of an asynchronous service.
    @inline(__always) var keepingForAsynchronous: UInt {
        guard isAsynchronous else { return keeping }
        let keeping = scopeKeeping
        return keeping == Keeping.graph.rawValue ? Keeping.nowhere.rawValue : keeping
    }

    /// Where the closure of the factory in force is, for as long as the registration lives; nil for a declaration that is
    /// not exported.
    @inline(__always) var factoryAddress: UnsafeMutableRawPointer? {
        unsafe UnsafeMutableRawPointer(bitPattern: factoryWord.load())
    }

    /// Its own cell, which is made when one is first needed; nil until then.
    @inline(__always) var existingCell: InstanceCell.Pointer? {
        unsafe InstanceCell.Pointer(bits: cellWord.load())
    }

    /// The same in the one total order of all exchanges.
    ///
    /// A call claims a new cell, and then reads `hasClosed` of the environment. A closing sets that flag, and then reads this
    /// word. So at least one of the two sees the other.
    var existingCellInOrder: InstanceCell.Pointer? { unsafe InstanceCell.Pointer(bits: cellWord.loadInOrder()) }

    /// Its own cell.
    var cell: InstanceCell.Pointer {
        if let existingCell { return existingCell }
        let new = InstanceCell.make()
        if cellWord.replace(0, with: new.bits) { return new }
        new.free()
        return unsafe existingCell.unsafelyUnwrapped
    }

    /// Whether its instances may have to be closed.
    ///
    /// Not asked of an asynchronous service, which has another use for the word: its closer is read under the lock.
    var mayHaveCloser: Bool { lastWord.load() != 0 }
    @inline(__always) var isDeclaration: Bool { traits.has(.isDeclaration) }
    @inline(__always) var isAsynchronous: Bool { traits.has(.isAsynchronous) }
    @inline(__always) var isExplicit: Bool { traits.has(.isExplicit) }
    /// Whether it only passes on what another one gives.
    @inline(__always) package var isForward: Bool { traits.has(.isForward) }

    // MARK: - Under the engine's lock

    /// States another lifetime.
    func setScope(_ scope: ResolverScope, follows: Follows = .nothing) {
        self.follows = follows
        // Needs no `Garbage`: programs cannot subclass scopes, so releasing one runs none of their code.
        self.scope = scope
        keepingWord.store(scope.keepingWord)
        if additions?.refusingFactory != nil { updateFactoryInForce() }
    }

    /// States what closes the instances that are kept from now on.
    ///
    /// - Parameters:
    ///   - closer: What closes them.
    ///   - garbage: Takes the closer that was stated before.
    func setCloser(_ closer: Closer, _ garbage: inout Garbage) {
        garbage.add(value: self.closer as Any)
        put(closer)
        // The refusing factory stays as long as the registration, as readers use it without a reference.
        if additions?.refusingFactory == nil { setRefusingFactory() }
        updateFactoryInForce()
    }

    /// Forgets what closes its instances.
    func dropCloser(_ garbage: inout Garbage) {
        guard let closer else { return }
        garbage.add(value: closer)
        put(nil)
    }

    private func put(_ closer: Closer?) {
        change { $0.closer = closer }
        if !isAsynchronous { lastWord.store(closer == nil ? 0 : 1) }
    }

    private func setRefusingFactory() { change { $0.refusingFactory = makeRefusingFactory() } }

    /// Replaces the factory.
    func setFactory(_ factory: AnyFactory) {
        if let former = self.factory { change { $0.formerFactories.append(former) } }
        self.factory = factory
        updateFactoryInForce()
    }

    private func updateFactoryInForce() {
        unsafe factoryWord.store(UInt(bitPattern: factoryInForce?.address))
    }

    /// The factory that is run.
    var factoryInForce: AnyFactory? { scope.keeping == .strongly ? factory : additions?.refusingFactory ?? factory }

    /// Whether its factory was written to take arguments.
    var takesArguments: Bool { factory?.takesArguments ?? false }

    /// Whether no instance of it is kept, unless a call says so.
    var keepsNothing: Bool { !isDeclaration && (scope.keeping == .nowhere || scope.keeping == .graph) }

    /// The scope that its instances have if a call states none of its own.
    package var ownScope: ResolverScope { declaredScope ?? scope }
}
