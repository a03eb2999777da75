/// A `Content-Type` or `Content-Disposition` field: a value with parameters.
struct ContentType: Equatable, Sendable {
    /// `text/plain`, `attachment`, in lower case.
    let value: String

    private let parameters: [String: String]

    init(_ header: String) {
        var pieces = Self.split(header)
        value = pieces.removeFirst().trimmed().lowercased()
        var parameters: [String: String] = [:]
        for piece in pieces {
            guard let equals = piece.firstIndex(of: "=") else { continue }
            let name = piece[..<equals].trimmed().lowercased()
            // The first of two parameters of one name counts: a later one is more often an attack than a mend.
            if parameters[name] == nil {
                parameters[name] = Self.unquote(piece[piece.index(after: equals)...].trimmed())
            }
        }
        self.parameters = parameters
    }

    var isMultipart: Bool { value.hasPrefix("multipart/") }

    var charset: String? { self["charset"] }

    /// The text of the lines that separate the parts of a multipart body.
    var boundary: String? {
        guard isMultipart, let boundary = self["boundary"], !boundary.isEmpty else { return nil }
        return boundary
    }

    subscript(name: String) -> String? {
        parameters[name] ?? parameters[name + "*"].map(Self.decodeExtended)
    }

    /// Splits at semicolons outside of quotes.
    ///
    /// The result has at least one element.
    private static func split(_ header: String) -> [String] {
        var pieces = [""]
        var isQuoted = false
        var isEscaped = false
        for character in header {
            if character == ";", !isQuoted {
                pieces.append("")
                continue
            }
            if character == "\"", !isEscaped { isQuoted.toggle() }
            isEscaped = character == "\\" && isQuoted && !isEscaped
            pieces[pieces.count - 1].append(character)
        }
        return pieces
    }

    private static func unquote(_ text: String) -> String {
        guard text.hasPrefix("\"") else { return text }
        var result = ""
        var isEscaped = false
        for character in text.dropFirst() {
            if isEscaped {
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
                continue
            } else if character == "\"" {
                break
            }
            result.append(character)
        }
        return result
    }

    /// Decodes `charset'language'percent-encoded` (RFC 2231, 4).
    private static func decodeExtended(_ text: String) -> String {
        let pieces = text.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
        guard pieces.count == 3 else { return text }
        // Percent encoding is quoted-printable with another sign.
        let bytes = TransferEncoding.quotedPrintable.decode(
            pieces[2].utf8.map { $0 == UInt8(ascii: "%") ? UInt8(ascii: "=") : $0 }
        )
        return Charset.decode(bytes, named: String(pieces[0]))
    }
}
