/// Hashes of registrations' names.
///
/// Several times faster than `Hasher`, and seeded anew in each process as that is, so that nobody can prepare names
/// that collide. Names are compared as strings are, so texts that are canonically equivalent have equal hashes.
enum NameHash {
    private static let seed = UInt64(UInt(bitPattern: "Resolver".hashValue))

    @inline(never)
    static func of(_ name: String) -> UInt64 {
        // Not `withUTF8`, for which the name would be copied.
        unsafe name.utf8.withContiguousStorageIfAvailable { unsafe ofASCII($0) }.flatMap { $0 } ?? beyondASCII(name)
    }

    /// The hash of bytes, or nil if one of them is not ASCII.
    private static func ofASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64? {
        let raw = UnsafeRawBufferPointer(bytes)
        var hash = seed ^ UInt64(truncatingIfNeeded: raw.count)
        var all: UInt64 = 0
        var index = 0
        while index < raw.count {
            var word: UInt64 = 0
            if raw.count >= 8 {
                // The last word may overlap the one before it.
                word = unsafe raw.loadUnaligned(fromByteOffset: min(index, raw.count - 8), as: UInt64.self)
            } else {
                for byte in 0..<raw.count { word = unsafe word << 8 | UInt64(raw[byte]) }
            }
            all |= word
            // Both halves of the product: without the low one a word could cancel the hash, whatever the seed.
            let product = (hash ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
            hash = product.high ^ product.low ^ seed
            index += 8
        }
        return all & 0x8080_8080_8080_8080 == 0 ? hash : nil
    }

    /// The hash of a text with other scalars: of its ASCII equivalent where there is one, else the standard library's.
    private static func beyondASCII(_ name: String) -> UInt64 {
        var folded = String(String.UnicodeScalarView(name.unicodeScalars.map(folded)))
        return folded.withUTF8 { unsafe ofASCII($0) } ?? UInt64(UInt(bitPattern: name.hashValue))
    }

    /// For the three scalars outside of ASCII that are canonically equivalent to one of ASCII, that one; else the same scalar.
    private static func folded(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar {
        case "\u{212A}": "K"
        case "\u{037E}": ";"
        case "\u{1FEF}": "`"
        default: scalar
        }
    }
}
