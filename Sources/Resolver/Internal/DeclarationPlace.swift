/// Where a typed factory is declared, which is what tells declarations of one type apart.
///
/// The texts are those of literals: pointers to bytes that end in a zero and live as long as the program.
@usableFromInline
@safe
@frozen
package struct DeclarationPlace: @unchecked Sendable {
    // Sound because a literal's bytes never change and are never freed.

    @usableFromInline let file: UnsafePointer<UInt8>
    /// The property's name, for display.
    @usableFromInline let function: UnsafePointer<UInt8>
    @usableFromInline let line: UInt32
    /// The column in the lower half; in the upper half which of the declaration's variants is meant, 0 for itself.
    @usableFromInline let column: UInt32

    /// The place of a declaration.
    @inlinable @inline(__always)
    package init(file: StaticString, line: UInt, column: UInt, function: StaticString) {
        unsafe self.file = file.utf8Start
        unsafe self.function = function.utf8Start
        self.line = UInt32(truncatingIfNeeded: line)
        self.column = UInt32(truncatingIfNeeded: column) & 0xFFFF
    }

    /// A variant of a declaration, with registrations and instances of its own.
    package init(_ place: DeclarationPlace, variant: Int) {
        unsafe file = unsafe place.file
        unsafe function = unsafe place.function
        line = place.line
        column = place.column & 0xFFFF | UInt32(truncatingIfNeeded: variant) << 16
    }

    /// Two copies of one literal may stand in a program, so texts count where the pointers differ.
    @inlinable @inline(__always)
    func matches(_ other: DeclarationPlace) -> Bool {
        guard line == other.line, column == other.column else { return false }
        return unsafe file == other.file || hasSameText(as: other)
    }

    @usableFromInline @inline(never)
    func hasSameText(as other: DeclarationPlace) -> Bool {
        unsafe String(cString: file) == String(cString: other.file)
    }

    @inlinable @inline(__always)
    func hash(of type: Any.Type) -> UInt {
        let address = UInt(bitPattern: ObjectIdentifier(type)) >> 4
        return (address ^ UInt(line) << 20 ^ UInt(column) << 36) &* 0x9E37_79B9_7F4A_7C15
    }

    /// Whether it is a variant's.
    var isVariant: Bool { column >> 16 != 0 }

    /// The property's name.
    package var name: String { unsafe String(cString: function) }

    var fileText: String { unsafe String(cString: file) }
}

extension DeclarationPlace: CustomStringConvertible {
    /// File and line.
    @usableFromInline
    package var description: String { unsafe "\(String(cString: file)):\(line)" }
}
