/// The header of a message or of one of its parts, in the order it was written.
struct HeaderFields: Equatable, Sendable {
    private var fields: [(name: String, value: String)] = []

    /// Joins folded lines and decodes the bytes.
    ///
    /// Lines without a colon are passed over.
    init(lines: [[UInt8]]) {
        for line in lines {
            if let first = line.first, Self.isBlank(first) {
                // The line break of a folded field goes, the white space stays (RFC 5322, 2.2.3).
                if !fields.isEmpty {
                    fields[fields.count - 1].value += Charset.decodeGuessing(line)
                }
            } else if let colon = line.firstIndex(of: UInt8(ascii: ":")) {
                let name = Charset.decodeGuessing(line[..<colon])
                fields.append((name.trimmed().lowercased(), Charset.decodeGuessing(line[(colon + 1)...])))
            }
        }
    }

    /// The first field of that name, as it was written but for the blanks around it.
    func raw(_ name: String) -> String? {
        fields.first { $0.name == name.lowercased() }?.value.trimmed()
    }

    /// The first field of that name, with its encoded words made readable.
    func text(_ name: String) -> String? {
        raw(name).map(EncodedWords.decode)
    }

    /// All message ids (`<…>`) of a field.
    func messageIDs(_ name: String) -> [String] {
        guard let value = raw(name) else { return [] }
        return value.split(separator: "<", omittingEmptySubsequences: false).dropFirst().compactMap { piece in
            guard let end = piece.firstIndex(of: ">"), end != piece.startIndex else { return nil }
            return "<" + piece[..<end].filter { !$0.isWhitespace } + ">"
        }
    }

    /// Whether a line opens a field: printable ASCII, then a colon.
    static func beginsField(_ line: [UInt8]) -> Bool {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > 0 else { return false }
        // Old mailers put blanks before the colon (RFC 5322, 4.5).
        var end = colon
        while end > 0, isBlank(line[end - 1]) { end -= 1 }
        return end > 0 && line[..<end].allSatisfy { (33...126).contains($0) }
    }

    static func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
    }

    static func == (left: Self, right: Self) -> Bool {
        left.fields.elementsEqual(right.fields) { $0 == $1 }
    }
}

extension StringProtocol {
    /// The text without white space at either end.
    func trimmed() -> String {
        guard let first = firstIndex(where: { !$0.isWhitespace }),
            let last = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(self[first...last])
    }
}
