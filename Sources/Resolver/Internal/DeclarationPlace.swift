/// Where a typed factory is declared, which is what tells declarations of one type apart.
///
/// The texts are those of literals: pointers to bytes that end in a zero and live as long as the program.
@usableFromInline
@safe
package struct DeclarationPlace: @unchecked Sendable {
    // Sound because a literal's bytes never change and are never freed.

    let file: UnsafePointer<UInt8>
    /// The property's name, for display.
    let function: UnsafePointer<UInt8>
    /// The line in the low 24 bits, then 16 for the column, then 16 for which of the declaration's variants is meant, 0 for
    /// itself.
    let position: UInt64

    init(file: UnsafePointer<UInt8>, function: UnsafePointer<UInt8>, position: UInt64) {
        unsafe self.file = unsafe file
        unsafe self.function = unsafe function
        self.position = position & 0xFF_FFFF_FFFF_FFFF
    }

    @inlinable @inline(__always)
    static func position(line: UInt, column: UInt) -> UInt64 {
        UInt64(truncatingIfNeeded: line) & 0xFF_FFFF | (UInt64(truncatingIfNeeded: column) & 0xFFFF) << 24
    }

    var line: UInt { UInt(position & 0xFF_FFFF) }

    /// Two copies of one literal may stand in a program, so texts count where the pointers differ.
    @inline(__always)
    func matches(_ other: DeclarationPlace) -> Bool {
        guard position == other.position else { return false }
        return unsafe file == other.file || hasSameText(as: other)
    }

    @inline(never)
    func hasSameText(as other: DeclarationPlace) -> Bool {
        unsafe String(cString: file) == String(cString: other.file)
    }

    @inline(__always)
    func hash(of type: Any.Type) -> UInt {
        let address = UInt(bitPattern: ObjectIdentifier(type)) >> 4
        return (address ^ UInt(truncatingIfNeeded: position) << 20) &* 0x9E37_79B9_7F4A_7C15
    }

    /// Whether it is a variant's.
    var isVariant: Bool { position >> 40 != 0 }

    /// The property's name.
    package var name: String { unsafe String(cString: function) }

    var fileText: String { unsafe String(cString: file) }
}

extension DeclarationPlace: CustomStringConvertible {
    /// File and line.
    @usableFromInline
    package var description: String { unsafe "\(String(cString: file)):\(line)" }
}
