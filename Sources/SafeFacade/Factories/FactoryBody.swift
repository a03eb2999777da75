/// A factory's closure, which is handed the container or not.
///
/// An enum would say so more plainly. But a factory is released where it was called, and an enum of closures of a
/// generic type is released by way of its value witness table, which costs as much as finding the registration.
@usableFromInline
@frozen
struct FactoryBody<Plain: Sendable, Handed: Sendable>: Sendable {
    @usableFromInline let plain: Plain
    @usableFromInline let isHanded: Bool

    @inlinable @inline(__always)
    init(plain: Plain) {
        self.plain = plain
        isHanded = false
    }

    // Sound because both are closures, and it is called as what it is.
    @inlinable @inline(__always)
    init(handed: Handed) {
        plain = unsafe unsafeBitCast(handed, to: Plain.self)
        isHanded = true
    }

    /// The closure that is handed the container; only where `isHanded`.
    @inlinable @inline(__always)
    var handed: Handed { unsafe unsafeBitCast(plain, to: Handed.self) }
}
