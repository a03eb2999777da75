/// An instance by address and type, for decorators and closers; valid during their call only.
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

    /// A copy of the instance; nil where it is not of the type.
    ///
    /// An override may have made it as another type, which needs a cast. Otherwise the cast is avoided, as it would take longer
    /// than all the rest.
    @inlinable
    package func service<Service>(as type: Service.Type) -> Service? {
        if self.type == type { return unsafe address.assumingMemoryBound(to: type).pointee }
        return unsafe anyValue(at: address, self.type) as? Service
    }
}
