/// A pointer to memory that the engine has allocated, and that it frees only when nobody has a pointer to it any more.
///
/// So it is used like a reference, and its uses are not marked as unsafe: frames live until their thread ends, marks for
/// ever, cells as long as their registration, run or environment. Making one of an address is marked as unsafe: that place
/// must ensure this.
@frozen
@safe
@usableFromInline
package struct StablePointer<Pointee: ~Copyable> {
    @usableFromInline let address: UnsafeMutablePointer<Pointee>

    @unsafe @inlinable @_transparent
    init(_ address: UnsafeMutablePointer<Pointee>) { unsafe self.address = unsafe address }

    /// The pointer that a word has; nil for 0.
    @unsafe @_transparent
    init?(bits: UInt) {
        guard let address = unsafe UnsafeMutablePointer<Pointee>(bitPattern: bits) else { return nil }
        unsafe self.address = unsafe address
    }

    /// Memory for a value, which must be put there before anybody uses it.
    @unsafe
    static func allocate() -> StablePointer {
        let memory = unsafe PlainMemory.allocate(
            size: MemoryLayout<Pointee>.stride, alignment: MemoryLayout<Pointee>.alignment)
        return unsafe StablePointer(memory.bindMemory(to: Pointee.self, capacity: 1))
    }

    /// The same with a value.
    static func allocate(filledWith value: consuming Pointee) -> StablePointer {
        let pointer = unsafe allocate()
        pointer.initialize(to: value)
        return pointer
    }

    /// Puts a value there.
    ///
    /// If there is one already, it must need no deinitialization.
    @_transparent
    func initialize(to value: consuming Pointee) { unsafe address.initialize(to: value) }

    /// Gives the memory back; the value needs no deinitialization, or has had it.
    @unsafe
    func deallocate() { unsafe PlainMemory.free(address) }

    /// Its address as a word.
    @_transparent var bits: UInt { unsafe UInt(bitPattern: address) }

    @inlinable
    package var pointee: Pointee {
        @_transparent
        unsafeAddress { unsafe UnsafePointer(address) }
        @_transparent
        nonmutating unsafeMutableAddress { unsafe address }
    }
}

extension StablePointer: Equatable where Pointee: ~Copyable {
    @inline(__always)
    @usableFromInline
    package static func == (left: StablePointer, right: StablePointer) -> Bool { left.bits == right.bits }
}
