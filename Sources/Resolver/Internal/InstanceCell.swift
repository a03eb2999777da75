/// Where a registration keeps its instance: empty, being built, or ready.
final class InstanceCell: @unchecked Sendable {
    // Sound because `content` is a shared word, and the rest is guarded by the engine's lock.

    /// What is kept: a `Box` or a `WeakBox` of the service, which this word owns; 0 when empty or being built.
    ///
    /// The lowest bit tells a `WeakBox`: a reader cannot know it from the lifetime, which may have been stated anew since
    /// the instance was kept, or since the reader looked.
    let content = SharedWord(0)
    /// The thread that builds the instance now.
    var construction: Construction?
    /// The list that was told of it last.
    ///
    /// Others may still have it, from scopes it had before.
    var list: ObjectIdentifier?
    /// The scope that keeps the instance.
    var scope: ResolverScope?
    /// When the instance was last asked for, where that ends its time to live.
    var lastUse: UInt64 = 0

    init() {}

    deinit {
        if let content = unsafe UnsafeRawPointer(bitPattern: content.load() & ~InstanceCell.weak) {
            unsafe Unmanaged<AnyObject>.fromOpaque(content).release()
        }
    }

    static var weak: UInt { 1 }

    /// Whether there is nothing in it, and nothing on its way.
    ///
    /// Called under the engine's lock.
    var isEmpty: Bool { content.load() == 0 && construction == nil }

    /// Where the kept instance stands, and what holds it besides the cell, retained.
    ///
    /// For who copies under a mark or holds the engine's lock.
    @inline(__always)
    var kept: (UnsafeMutableRawPointer, holder: Unmanaged<AnyObject>?)? { unsafe kept(content.loadInOrder()) }

    /// The same for a word of `content`.
    @inline(__always)
    private func kept(_ word: UInt) -> (UnsafeMutableRawPointer, holder: Unmanaged<AnyObject>?)? {
        guard let content = unsafe UnsafeRawPointer(bitPattern: word & ~InstanceCell.weak) else { return nil }
        if word & InstanceCell.weak == 0 {
            return unsafe (Unmanaged<Box>.fromOpaque(content)._withUnsafeGuaranteedRef { unsafe $0.address }, nil)
        }
        return unsafe Unmanaged<WeakBox>.fromOpaque(content)._withUnsafeGuaranteedRef { box in
            unsafe box.object.map { unsafe (box.address, Unmanaged.passRetained($0)) }
        }
    }

    /// Copies the kept instance out.
    func value<Service>(as type: Service.Type, on thread: ThreadState.Pointer) -> Service? {
        unsafe Engine.copying(thread) { copy(as: type) }
    }

    /// Copies the kept instance out, and tells one that is gone from one that never was.
    func valueOrGone<Service>(as type: Service.Type, on thread: ThreadState.Pointer) -> Service?? {
        unsafe Engine.copying(thread) { () -> Service?? in
            // Read once: it may be emptied at any moment.
            let word = content.loadInOrder()
            return word == 0 ? .none : .some(copy(word, as: type))
        }
    }

    /// Copies the kept instance out, for who copies under a mark or holds the engine's lock.
    func copy<Service>(as type: Service.Type) -> Service? { copy(content.loadInOrder(), as: type) }

    /// Copies out what a word of `content` stands for.
    private func copy<Service>(_ word: UInt, as type: Service.Type) -> Service? {
        guard let (address, holder) = unsafe kept(word) else { return nil }
        let value = unsafe address.assumingMemoryBound(to: type).pointee
        // Never the last reference, as the copy has one.
        unsafe holder?.release()
        return value
    }

    /// Keeps what was built.
    ///
    /// Called under the engine's lock; what is returned is released after it.
    func keep(_ box: AnyObject, weak: Bool) -> AnyObject? {
        let word = unsafe UInt(bitPattern: Unmanaged.passRetained(box).toOpaque())
        return replaceContent(weak ? word | InstanceCell.weak : word)
    }

    /// Empties the cell.
    ///
    /// Called under the engine's lock, which then waits for copies and releases what is returned.
    ///
    /// An instance that is being built meanwhile goes to those who wait for it, and is not kept.
    func empty() -> AnyObject? {
        construction?.isDiscarded = true
        construction = nil
        return replaceContent(0)
    }

    /// What a cell keeps, to be kept again later.
    struct Content {
        let box: AnyObject
        let isWeak: Bool
        let scope: ResolverScope?
    }

    /// What it keeps.
    ///
    /// Called under the engine's lock.
    var saved: Content? {
        let word = content.load()
        guard let pointer = unsafe UnsafeRawPointer(bitPattern: word & ~InstanceCell.weak) else { return nil }
        return unsafe Content(
            box: Unmanaged<AnyObject>.fromOpaque(pointer).takeUnretainedValue(), isWeak: word & InstanceCell.weak != 0,
            scope: scope)
    }

    /// Keeps again what it once kept.
    ///
    /// Called under the engine's lock; what is returned is released after it.
    func restore(_ saved: Content) -> AnyObject? {
        scope = saved.scope
        return keep(saved.box, weak: saved.isWeak)
    }

    /// Drops what it keeps; what is being built goes on.
    ///
    /// Called under the engine's lock, which then waits for copies and releases what is returned.
    func drop() -> AnyObject? { replaceContent(0) }

    private func replaceContent(_ word: UInt) -> AnyObject? {
        let old = content.exchange(word) & ~InstanceCell.weak
        guard let old = unsafe UnsafeRawPointer(bitPattern: old) else { return nil }
        return unsafe Unmanaged<AnyObject>.fromOpaque(old).takeRetainedValue()
    }
}

/// A value on the heap, for who knows its type.
@safe
final class Box {
    let address: UnsafeMutableRawPointer
    private let type: Any.Type

    init<Value>(_ value: Value) {
        let memory = UnsafeMutablePointer<Value>.allocate(capacity: 1)
        unsafe memory.initialize(to: value)
        unsafe address = UnsafeMutableRawPointer(memory)
        type = Value.self
    }

    deinit {
        unsafe destroy(address, type)
        unsafe address.deallocate()
    }

    func value<Value>(as type: Value.Type) -> Value {
        unsafe address.assumingMemoryBound(to: type).pointee
    }
}

/// A value whose only reference is to one object, without that reference.
///
/// The value's bits are kept beside a weak reference: while the object lives they are a valid value, and copying them
/// retains it. Reading thus needs no cast from `AnyObject` back to the service's type.
@safe
final class WeakBox {
    private(set) weak var object: AnyObject?
    let address: UnsafeMutableRawPointer

    /// Nil when the value is not an instance of a class.
    init?<Value>(_ value: Value) {
        guard let content = unwrapped(value), type(of: content) is AnyClass else { return nil }
        unsafe address = UnsafeMutableRawPointer(UnsafeMutablePointer<Value>.allocate(capacity: 1))
        object = content as AnyObject
        unsafe withUnsafePointer(to: value) { source in
            unsafe address.copyMemory(from: source, byteCount: MemoryLayout<Value>.size)
        }
    }

    deinit { unsafe address.deallocate() }
}

/// Destroys a value in place.
func destroy(_ address: UnsafeMutableRawPointer, _ type: Any.Type) {
    func destroy<Value>(_: Value.Type) {
        _ = unsafe address.assumingMemoryBound(to: Value.self).deinitialize(count: 1)
    }
    _openExistential(type, do: destroy)
}
