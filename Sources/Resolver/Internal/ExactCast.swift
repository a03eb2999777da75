/// The value of an `Any` whose dynamic type is known to be `T`.
///
/// A dynamic cast costs more than finding a registration. An existential holds a value of up to three words in itself,
/// which is part of Swift's binary interface, so such a value is read where it stands; any other is cast.
@inlinable @inline(__always)
func exactCast<T>(_ value: Any, to type: T.Type) -> T {
    guard MemoryLayout<T>.size <= 24, MemoryLayout<T>.alignment <= 8, _isBitwiseTakable(T.self) else {
        // swift-format-ignore: NeverForceUnwrap
        return value as! T
    }
    return unsafe withUnsafePointer(to: value) { unsafe UnsafeRawPointer($0).assumingMemoryBound(to: T.self).pointee }
}
