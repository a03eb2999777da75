/// What a call does next.
@usableFromInline
@safe
@frozen
package struct Step {
    @usableFromInline
    @frozen
    package enum Kind: UInt8 {
        /// Nothing is registered.
        case missing
        /// The frame is linked: run the registered factory at `object`.
        ///
        /// For a lazy wrapper without `object`: the service is not resolved yet. With it: this call has just resolved the
        /// service; then `publish(lazy:)`.
        case make
        /// The frame is linked: run a typed factory's own closure, then `Engine.finish`.
        case makeDeclared
        /// Copy the instance at `object`, then `endCopy`.
        case copy
        /// Move the instance at `object` out; a reference was counted for it. Then `endCopy`.
        case take
        /// An asynchronous factory must run, or has begun to: `object` is an ``AsyncAsk``, and the step has a reference to it.
        case ask
        /// The typed face has something to do first: the declaration is new, or has options that concern each call.
        case prepare
    }

    @usableFromInline package let kind: Kind
    @usableFromInline package let object: UnsafeMutableRawPointer?

    /// Whether there is an instance to copy or take.
    @inlinable @inline(__always)
    package var isKept: Bool { kind == .copy || kind == .take }

    /// Whether there is a factory to run.
    var isToMake: Bool { kind == .make || kind == .makeDeclared }

    @safe @inline(__always)
    init(_ kind: Kind, _ object: UnsafeMutableRawPointer? = nil) {
        self.kind = kind
        unsafe self.object = unsafe object
    }
}
