/// How the bytes of a body were made fit for mail (RFC 2045, 6).
enum TransferEncoding: Equatable, Sendable {
    case identity
    case quotedPrintable
    case base64

    init(header: String?) {
        switch header?.trimmed().lowercased() {
        case "quoted-printable": self = .quotedPrintable
        case "base64": self = .base64
        default: self = .identity
        }
    }

    /// Decodes leniently: what is not in the encoding's alphabet is passed over or kept, never an error.
    func decode(_ bytes: [UInt8]) -> [UInt8] {
        switch self {
        case .identity: bytes
        case .quotedPrintable: Self.decodeQuotedPrintable(bytes)
        case .base64: Self.decodeBase64(bytes)
        }
    }

    /// The `Q` encoding of header words: quoted-printable with `_` for a space.
    static func decodeQ(_ bytes: [UInt8]) -> [UInt8] {
        decodeQuotedPrintable(bytes.map { $0 == UInt8(ascii: "_") ? UInt8(ascii: " ") : $0 })
    }

    private static func decodeQuotedPrintable(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            guard byte == UInt8(ascii: "=") else {
                result.append(byte)
                index += 1
                continue
            }
            if index + 2 < bytes.count, let high = hex(bytes[index + 1]), let low = hex(bytes[index + 2]) {
                result.append(high << 4 | low)
                index += 3
            } else if let next = endOfSoftBreak(in: bytes, after: index) {
                index = next
            } else {
                result.append(byte)
                index += 1
            }
        }
        return result
    }

    /// Where the text goes on behind `=`, optional blanks and a line end; nil where that is not what follows.
    private static func endOfSoftBreak(in bytes: [UInt8], after equals: Int) -> Int? {
        var index = equals + 1
        while index < bytes.count, HeaderFields.isBlank(bytes[index]) || bytes[index] == UInt8(ascii: "\r") {
            index += 1
        }
        if index == bytes.count { return index }
        return bytes[index] == UInt8(ascii: "\n") ? index + 1 : nil
    }

    private static func decodeBase64(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count / 4 * 3)
        var bits: UInt32 = 0
        var count = 0
        for byte in bytes {
            guard let value = sextet(byte) else {
                // Padding ends a group; another may follow where encoded pieces were joined.
                if byte == UInt8(ascii: "=") { (bits, count) = (0, 0) }
                continue
            }
            bits = bits << 6 | UInt32(value)
            count += 6
            if count >= 8 {
                count -= 8
                result.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
        return result
    }

    private static func hex(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        default: nil
        }
    }

    private static func sextet(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0") + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
