/// The line that begins a message in an mbox file: `From address Mon Mar  2 09:15:00 2026`.
///
/// The form has no standard that writers keep to, and some leave a "From " in the text unquoted. So the line is
/// judged with its neighbours: it has a date or is one word, and a header field follows.
enum Envelope {
    /// Whether a line begins the file's first message.
    static func opensArchive(_ line: [UInt8], following: [UInt8]?) -> Bool {
        hasPrefix(line) && (hasDate(line) || isOneWord(line) || following.map(HeaderFields.beginsField) == true)
    }

    /// Whether a line behind other messages begins a new one.
    static func separates(_ line: [UInt8], following: [UInt8]?, afterBlankLine: Bool) -> Bool {
        guard hasPrefix(line) else { return false }
        if hasDate(line) {
            // Behind a blank line the date decides: a message may have no header, or the file may be cut off here.
            return following.map(beginsHeader) ?? true || afterBlankLine && following?.isEmpty == true
        }
        return afterBlankLine && isOneWord(line) && following.map(beginsHeader) == true
    }

    /// Whether a line is a quoted "From " line: one or more `>` come before it.
    static func isQuoted(_ line: [UInt8]) -> Bool {
        line.first == quote && line.drop { $0 == quote }.starts(with: prefix)
    }

    /// Whether a line may follow the "From " line.
    ///
    /// Old mailers put a second, quoted "From " line there.
    static func beginsHeader(_ line: [UInt8]) -> Bool {
        HeaderFields.beginsField(line) || isQuoted(line)
    }

    private static let prefix = Array("From ".utf8)
    private static let quote = UInt8(ascii: ">")

    private static func hasPrefix(_ line: [UInt8]) -> Bool {
        line.first == prefix[0] && line.starts(with: prefix)
    }

    private static func hasDate(_ line: [UInt8]) -> Bool {
        MailDate.parse(Charset.decodeGuessing(line.dropFirst(prefix.count))) != nil
    }

    private static func isOneWord(_ line: [UInt8]) -> Bool {
        line.dropFirst(prefix.count).split(separator: UInt8(ascii: " ")).count <= 1
    }
}
