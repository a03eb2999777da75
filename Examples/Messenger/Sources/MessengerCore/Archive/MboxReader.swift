/// A file that messages are read from.
package protocol ArchiveReading: Sendable {
    /// What the user calls the archive.
    var path: String { get }

    /// Hands out the messages in the order of the archive, one at a time, and stops at the first error.
    func forEachMessage(_ body: (MailMessage) throws -> Void) throws
}

/// Reads mail archives of the mbox family: mboxo, mboxrd, and what mail programs write in their likeness.
///
/// One message at a time is in memory, however large the archive is.
package struct MboxReader: ArchiveReading {
    /// What to do with an archive that is damaged.
    package enum Damage: Sendable {
        /// Refuse it, naming the line.
        case refuse

        /// Take what can be read: a message that is cut off, or has zero bytes in it.
        case salvage
    }

    package let path: String
    private let damage: Damage

    package init(path: String, damage: Damage = .refuse) {
        self.path = path
        self.damage = damage
    }

    package func forEachMessage(_ body: (MailMessage) throws -> Void) throws {
        try forEachMail { try body($0.message) }
    }

    /// Throws where the archive would be refused.
    ///
    /// This reads the whole file, as damage may be in its last line, but decodes no message.
    package func validate() throws {
        try forEachMail { _ in }
    }

    private func forEachMail(_ body: (RawMail) throws -> Void) throws {
        var lines = try LineReader(path: path)
        defer { lines.close() }
        let first = try firstLine(of: &lines)
        var mail = RawMail(envelope: first.bytes)
        var last = first
        var upcoming = try lines.next()
        try checkStart(first, following: upcoming)

        while let line = upcoming {
            try checkText(line)
            upcoming = try lines.next()
            if Envelope.separates(line.bytes, following: upcoming?.bytes, afterBlankLine: last.bytes.isEmpty) {
                try body(mail)
                mail = RawMail(envelope: line.bytes)
            } else {
                mail.append(line.bytes)
            }
            last = line
        }
        if damage == .refuse, !last.isTerminated || !mail.isComplete {
            throw ArchiveError(path: path, line: last.number, reason: .cutOff)
        }
        try body(mail)
    }

    /// The first line that is not empty.
    private func firstLine(of lines: inout LineReader) throws(ArchiveError) -> LineReader.Line {
        while var line = try lines.next() {
            if line.number == 1, line.bytes.starts(with: Self.byteOrderMark) {
                line.bytes.removeFirst(Self.byteOrderMark.count)
            }
            if !line.bytes.isEmpty { return line }
        }
        throw ArchiveError(path: path, reason: .empty)
    }

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private func checkStart(_ first: LineReader.Line, following: LineReader.Line?) throws(ArchiveError) {
        guard Envelope.opensArchive(first.bytes, following: following?.bytes) else {
            throw ArchiveError(path: path, line: first.number, reason: .notAnArchive)
        }
        if let following, !following.bytes.isEmpty, !Envelope.beginsHeader(following.bytes) {
            throw ArchiveError(path: path, line: following.number, reason: .notAHeader)
        }
    }

    private func checkText(_ line: LineReader.Line) throws(ArchiveError) {
        if damage == .refuse, line.bytes[...].position(of: 0) != nil {
            throw ArchiveError(path: path, line: line.number, reason: .binary)
        }
    }
}
