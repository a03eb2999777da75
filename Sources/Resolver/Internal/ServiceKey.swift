/// What a service is registered under: its type and an optional name, or its type and where it is declared.
///
/// Types are compared by identity, which stands for the fully qualified name; the readable name is made only when a
/// person reads it.
struct ServiceKey: Sendable {
    let type: Any.Type
    /// The name; for a declaration, how it is shown: `Container.loader`.
    ///
    /// A declaration always has one, so that a lookup by type alone never meets it.
    let name: String?
    let hash: UInt
    /// Where the service is declared, for who declares it with a typed factory.
    let place: DeclarationPlace?

    @inline(__always)
    init(_ type: Any.Type, name: Resolver.Name?) {
        self.type = type
        self.name = name?.rawValue
        hash = ServiceKey.hash(of: type, name: self.name)
        place = nil
    }

    /// The key of a declaration.
    init(_ type: Any.Type, place: DeclarationPlace, display: String) {
        self.type = type
        self.place = place
        name = display
        hash = place.hash(of: type)
    }

    static func == (left: ServiceKey, right: ServiceKey) -> Bool {
        if let place = right.place { return left.matches(type: right.type, place: place) }
        return left.matches(type: right.type, name: right.name, hash: right.hash)
    }

    @inline(__always)
    func matches(type: Any.Type, place: DeclarationPlace) -> Bool {
        guard self.type == type, let own = self.place else { return false }
        return own.matches(place)
    }

    @inline(__always)
    func matches(type: Any.Type, name: String?, hash: UInt) -> Bool {
        guard self.type == type else { return false }
        guard let name else { return self.name == nil }
        return self.hash == hash && self.name == name && place == nil
    }

    /// Spreads the address of the type's metadata, whose low bits are always zero; the table takes the high bits.
    @inline(__always)
    static func hash(of type: Any.Type, name: String?) -> UInt {
        let address = UInt(bitPattern: ObjectIdentifier(type))
        guard let name else { return (address >> 4) &* 0x9E37_79B9_7F4A_7C15 }
        return ((address >> 4) ^ ServiceKey.hash(of: name)) &* 0x9E37_79B9_7F4A_7C15
    }

    /// A hash that is equal for canonically equivalent strings, as `==` on strings is.
    ///
    /// Names are nearly always short and ASCII, where mixing the bytes is several times faster than `Hasher`.
    static func hash(of name: String) -> UInt {
        (unsafe name.utf8.withContiguousStorageIfAvailable { unsafe hash(ofASCII: $0) } ?? nil)
            ?? hashBeyondASCII(of: name)
    }

    /// The hash of bytes, or nil if one of them is not ASCII.
    @inline(__always)
    static func hash(ofASCII bytes: UnsafeBufferPointer<UInt8>) -> UInt? {
        let bytes = UnsafeRawBufferPointer(bytes)
        var hash = UInt64(truncatingIfNeeded: bytes.count)
        var all: UInt64 = 0
        var index = 0
        while index &+ 8 <= bytes.count {
            let word = unsafe bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            all |= word
            hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
            hash ^= hash >> 32
            index &+= 8
        }
        var rest: UInt64 = 0
        while index < bytes.count {
            rest = unsafe rest << 8 | UInt64(bytes[index])
            index &+= 1
        }
        hash = (hash ^ rest) &* 0x9E37_79B9_7F4A_7C15
        return (all | rest) & 0x8080_8080_8080_8080 == 0 ? UInt(truncatingIfNeeded: hash ^ (hash >> 32)) : nil
    }

    /// The hash of a string with other scalars: of its ASCII equivalent where there is one, else the library's own.
    static func hashBeyondASCII(of name: String) -> UInt {
        // The three scalars outside ASCII that are canonically equivalent to one inside.
        let folded = String(
            String.UnicodeScalarView(
                name.unicodeScalars.map { scalar in
                    switch scalar {
                    case "\u{212A}": "K"
                    case "\u{037E}": ";"
                    case "\u{1FEF}": "`"
                    default: scalar
                    }
                }))
        return folded.utf8.allSatisfy { $0 < 0x80 } ? hash(of: folded) : UInt(bitPattern: name.hashValue)
    }
}

extension ServiceKey: CustomStringConvertible {
    /// The type's fully qualified name in quotes, and the name where there is one.
    var description: String {
        guard let name else { return "'\(typeName)'" }
        return place == nil ? "'\(typeName)' (name: \"\(name)\")" : "'\(name)'"
    }

    /// The same without quotes, for lists.
    var display: String {
        guard let name else { return typeName }
        return place == nil ? "\(typeName) (name: \"\(name)\")" : name
    }

    /// The type's fully qualified name.
    var typeName: String { qualifiedName(of: type) }
}

/// A type's fully qualified name, as it is written in a program: with `any` where it is a protocol's.
package func qualifiedName(of type: Any.Type) -> String {
    let name = withoutUnknownContexts(String(reflecting: type))
    let isExistential = String(reflecting: Swift.type(of: type)).hasSuffix(".Protocol")
    return isExistential && name != "Any" && name != "Swift.AnyObject" ? "any \(name)" : name
}

/// The beginning of the `(unknown context at $55aff3f4).` that Swift puts before the name of a private or local type.
private let unknownContext = "(unknown context at $"

/// Whether a type, or a type it is made of, is private or local, so that others may have the same name.
func isPrivate(_ type: Any.Type) -> Bool {
    let name = String(reflecting: type)
    return name.indices.contains { name[$0] == "(" && name[$0...].hasPrefix(unknownContext) }
}

/// A type's name without its unknown contexts.
private func withoutUnknownContexts(_ name: String) -> String {
    var rest = name[...]
    var result = ""
    while let open = rest.firstIndex(of: "(") {
        result += rest[..<open]
        rest = rest[open...]
        if rest.hasPrefix(unknownContext), let close = rest.firstIndex(of: ")") {
            rest = rest[close...].dropFirst(2)
        } else {
            result.append(rest.removeFirst())
        }
    }
    return result + rest
}
