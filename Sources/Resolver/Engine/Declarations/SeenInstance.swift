/// An instance by address and type, for decorators; valid during their call only.
@usableFromInline
@frozen
@safe
package struct SeenInstance {
    @usableFromInline let address: UnsafeRawPointer
    @usableFromInline let type: Any.Type
    /// Whether it was just made.
    @usableFromInline package let isMade: Bool

    init(address: UnsafeRawPointer, type: Any.Type, isMade: Bool) {
        unsafe self.address = unsafe address
        self.type = type
        self.isMade = isMade
    }

    /// A copy of it; nil where it is no instance of the type.
    ///
    /// An override may have made one of a type that wraps it. Else no cast is needed, which takes longer than all the
    /// rest.
    @inlinable
    package func service<Service>(as type: Service.Type) -> Service? {
        if self.type == type { return unsafe address.assumingMemoryBound(to: type).pointee }
        return unsafe anyValue(at: address, self.type) as? Service
    }
}
