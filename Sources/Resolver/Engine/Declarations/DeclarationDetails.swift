/// A container's own resolver; or, where ``isOfFactory``, the options of one of its factories.
///
/// A container that has a resolver of its own has one of these, which all its factories share. A factory with options has
/// another, which refers to its container's. Nil stands for the current environment's default container.
@usableFromInline
@safe
package final class DeclarationDetails: @unchecked Sendable {
    // Sound because nothing in it changes but a shared word, once anybody has the container.

    package typealias MakeParameter = @Sendable (GivenArguments) -> AnyHashable?
    package typealias Decorate = @Sendable (SeenInstance) -> Void

    /// The container's type, which tells its singletons from those of other containers; 0 while it is not known.
    @safe @exclusivity(unchecked) private var storedWords: StoredWords.One
    /// For a container: its own resolver.
    @safe @exclusivity(unchecked) private var own: Resolver?
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
    /// For how many seconds an instance is kept after it was last asked for.
    package let timeToLive: Double?
    /// Makes the parameter from a call's arguments, where an instance is kept for each parameter.
    package let makeParameter: MakeParameter?
    /// Sees each instance.
    package let decorate: Decorate?
    /// Whether calls must look at the options: there are others than a name and a closer.
    let concernsCalls: Bool

    /// The details of a container that has a resolver of its own.
    package convenience init(resolver: Resolver) { self.init(changing: nil, resolver: resolver) }

    /// The details of a factory that states more than `details` do, which are its container's or a factory's.
    ///
    /// A parameter that is nil changes nothing.
    ///
    /// `container` is the type to which the factory belongs where that is no container. A `resolver` is given for the details
    /// of a container alone.
    package init(
        changing details: DeclarationDetails?, resolver: Resolver? = nil, contexts: (any AnyObject & Sendable)? = nil,
        closer: Closer? = nil, runtimeName: Resolver.Name? = nil, timeToLive: Double? = nil,
        makeParameter: MakeParameter? = nil, decorate: Decorate? = nil, container: Any.Type? = nil
    ) {
        let former = details.flatMap { $0.isOfFactory ? $0 : nil }
        storedWords = DeclarationDetails.word(container ?? details?.container)
        own = resolver
        isOfFactory = resolver == nil
        storage = former == nil ? details : former?.storage
        self.contexts = contexts ?? former?.contexts
        self.closer = closer ?? former?.closer
        self.runtimeName = runtimeName ?? former?.runtimeName
        self.timeToLive = timeToLive ?? former?.timeToLive
        // Not by `??`, which would put a closure of its own around each.
        self.makeParameter = makeParameter == nil ? former?.makeParameter : makeParameter
        self.decorate = decorate == nil ? former?.decorate : decorate
        concernsCalls =
            self.contexts != nil || self.timeToLive != nil || self.makeParameter != nil || self.decorate != nil
    }

    /// The container's own resolver; nil for the default container, whose factories are in the main resolver.
    ///
    /// A factory asks its container's details: a factory that the container's `init` stores is made before `setResolver`.
    @usableFromInline package var resolver: Resolver? { isOfFactory ? storage?.own : own }

    /// Takes another resolver for the container's own, before anybody else has the container.
    package func setResolver(_ new: Resolver) { own = new }

    private static func word(_ container: Any.Type?) -> UInt {
        container.map { UInt(bitPattern: ObjectIdentifier($0)) } ?? 0
    }

    private var containerWord: Word { Word(firstStoredIn: self) }

    /// The container's type.
    package var container: Any.Type? {
        get {
            let address = unsafe UnsafeRawPointer(bitPattern: containerWord.load())
            return unsafe address.map { unsafe unsafeBitCast($0, to: Any.Type.self) }
        }
        set { containerWord.store(DeclarationDetails.word(newValue)) }
    }

    /// The container's own resolver in the current environment; nil for the default container.
    package var currentResolver: Resolver? {
        resolver.map { resolver in Environment.withActive { $0.own(resolver) } }
    }

    /// The container's own resolver, without a reference.
    @inline(__always) var unheldResolver: Unheld<Resolver>? {
        Unheld(resolver)
    }
}

extension DeclarationDetails? {
    /// Whether the container has registered its own overrides.
    // Of the optional: to unwrap it, each factory of a container would count a reference, which all threads write.
    @usableFromInline package var isPrepared: Bool { !(self?.resolver?.isUnprepared ?? false) }

    /// Whether a call need not look at options.
    package var concernsNoCall: Bool { self?.concernsCalls != true }
}
