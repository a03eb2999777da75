/// A container's own resolver; or, where ``isOfFactory``, the options of one of its factories.
///
/// A container that has a resolver of its own has one of these, which all its factories share. A factory with options has
/// another, which refers to its container's. Nil stands for the current environment's default container. The superclass
/// has the options that count for each call of the factory.
@usableFromInline
@safe
package final class DeclarationDetails: CallOptions, @unchecked Sendable {
    // Sound because nothing in it changes but a shared word, once anybody has the container.

    /// Which calls the options of a factory concern.
    enum Concern {
        /// No call: a name, or a closer.
        case noCall
        /// All calls alike, as they are stated here.
        case allCalls
        /// Each call for itself: the typed face must look at the options first.
        case eachCall
    }

    /// The container's own resolver; nil for the default container, whose factories are in the main resolver.
    @safe @exclusivity(unchecked) @usableFromInline package private(set) var resolver: Resolver?
    /// Whether these are the details of a factory, and not of its container.
    @usableFromInline package let isOfFactory: Bool
    /// For a factory with options: its container's details.
    @usableFromInline package let storage: DeclarationDetails?
    /// The typed face's closures for contexts, where each call must ask which one counts; nil where there are none.
    package let contexts: (any AnyObject & Sendable)?
    /// What closes an instance; the registration has it, so that no call looks at it.
    package let closer: Closer?
    /// The name of registrations of the runtime face: of the one for which a `legacy()` factory stands, or of those that
    /// count for a bridged factory.
    ///
    /// No call looks at it.
    package let runtimeName: Resolver.Name?
    let concern: Concern
    /// The word with the container's type, which tells its singletons from those of other containers; 0 while it is not known.
    ///
    /// A factory's options need no word: when they are made, the type is known.
    private let containerWord: Word?
    private let knownContainer: Any.Type?

    /// The details of a container that has a resolver of its own.
    package init(resolver: Resolver) {
        self.resolver = resolver
        isOfFactory = false
        storage = nil
        contexts = nil
        closer = nil
        runtimeName = nil
        concern = .noCall
        containerWord = Word.zeros(1)
        knownContainer = nil
        super.init()
    }

    /// The details of a factory that states more than `details` do, which are its container's or a factory's.
    ///
    /// A parameter that is nil changes nothing.
    ///
    /// `container` is the type to which the factory belongs where that is no container.
    package init(
        changing details: DeclarationDetails?, contexts: (any AnyObject & Sendable)? = nil, closer: Closer? = nil,
        runtimeName: Resolver.Name? = nil, timeToLive: Double? = nil, makeParameter: MakeParameter? = nil,
        decorate: Decorate? = nil, container: Any.Type? = nil
    ) {
        let former = details.flatMap { $0.isOfFactory ? $0 : nil }
        let timeToLive = timeToLive ?? former?.timeToLive
        // Not by `??`, which would put a closure of its own around each.
        let makeParameter = makeParameter == nil ? former?.makeParameter : makeParameter
        let decorate = decorate == nil ? former?.decorate : decorate
        resolver = details?.resolver
        isOfFactory = true
        storage = former == nil ? details : former?.storage
        self.contexts = contexts ?? former?.contexts
        self.closer = closer ?? former?.closer
        self.runtimeName = runtimeName ?? former?.runtimeName
        let concernsAll = timeToLive != nil || makeParameter != nil || decorate != nil
        concern = self.contexts != nil ? .eachCall : concernsAll ? .allCalls : .noCall
        containerWord = nil
        knownContainer = container ?? details?.container
        super.init(timeToLive: timeToLive, makeParameter: makeParameter, decorate: decorate)
    }

    /// Takes another resolver for the container's own, before anybody has the container.
    package func setResolver(_ new: Resolver) { resolver = new }

    deinit { containerWord?.deallocate() }

    /// The container's type.
    package var container: Any.Type? {
        get {
            guard let containerWord else { return knownContainer }
            let address = unsafe UnsafeRawPointer(bitPattern: containerWord.load())
            return unsafe address.map { unsafe unsafeBitCast($0, to: Any.Type.self) }
        }
        set { containerWord?.store(newValue.map { UInt(bitPattern: ObjectIdentifier($0)) } ?? 0) }
    }

    /// The container's own resolver in the current environment; nil for the default container.
    package var currentResolver: Resolver? {
        resolver.map { resolver in Environment.withActive { $0.own(resolver) } }
    }

    /// The container's own resolver, without a reference.
    @inline(__always) var unheldResolver: Unheld<Resolver>? {
        Unheld(resolver)
    }

    /// Whether the container has registered its own overrides.
    @usableFromInline package var isPrepared: Bool { !(resolver?.isUnprepared ?? false) }
}

extension DeclarationDetails? {
    /// Whether a call need not look at options.
    package var concernsNoCall: Bool {
        guard let details = self else { return true }
        return details.concern == .noCall
    }
}
