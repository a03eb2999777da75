/// Text in a header that is not ASCII: `=?charset?B?…?=` and `=?charset?Q?…?=` (RFC 2047).
enum EncodedWords {
    /// Replaces every well-formed encoded word; the rest stays as it is.
    static func decode(_ text: String) -> String {
        var result = ""
        var rest = text[...]
        var pending: Word?
        while let start = rest.firstRange(of: "=?") {
            guard let (word, end) = word(at: start.lowerBound, in: rest) else {
                append(&pending, to: &result)
                result += rest[..<start.upperBound]
                rest = rest[start.upperBound...]
                continue
            }
            let gap = rest[..<start.lowerBound]
            if var open = pending, gap.allSatisfy(\.isWhitespace) {
                // White space between encoded words only folds the line. Bytes of one charset are joined
                // before they are decoded, since senders cut words in the middle of a character.
                if open.charset == word.charset {
                    open.bytes += word.bytes
                    pending = open
                } else {
                    append(&pending, to: &result)
                    pending = word
                }
            } else {
                append(&pending, to: &result)
                result += gap
                pending = word
            }
            rest = rest[end...]
        }
        append(&pending, to: &result)
        return result + rest
    }

    private struct Word {
        let charset: String
        var bytes: [UInt8]
    }

    private static func append(_ word: inout Word?, to result: inout String) {
        guard let open = word else { return }
        result += Charset.decode(open.bytes, named: open.charset)
        word = nil
    }

    /// Reads one encoded word that begins at `start`, and where it ends.
    private static func word(at start: Substring.Index, in text: Substring) -> (Word, Substring.Index)? {
        // A word fits into a line. Without this bound a hostile header takes quadratic time.
        let fields = text[start...].dropFirst(2).prefix(998)
        guard let charsetEnd = fields.firstIndex(of: "?"), charsetEnd != fields.startIndex else { return nil }
        let encoded = fields[fields.index(after: charsetEnd)...]
        guard let encodingEnd = encoded.firstIndex(of: "?") else { return nil }
        let content = encoded[encoded.index(after: encodingEnd)...]
        guard let close = content.firstRange(of: "?=") else { return nil }
        let payload = content[..<close.lowerBound]
        guard !payload.contains(where: { $0 == "?" || $0.isNewline }) else { return nil }

        let bytes: [UInt8]
        switch encoded[..<encodingEnd] {
        case "B", "b": bytes = TransferEncoding.base64.decode(Array(payload.utf8))
        case "Q", "q": bytes = TransferEncoding.decodeQ(Array(payload.utf8))
        default: return nil
        }
        return (Word(charset: fields[..<charsetEnd].lowercased(), bytes: bytes), close.upperBound)
    }
}
