/// The value of an existential, where its type is the very one that is asked for; nil otherwise, which says nothing.
///
/// A dynamic cast costs more than finding a registration. An existential is a buffer of three words and its value's
/// type; the buffer holds a value that fits, and nil has no type. This layout is part of Swift's binary interface, so
/// a value that fits is read where it stands.
@inlinable @inline(__always)
func exactValue<T>(at existential: UnsafePointer<Any?>, as type: T.Type) -> T? {
    guard MemoryLayout<T>.size <= 24, MemoryLayout<T>.alignment <= 8, _isBitwiseTakable(T.self) else { return nil }
    let words = unsafe UnsafeRawPointer(existential)
    guard unsafe words.load(fromByteOffset: 24, as: UInt.self) == UInt(bitPattern: ObjectIdentifier(type)) else {
        return nil
    }
    return unsafe words.assumingMemoryBound(to: T.self).pointee
}

/// Whether a type is an optional.
///
/// The first word of a type's metadata tells its kind, as part of Swift's binary interface.
func isOptional(_ type: Any.Type) -> Bool { kind(of: type) == kind(of: Never?.self) }

private func kind(of type: Any.Type) -> UInt { unsafe unsafeBitCast(type, to: UnsafePointer<UInt>.self).pointee }

/// Whether a value is nil, of a type that the caller does not know to be optional.
func isNil<Value>(_ value: Value) -> Bool { unwrapped(value) == nil }

/// A value without the optionals around it; nil where one of them is nil.
func unwrapped(_ value: Any) -> Any? {
    guard isOptional(type(of: value)), let optional = value as? any OptionalValue else { return value }
    return optional.content.flatMap { unwrapped($0) }
}

private protocol OptionalValue {
    var content: Any? { get }
}

extension Optional: OptionalValue {
    fileprivate var content: Any? { map { $0 } }
}
