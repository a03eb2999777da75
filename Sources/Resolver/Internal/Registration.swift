/// One registration: a key's factory and lifetime.
///
/// A registration is configured after it is published (`register { … }.scope(…)`), while other threads may already
/// resolve it: what can change is a shared word, and what a word pointed to before lives as long as the registration.
@usableFromInline
final class Registration: @unchecked Sendable {
    // Sound because `id`, `key`, `site` and `cell` never change, `kind` and `factory` are shared words, and the rest is
    // guarded by the engine's lock.

    /// Tells registrations apart for ever, where an address may be used again.
    let id: UInt
    let key: ServiceKey
    let site: CallSite
    /// Whether the program registered it itself, not its registration hook.
    let isExplicit: Bool

    /// The lifetime's kind.
    let kind: SharedWord
    /// The factory, a `TypedFactory<Service>` whose `Service` is the type of the key; 0 for a declaration, whose factory
    /// comes with each call.
    let factory: SharedWord
    /// The instance of the process's default sandbox; every other sandbox has cells of its own.
    let cell: InstanceCell
    /// The registration whose cell it shares; nil where the cell is its own.
    let cellOwner: Registration?

    /// The scope that was stated, for kept lifetimes the one whose `reset` drops the instance; for a declaration, the one
    /// of calls that state none, which is its container's default.
    private(set) var scope: ResolverScope
    /// For a declaration: the scope that its first call has stated.
    let declaredScope: ResolverScope?
    /// Whether its factory was written to take arguments, so that nobody can call it without.
    let takesArguments: Bool
    /// For `implements`: what this registration stands for.
    let alias: Alias?
    /// For `register(\.x)`: the typed factory that this registration stands for.
    let export: Export?
    /// For a declaration with `legacy()`: the key it stands for.
    let legacyKey: ServiceKey?
    /// The type of the container through which a typed factory put it over what is registered; nil for a registration.
    let overrider: ObjectIdentifier?
    /// Where the registration stands that this one has replaced, though the program registered both in one way and never
    /// reset between; nil where it has replaced none, or was meant to.
    var replacedSite: CallSite?
    /// Whether it was taken over from another sandbox, to be replaced at will.
    private(set) var isInherited = false
    /// Whether another registration has taken its place: what it makes from then on is not kept.
    var isReplaced = false
    /// The factory for who does not know the service's type; nil for a declaration.
    private(set) var erased: AnyFactory?
    /// The factories it had before, as readers use them unretained.
    private var former: [AnyFactory] = []
    /// Whether it was made for the options of an export, and only overrides a declaration with what that makes.
    let isForOptions: Bool
    /// The exports whose options were stated of it, in order.
    private(set) var options: [ExportOptions] = []
    /// For a declaration that keeps an instance for each parameter: a registration for each, by the parameter's hash.
    var byParameter: ByParameter = [:]
    typealias ByParameter = [Int: [(parameter: AnyHashable, registration: Registration)]]

    init(
        id: UInt, key: ServiceKey, site: CallSite, isExplicit: Bool, takesArguments: Bool, scope: ResolverScope,
        declaredScope: ResolverScope? = nil, factory: AnyFactory?, alias: Alias? = nil, export: Export? = nil,
        legacyKey: ServiceKey? = nil, overrider: ObjectIdentifier? = nil, sharing other: Registration? = nil,
        isForOptions: Bool = false
    ) {
        self.id = id
        cell = other?.cell ?? InstanceCell()
        cellOwner = other
        self.key = key
        self.site = site
        self.isExplicit = isExplicit
        self.scope = scope
        self.declaredScope = declaredScope
        self.takesArguments = takesArguments
        self.alias = alias
        self.export = export
        self.legacyKey = legacyKey
        self.overrider = overrider
        self.isForOptions = isForOptions
        erased = factory
        kind = SharedWord(scope.kind.rawValue)
        self.factory = SharedWord(factory.map { unsafe UInt(bitPattern: Unmanaged.passUnretained($0).toOpaque()) } ?? 0)
    }

    /// A copy for another sandbox, without an instance.
    ///
    /// Called under the engine's lock.
    convenience init(
        copying other: Registration, scope: ResolverScope, factory: AnyFactory?, alias: Alias? = nil,
        sharing owner: Registration? = nil, options: [ExportOptions] = []
    ) {
        self.init(
            id: Engine.nextID(), key: other.key, site: other.site, isExplicit: other.isExplicit,
            takesArguments: other.takesArguments, scope: scope, declaredScope: other.declaredScope, factory: factory,
            alias: alias, export: other.export, legacyKey: other.legacyKey, overrider: other.overrider, sharing: owner,
            isForOptions: other.isForOptions)
        self.options = options
        replacedSite = other.replacedSite
        isInherited = true
    }

    /// Remembers what this one replaces, if that looks like an accident.
    ///
    /// Called under the engine's lock.
    func noteReplacing(_ old: Registration) {
        let isAccident =
            old.isExplicit == isExplicit && !old.isInherited && old.overrider == nil && site.line != 0
            && old.site.line != 0 && !(old.site.line == site.line && old.site.hasSameFile(as: site))
        if isAccident { replacedSite = old.site }
    }

    /// Whether it only passes on what another registration or a typed factory gives.
    var isForward: Bool { alias != nil || export != nil || legacyKey != nil }

    /// The registration whose instance this one gives, itself or what it stands for.
    ///
    /// Called under the engine's lock.
    var represented: Registration {
        var registration = self
        // Those that stand for each other are a mistake that resolving them reports.
        var seen: Set<ObjectIdentifier> = []
        while let alias = registration.alias, seen.insert(ObjectIdentifier(registration)).inserted,
            let target = alias.target.registration
        {
            registration = target
        }
        return registration
    }

    /// Drops what is kept for parameters, but for some.
    ///
    /// Called under the engine's lock; what is returned is released after it.
    func dropParameters(keeping isKept: (Registration) -> Bool = { _ in false }) -> AnyObject {
        defer {
            byParameter = byParameter.mapValues { $0.filter { isKept($0.registration) } }.filter { !$1.isEmpty }
        }
        return Box(byParameter)
    }

    /// Keeps again what it once kept for parameters; what it keeps now counts more.
    ///
    /// Called under the engine's lock.
    func addParameters(_ known: ByParameter) {
        byParameter.merge(known) { now, known in
            now + known.filter { entry in !now.contains { $0.registration === entry.registration } }
        }
    }

    /// Drops what the process's default sandbox keeps, and what is kept for parameters.
    ///
    /// Called under the engine's lock, which then waits for copies; what is returned is released after it.
    func dropInstances() -> [AnyObject] { [dropParameters()] + (cell.empty().map { [$0] } ?? []) }

    /// States another lifetime.
    ///
    /// Called under the engine's lock.
    func setScope(_ scope: ResolverScope) {
        self.scope = scope
        kind.store(scope.kind.rawValue)
    }

    /// Replaces the factory.
    ///
    /// Called under the engine's lock.
    func setFactory(_ factory: AnyFactory) {
        if let erased, !former.contains(where: { $0 === erased }) { former.append(erased) }
        erased = factory
        unsafe self.factory.store(UInt(bitPattern: Unmanaged.passUnretained(factory).toOpaque()))
    }
}

// MARK: - Options of exports

/// What can be stated anew of a registration that is in force.
struct RegistrationState {
    var scope: ResolverScope
    var factory: AnyFactory?
    var options: [ExportOptions]
}

/// The options of an export and of those that it has replaced, as stated of an override.
struct ExportOptions {
    let lineage: UInt
    /// What they were stated over.
    var before: RegistrationState
}

extension Registration {
    /// What may be brought back with `restore`.
    ///
    /// Called under the engine's lock.
    var state: RegistrationState { RegistrationState(scope: scope, factory: erased, options: options) }

    /// Brings back what it was.
    ///
    /// Called under the engine's lock; what is returned is released after it.
    func restore(_ state: RegistrationState) -> AnyObject {
        let garbage = Box(self.state)
        setScope(state.scope)
        if let factory = state.factory { setFactory(factory) }
        options = state.options
        return garbage
    }

    /// Remembers what it is before an export's options are stated of it.
    ///
    /// Called under the engine's lock.
    func noteOptions(of export: Export) {
        guard !options.contains(where: { $0.lineage == export.lineage }) else { return }
        options.append(ExportOptions(lineage: export.lineage, before: state))
    }
}

/// What `implements` registers: another key for what is registered in a slot.
struct Alias {
    let target: ServiceSlot
    /// Makes the factory for a target, which in another sandbox is another slot.
    let factory: (ServiceSlot) -> AnyFactory
}

/// A registration's factory, erased: `(Resolver) -> Any`, with the arguments of the call beside.
@usableFromInline
@safe
class AnyFactory: @unchecked Sendable {
    // Sound as far as the user's closure is: the runtime face takes any closure, as it always did. It is stored once
    // and never changed.
    @usableFromInline init() {}

    /// The type of what it makes.
    var service: Any.Type { fatalError("a factory has a type") }

    /// The same for what its type wraps, at the bottom of all optionals; itself where that is none.
    var unwrapped: AnyFactory { fatalError("a factory has a type") }

    func callAsFunction(_ resolver: Resolver, _ arguments: Arguments) throws -> Any? {
        fatalError("a factory has a type")
    }
}

/// A registration's factory with its type, so that what it returns is neither boxed nor cast.
@usableFromInline
@safe
final class TypedFactory<Service>: AnyFactory, @unchecked Sendable {
    // Sound as its superclass is.

    @usableFromInline typealias Make = (Resolver, Arguments) throws -> Service?

    @usableFromInline let make: Make

    @usableFromInline
    init(_ make: @escaping Make) { unsafe self.make = unsafe make }

    override var service: Any.Type { Service.self }

    override var unwrapped: AnyFactory { optionalService(Service.self)?.unwrapping(self) ?? self }

    override func callAsFunction(_ resolver: Resolver, _ arguments: Arguments) throws -> Any? {
        unsafe try make(resolver, arguments)
    }
}
