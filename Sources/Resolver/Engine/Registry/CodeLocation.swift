/// A place in a program's source: where a call is, or where a service is registered or declared.
///
/// The file is the text of a literal: bytes that end in a zero and live as long as the program.
@usableFromInline
@frozen
@safe
package struct CodeLocation: @unchecked Sendable {
    // Sound because a literal's bytes never change and are never freed.

    @usableFromInline let filePointer: UnsafePointer<UInt8>
    @usableFromInline package let line: UInt

    @inlinable @_transparent
    package init(_ file: StaticString, _ line: UInt) {
        unsafe filePointer = unsafe file.utf8Start
        self.line = line
    }

    @inlinable @_transparent
    package init(filePointer: UnsafePointer<UInt8>, line: UInt) {
        unsafe self.filePointer = unsafe filePointer
        self.line = line
    }

    /// The location of a call through a function value or a protocol, which passes none.
    @inlinable package static var unknown: CodeLocation { CodeLocation("", 0) }

    /// Whether it says where.
    var isKnown: Bool { line != 0 }

    /// The file, as `#fileID` has it.
    package var file: String { unsafe String(cString: filePointer) }
}

extension CodeLocation: CustomStringConvertible {
    /// The file and the line; empty where it is not known.
    // Not inlined, as only texts ask for it.
    @usableFromInline @inline(never)
    package var description: String { line == 0 ? "" : "\(file):\(line)" }
}

extension CodeLocation: Hashable {
    /// A program may have two copies of one literal, so the texts are compared where the pointers differ.
    @usableFromInline
    package static func == (left: CodeLocation, right: CodeLocation) -> Bool {
        unsafe left.line == right.line && sameText(left.filePointer, right.filePointer)
    }

    @usableFromInline
    package func hash(into hasher: inout Hasher) { hasher.combine(line) }
}

/// Whether two texts of literals are equal.
@inline(__always)
func sameText(_ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>) -> Bool {
    unsafe left == right || sameBytes(left, right)
}

@inline(never)
private func sameBytes(_ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>) -> Bool {
    var index = 0
    while unsafe left[index] == right[index] {
        if unsafe left[index] == 0 { return true }
        index += 1
    }
    return false
}
