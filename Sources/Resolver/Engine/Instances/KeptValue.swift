/// A kept instance: a value on the heap, which is read by code that knows its type.
///
/// A value can be held weakly if its only reference is to one object. Its bits are stored, without counting that reference,
/// beside a weak reference to the object. While the object lives, the bits are a valid value; a reader that moves them out
/// counts a reference first. So reading needs no cast from `AnyObject` back to the service's type.
///
/// This object itself has the value, so that keeping one allocates once.
@safe
final class KeptValue: ManagedBuffer<KeptValue.Header, UInt> {
    @safe
    struct Header {
        let address: UnsafeMutableRawPointer
        let type: Any.Type
        let isWeak: Bool
        /// The object that is held weakly.
        fileprivate(set) weak var object: AnyObject?
        /// When it was last asked for, in seconds on its environment's clock; nil until its time to live begins.
        ///
        /// Infinity where no time to live ends it.
        fileprivate(set) var lastUse: Double?
        /// In seconds; an instance that is not asked for in this time is dropped.
        fileprivate(set) var timeToLive: Double?
        /// What is needed to close the instance; nil where it has no closer.
        fileprivate(set) var duty: ClosingDuty?
    }

    /// Makes room for a value, which the caller must put there.
    static func make(_ type: Any.Type, size: Int, alignment: Int) -> KeptValue {
        make(type, size: size, alignment: alignment, isWeak: false, object: nil)
    }

    /// Stands for an instance that was held weakly, and is gone.
    static func gone(_ type: Any.Type) -> KeptValue { make(type, size: 0, alignment: 1, isWeak: true, object: nil) }

    /// Keeps a copy of a value.
    static func make<Value>(_ value: Value) -> KeptValue {
        let kept = make(Value.self, size: MemoryLayout<Value>.size, alignment: MemoryLayout<Value>.alignment)
        unsafe kept.address.initializeMemory(as: Value.self, to: value)
        return kept
    }

    private static func make(
        _ type: Any.Type, size: Int, alignment: Int, isWeak: Bool, object: AnyObject?
    ) -> KeptValue {
        let spare = max(0, alignment - MemoryLayout<UInt>.alignment)
        let words = (size + spare + MemoryLayout<UInt>.size - 1) / MemoryLayout<UInt>.size
        let kept = create(minimumCapacity: words) { kept in
            let begin = unsafe kept.withUnsafeMutablePointerToElements { UInt(bitPattern: $0) }
            let aligned = (begin + UInt(spare)) & ~UInt(alignment - 1)
            return unsafe Header(
                address: UnsafeMutableRawPointer(bitPattern: spare == 0 ? begin : aligned).unsafelyUnwrapped,
                type: type, isWeak: isWeak, object: object)
        }
        return unsafe unsafeDowncast(kept, to: KeptValue.self)
    }

    deinit { if !isWeak { unsafe destroyValue(at: address, type) } }

    // Not `header`, which is checked at each access.
    private var fields: UnsafeMutablePointer<Header> { unsafe withUnsafeMutablePointerToHeader { unsafe $0 } }

    var address: UnsafeMutableRawPointer { unsafe fields.pointee.address }
    var type: Any.Type { unsafe fields.pointee.type }
    var isWeak: Bool { unsafe fields.pointee.isWeak }
    var object: AnyObject? { unsafe fields.pointee.object }
    var duty: ClosingDuty? { unsafe fields.pointee.duty }

    /// In seconds.
    var timeToLive: Double? { unsafe fields.pointee.timeToLive }

    /// Begins its time to live, or begins it anew.
    func use(within timeToLive: Double, at now: Double) {
        if unsafe fields.pointee.lastUse == .infinity { return }
        unsafe fields.pointee.timeToLive = timeToLive
        unsafe fields.pointee.lastUse = now
    }

    /// Makes it outlive any time to live.
    func neverExpire() { unsafe fields.pointee.lastUse = .infinity }

    /// Notes the closer of its registration, if there is one; an instance that is held weakly is never closed.
    ///
    /// Under the engine's lock, when it begins to be kept.
    func noteDuty(_ key: ServiceKey, registered location: CodeLocation, _ closer: Closer?) {
        guard !isWeak, let closer else { return }
        unsafe fields.pointee.duty = ClosingDuty(key, registered: location, closer)
    }

    /// The same value held weakly; nil where it is not an instance of a class.
    func weakCopy() -> KeptValue? {
        func copy<Value>(_: Value.Type) -> KeptValue? {
            guard let content = unsafe unwrapped(anyValue(at: address, type)), Swift.type(of: content) is AnyClass
            else {
                return nil
            }
            let object = content as AnyObject
            // A value that holds its object in a box, as `any Error` does, would lose the box.
            let holds = unsafe address.load(as: UInt.self) == Unheld(object).bits
            guard holds else { return nil }
            let copy = KeptValue.make(
                type, size: MemoryLayout<Value>.size, alignment: MemoryLayout<Value>.alignment, isWeak: true,
                object: object)
            unsafe copy.address.copyMemory(from: address, byteCount: MemoryLayout<Value>.size)
            unsafe (copy.fields.pointee.lastUse, copy.fields.pointee.timeToLive) =
                unsafe (fields.pointee.lastUse, timeToLive)
            return copy
        }
        return _openExistential(type, do: copy)
    }

    /// Whether its time to live is over.
    ///
    /// A clock that goes back lets nothing expire, as no time to live is less than 0. Neither does one that gives no number.
    func isExpired(at now: Double, after timeToLive: Double?) -> Bool {
        guard let timeToLive, let lastUse = unsafe fields.pointee.lastUse else { return false }
        return now - lastUse >= timeToLive
    }

    /// Whether it is nil, of an optional type.
    var isNil: Bool { unsafe isOptionalType(type) && unwrapped(anyValue(at: address, type)) == nil }
}

/// The value at an address, for those who do not know its type.
@usableFromInline
func anyValue(at address: UnsafeRawPointer, _ type: Any.Type) -> Any {
    func value<Value>(_: Value.Type) -> Any { unsafe address.assumingMemoryBound(to: Value.self).pointee }
    return _openExistential(type, do: value)
}

/// Destroys a value in place.
func destroyValue(at address: UnsafeMutableRawPointer, _ type: Any.Type) {
    func destroy<Value>(_: Value.Type) {
        // Not `deinitialize(count:)`, which goes through the runtime's loop for arrays.
        _ = unsafe address.assumingMemoryBound(to: Value.self).move()
    }
    _openExistential(type, do: destroy)
}

/// A value without the optionals around it; nil where one of them is nil.
package func unwrapped(_ value: Any) -> Any? {
    guard isOptionalType(type(of: value)), let optional = value as? any OptionalValue else { return value }
    return optional.content.flatMap { unwrapped($0) }
}

func isOptionalType(_ type: Any.Type) -> Bool {
    func isOptional<Value>(_: Value.Type) -> Bool { _isOptional(Value.self) }
    return _openExistential(type, do: isOptional)
}

private protocol OptionalValue {
    var content: Any? { get }
}

extension Optional: OptionalValue {
    fileprivate var content: Any? { map { $0 } }
}
