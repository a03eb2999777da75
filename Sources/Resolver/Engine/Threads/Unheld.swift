/// A reference that is not counted: somebody else holds the object for as long as this is used.
///
/// Two threads that count references of one object wait for each other, which would take longer than the rest of a
/// resolution. Each place that keeps an `Unheld` says who holds the object. Functions that count a reference all the same, or
/// that make an `Unheld` of an address, are marked as unsafe.
@frozen
@safe
@usableFromInline
package struct Unheld<Object: AnyObject> {
    private let reference: Unmanaged<Object>

    @_transparent
    private init(_ reference: Unmanaged<Object>) { unsafe self.reference = unsafe reference }

    @_transparent
    package init(_ object: Object) { unsafe self.init(.passUnretained(object)) }

    @_transparent
    init?(_ object: Object?) {
        guard let object else { return nil }
        self.init(object)
    }

    /// The object whose address a word has; nil for 0.
    @unsafe @_transparent
    init?(bits: UInt) {
        guard let address = unsafe UnsafeRawPointer(bitPattern: bits) else { return nil }
        unsafe self.init(.fromOpaque(address))
    }

    /// The object, with a reference of its own.
    @_transparent package var object: Object { unsafe reference.takeUnretainedValue() }

    /// The object's address as a word.
    @_transparent var bits: UInt { unsafe UInt(bitPattern: reference.toOpaque()) }

    /// Uses the object without counting a reference.
    @_transparent
    func with<Result>(_ body: (Object) throws -> Result) rethrows -> Result {
        try unsafe reference._withUnsafeGuaranteedRef(body)
    }

    // MARK: - Counting

    /// Counts a reference, which somebody must release.
    @unsafe @_transparent
    static func retaining(_ object: Object) -> Unheld { unsafe Unheld(.passRetained(object)) }

    @unsafe @_transparent
    func retain() { _ = unsafe reference.retain() }

    @unsafe @_transparent
    func release() { unsafe reference.release() }

    /// The object; takes over the reference that `retaining` has counted.
    @unsafe @_transparent
    func takeRetained() -> Object { unsafe reference.takeRetainedValue() }
}

extension Unheld: Equatable {
    @inline(__always)
    @usableFromInline
    package static func == (left: Unheld, right: Unheld) -> Bool { left.bits == right.bits }
}

// Sound because it is no more than the object's own reference.
extension Unheld: Sendable where Object: Sendable {}
