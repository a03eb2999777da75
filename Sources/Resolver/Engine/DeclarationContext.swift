/// What a typed factory asks for beside its declaration: its container's resolver, and the factory's options.
///
/// A container that has a resolver of its own has one of these, and all its factories share it; a factory with options
/// has another. No context means the current environment's default container.
@usableFromInline
@safe
package final class DeclarationContext: @unchecked Sendable {
    // Sound because nothing in it changes but a shared word; the options are the typed face's, which makes them
    // `Sendable`.

    /// The container's own resolver; nil for the default container, whose factories are in the main resolver.
    @usableFromInline package let resolver: Resolver?
    /// The factory's options.
    @usableFromInline package let options: AnyObject?
    /// For a factory with options: its container's context.
    @usableFromInline package let storage: DeclarationContext?
    /// What closes instances, where that is the only option, and stands for the options.
    package let closer: Closer?
    /// Whether the typed face must look at the options in every call.
    let concernsCalls: Bool
    /// The container's type, where its singletons are found among those of other containers; 0 while it is not known.
    ///
    /// Options of a factory have none: they are made after that, and often.
    private let containerWord: Word?
    private let knownContainer: Any.Type?

    /// The context of a container that has a resolver of its own, or of all that is found where singletons are.
    package init(resolver: Resolver?, container: Any.Type? = nil) {
        self.resolver = resolver
        options = nil
        storage = nil
        closer = nil
        concernsCalls = false
        containerWord = Word.zeros(1)
        knownContainer = nil
        if let container { self.container = container }
    }

    /// The context of a factory whose only option is what closes instances.
    ///
    /// Each call makes this context anew, and makes nothing else for it.
    package init(closer: Closer, storage: DeclarationContext?) {
        resolver = storage?.resolver
        options = closer
        self.storage = storage
        self.closer = closer
        concernsCalls = false
        containerWord = nil
        knownContainer = storage?.container
    }

    /// The context of a factory with options.
    package init(
        options: AnyObject, concernsCalls: Bool, storage: DeclarationContext?, container: Any.Type?
    ) {
        resolver = storage?.resolver
        self.options = options
        self.storage = storage
        closer = nil
        self.concernsCalls = concernsCalls
        containerWord = nil
        knownContainer = container ?? storage?.container
    }

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

    /// The container's own resolver, without a reference.
    @inline(__always) var unmanagedResolver: Unmanaged<Resolver>? {
        unsafe resolver.map { unsafe .passUnretained($0) }
    }

    /// Whether the container has registered its own overrides.
    @usableFromInline package var isPrepared: Bool { !(resolver?.isUnprepared ?? false) }
}

/// How a declaration's lifetime and other marks are packed above its position.
@usableFromInline
package enum DeclarationMarks {
    /// The closure is handed the container: a mark of the factory that has the closure, and of no other.
    @inlinable package static var isHanded: UInt64 { 1 << 47 }
    /// A declaration's word with that mark or without it.
    @inlinable @inline(__always)
    package static func marking(_ word: UInt64, isHanded: Bool) -> UInt64 {
        word & ~self.isHanded | (isHanded ? self.isHanded : 0)
    }
    /// How many contexts are stated, in seven bits.
    @inlinable package static var contextCountShift: UInt64 { 48 }
    /// The closure is asynchronous.
    @inlinable package static var isAsynchronous: UInt64 { 1 << 55 }
    @inlinable package static var keepingShift: UInt64 { 56 }
    /// Whether a lifetime is stated; otherwise the declaration's registration says what its container's default is.
    @inlinable package static var hasLifetime: UInt64 { 1 << 58 }
    /// What states a lifetime.
    @inlinable package static var lifetime: UInt64 { 3 << keepingShift | hasLifetime }
    /// Of the two bits of a lifetime the one that those have whose instances are kept in cells.
    @inlinable static var isKept: UInt64 { 2 << keepingShift }
    @inlinable package static var isSingleton: UInt64 { 1 << 59 }
    @inlinable package static var isStatic: UInt64 { 1 << 60 }
    @inlinable package static var isRequired: UInt64 { 1 << 61 }
    /// It stands for a registration of the runtime face.
    @inlinable package static var isLegacy: UInt64 { 1 << 62 }
    /// The typed face has looked at its options.
    @inlinable package static var isPrepared: UInt64 { 1 << 63 }
}
