/// A message or a part of one: a header and the bytes behind it (RFC 2045, 2046).
struct MIMEPart: Sendable {
    let headers: HeaderFields
    let body: [UInt8]

    /// Mail nested deeper than this is an attack on the reader's stack, not a message.
    private static let maximumDepth = 16

    /// What a person would read: plain text where there is any, else HTML made plain.
    func text() -> String {
        text(depth: 0).trimmed()
    }

    private func text(depth: Int) -> String {
        let type = ContentType(headers.raw("content-type") ?? "text/plain")
        if depth < Self.maximumDepth, let boundary = type.boundary {
            let parts = Self.parts(of: body, boundary: boundary)
            if !parts.isEmpty {
                return type.value == "multipart/alternative"
                    ? Self.best(of: parts, depth: depth + 1)
                    : parts.map { $0.text(depth: depth + 1).trimmed() }.filter { !$0.isEmpty }
                        .joined(separator: "\n\n")
            }
        }
        if let note = attachmentNote(type) { return note }
        let content = TransferEncoding(header: headers.raw("content-transfer-encoding")).decode(body)
        if type.value == "message/rfc822", depth < Self.maximumDepth {
            return Self(content).text(depth: depth + 1)
        }
        let text = Charset.decode(content, named: type.charset).replacing("\r\n", with: "\n")
        return type.value == "text/html" ? HTMLText.plain(text) : text
    }

    /// The best of several renderings of one text: the first plain one, else the last that is not empty.
    private static func best(of parts: [MIMEPart], depth: Int) -> String {
        let texts = parts.map { (type: $0.typeName, text: $0.text(depth: depth)) }
            .filter { !$0.text.trimmed().isEmpty }
        return texts.first { $0.type == "text/plain" }?.text ?? texts.last?.text ?? ""
    }

    private var typeName: String {
        ContentType(headers.raw("content-type") ?? "text/plain").value
    }

    /// The line to show in place of a part that is not text; nil for a part that is.
    private func attachmentNote(_ type: ContentType) -> String? {
        let disposition = ContentType(headers.raw("content-disposition") ?? "inline")
        let isText =
            type.value.hasPrefix("text/") || type.isMultipart || type.value.hasPrefix("message/")
            || !type.value.contains("/")
        guard !isText || disposition.value == "attachment" else { return nil }
        let name = disposition["filename"] ?? type["name"]
        return "[attachment: \(name.map(EncodedWords.decode) ?? "unnamed"), \(type.value)]"
    }
}

extension MIMEPart {
    /// Splits bytes into header and body at the first empty line.
    init(_ bytes: [UInt8]) {
        var header: [[UInt8]] = []
        var rest = bytes[...]
        while let line = Self.popLine(&rest) {
            if line.isEmpty { break }
            header.append(Array(line))
        }
        self.init(headers: HeaderFields(lines: header), body: Array(rest))
    }

    /// The parts between the boundary lines.
    ///
    /// Text before the first part and after the last one is left out.
    static func parts(of body: [UInt8], boundary: String) -> [MIMEPart] {
        let delimiter = Array("--\(boundary)".utf8)
        var parts: [MIMEPart] = []
        var partStart: Int?
        var rest = body[...]
        while !rest.isEmpty {
            let lineStart = rest.startIndex
            guard let line = popLine(&rest) else { break }
            guard let kind = Delimiter(line, delimiter) else { continue }
            if let start = partStart {
                // The line end before a boundary belongs to the boundary.
                let end = max(start, lineStart - 1)
                parts.append(MIMEPart(Array(body[start..<end])))
            }
            partStart = kind == .close ? nil : rest.startIndex
            if kind == .close { return parts }
        }
        if let start = partStart { parts.append(MIMEPart(Array(body[start...]))) }
        return parts
    }

    /// Whether a multipart body has its closing line.
    ///
    /// A body that is not multipart is always closed.
    var isClosed: Bool {
        guard let boundary = ContentType(headers.raw("content-type") ?? "").boundary else { return true }
        let delimiter = Array("--\(boundary)".utf8)
        var rest = body[...]
        while let line = Self.popLine(&rest) {
            if Delimiter(line, delimiter) == .close { return true }
        }
        return false
    }

    private enum Delimiter {
        case open, close

        init?(_ line: ArraySlice<UInt8>, _ delimiter: [UInt8]) {
            guard line.starts(with: delimiter) else { return nil }
            var end = line.dropFirst(delimiter.count)
            while let last = end.last, HeaderFields.isBlank(last) { end.removeLast() }
            if end.isEmpty {
                self = .open
            } else if end.elementsEqual("--".utf8) {
                self = .close
            } else {
                return nil
            }
        }
    }

    /// Takes one line off, without its line end; nil where nothing is left.
    private static func popLine(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard !rest.isEmpty else { return nil }
        let end = rest.position(of: UInt8(ascii: "\n")) ?? rest.endIndex
        var line = rest[..<end]
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        rest = end == rest.endIndex ? rest[end...] : rest[(end + 1)...]
        return line
    }
}
