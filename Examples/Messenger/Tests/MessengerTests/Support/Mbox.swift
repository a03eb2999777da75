import MessengerCore

/// Archives for tests, and what is read from them.
enum Mbox {
    static let envelope = "From ann@example.org Mon Mar  2 09:15:00 2026"

    /// An archive of one message with the given header fields and body.
    static func one(_ fields: String..., body: String = "Text.\n") -> String {
        "\(envelope)\n\(fields.map { $0 + "\n" }.joined())\n\(body)\n"
    }

    /// An archive of messages that differ in number alone.
    static func numbered(_ numbers: some Sequence<Int>) -> String {
        numbers.map { one("Message-ID: <\($0)@example.org>", "Subject: Number \($0)") }.joined()
    }

    static func read(_ bytes: some Sequence<UInt8>, damage: MboxReader.Damage = .refuse) throws -> [MailMessage] {
        let folder = try TemporaryFolder()
        return try read(path: folder.file("test.mbox", bytes), damage: damage)
    }

    static func read(_ text: String, damage: MboxReader.Damage = .refuse) throws -> [MailMessage] {
        try read(text.utf8, damage: damage)
    }

    static func read(path: String, damage: MboxReader.Damage = .refuse) throws -> [MailMessage] {
        var messages: [MailMessage] = []
        try MboxReader(path: path, damage: damage).forEachMessage { messages.append($0) }
        return messages
    }

    /// Reads an archive that has to be refused.
    static func failure(_ bytes: some Sequence<UInt8>) -> (line: Int?, reason: ArchiveError.Reason)? {
        do {
            _ = try read(bytes)
            return nil
        } catch let error as ArchiveError {
            return (error.line, error.reason)
        } catch {
            return nil
        }
    }

    static func failure(_ text: String) -> (line: Int?, reason: ArchiveError.Reason)? {
        failure(text.utf8)
    }
}
