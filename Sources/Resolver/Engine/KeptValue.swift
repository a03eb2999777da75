/// An instance that is kept: a value on the heap, for those who know its type.
///
/// What is held weakly is a value whose only reference is to one object, without that reference: the value's bits are
/// beside a weak reference. While the object lives they are a valid value, and moving them out takes over a reference. So
/// reading needs no cast from `AnyObject` back to the service's type.
@safe
final class KeptValue {
    let address: UnsafeMutableRawPointer
    let type: Any.Type
    let isWeak: Bool
    /// The object that is held weakly.
    private(set) weak var object: AnyObject?
    /// When it was last asked for, in seconds on the clock of its environment, where that ends its time to live.
    var lastUse = 0.0
    /// In seconds; what is not asked for in time is dropped.
    var timeToLive: Double?

    /// That it is to be closed, if it is.
    private(set) var duty: ClosingDuty?

    /// Makes room for a value; who makes it must fill it.
    init(_ type: Any.Type, size: Int, alignment: Int) {
        self.type = type
        isWeak = false
        unsafe address = unsafe PlainMemory.allocate(
            size: max(size, 1), alignment: max(alignment, MemoryLayout<UInt>.alignment))
    }

    /// Keeps a copy of a value.
    convenience init<Value>(_ value: Value) {
        self.init(Value.self, size: MemoryLayout<Value>.size, alignment: MemoryLayout<Value>.alignment)
        unsafe address.initializeMemory(as: Value.self, to: value)
    }

    private init(bitsOf value: KeptValue, object: AnyObject, size: Int, alignment: Int) {
        type = value.type
        isWeak = true
        unsafe address = unsafe PlainMemory.allocate(
            size: max(size, 1), alignment: max(alignment, MemoryLayout<UInt>.alignment))
        unsafe address.copyMemory(from: value.address, byteCount: size)
        self.object = object
    }

    deinit {
        if !isWeak { unsafe destroyValue(at: address, type) }
        unsafe PlainMemory.free(address)
    }

    /// Remembers that it is to be closed, where its registration says so; what is held weakly is not.
    ///
    /// Under the engine's lock, when it begins to be kept.
    func noteDuty(of registration: Registration) {
        if !isWeak, let closer = registration.closer { duty = ClosingDuty(registration.key, closer) }
    }

    /// The same value held weakly, where that is how it is to be kept.
    func weakCopyIfNeeded(_ keeping: Keeping) -> KeptValue? { keeping == .weakly ? weakCopy() : nil }

    /// The same value held weakly; nil where it is not an instance of a class.
    func weakCopy() -> KeptValue? {
        func copy<Value>(_: Value.Type) -> KeptValue? {
            guard let content = unsafe unwrapped(anyValue(at: address, type)), Swift.type(of: content) is AnyClass
            else {
                return nil
            }
            let object = content as AnyObject
            // What holds it in a box of its own, as `any Error` does, would lose the box.
            let holds = unsafe address.load(as: UnsafeRawPointer.self) == Unmanaged.passUnretained(object).toOpaque()
            return holds
                ? KeptValue(
                    bitsOf: self, object: object, size: MemoryLayout<Value>.size,
                    alignment: MemoryLayout<Value>.alignment)
                : nil
        }
        return _openExistential(type, do: copy)
    }

    /// Whether it has not been asked for in time.
    ///
    /// A clock that goes back lets nothing expire, and neither does one that gives no number.
    func isExpired(at now: Double) -> Bool {
        guard let timeToLive else { return false }
        return now >= lastUse && now - lastUse >= timeToLive
    }

    /// Whether it is nil, of an optional type.
    var isNil: Bool { unsafe isOptional(type) && unwrapped(anyValue(at: address, type)) == nil }
}

/// The value at an address, for those who do not know its type.
func anyValue(at address: UnsafeRawPointer, _ type: Any.Type) -> Any {
    func value<Value>(_: Value.Type) -> Any { unsafe address.assumingMemoryBound(to: Value.self).pointee }
    return _openExistential(type, do: value)
}

/// Destroys a value in place.
func destroyValue(at address: UnsafeMutableRawPointer, _ type: Any.Type) {
    func destroy<Value>(_: Value.Type) {
        _ = unsafe address.assumingMemoryBound(to: Value.self).deinitialize(count: 1)
    }
    _openExistential(type, do: destroy)
}

/// A value without the optionals around it; nil where one of them is nil.
func unwrapped(_ value: Any) -> Any? {
    guard isOptional(type(of: value)), let optional = value as? any OptionalValue else { return value }
    return optional.content.flatMap { unwrapped($0) }
}

private func isOptional(_ type: Any.Type) -> Bool {
    func isOptional<Value>(_: Value.Type) -> Bool { _isOptional(Value.self) }
    return _openExistential(type, do: isOptional)
}

private protocol OptionalValue {
    var content: Any? { get }
}

extension Optional: OptionalValue {
    fileprivate var content: Any? { map { $0 } }
}
