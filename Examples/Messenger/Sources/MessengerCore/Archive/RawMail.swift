/// The lines of one message while an archive is read.
struct RawMail {
    private let envelope: String
    private var header: [[UInt8]] = []
    private var body: [UInt8] = []
    private var isInHeader = true

    init(envelope: [UInt8]) {
        self.envelope = Charset.decodeGuessing(envelope)
    }

    mutating func append(_ line: [UInt8]) {
        guard isInHeader else { return appendToBody(line) }
        if line.isEmpty {
            isInHeader = false
        } else if HeaderFields.beginsField(line) || line.first.map(HeaderFields.isBlank) == true {
            header.append(line)
        } else if !Envelope.isQuoted(line) {
            // Neither a field nor an empty line: the writer forgot the latter.
            isInHeader = false
            appendToBody(line)
        }
    }

    /// Takes off one `>` of a quoted "From " line.
    ///
    /// That is the rule of the mboxrd form. The older mboxo form does not quote `>From ` again; there, and nowhere
    /// else, a text that had `>From ` of its own loses a sign. The forms cannot be told apart.
    private mutating func appendToBody(_ line: [UInt8]) {
        body += Envelope.isQuoted(line) ? line.dropFirst() : line[...]
        body.append(UInt8(ascii: "\n"))
    }

    /// Whether the message may end here: its header is closed, and so is the last part of its body.
    var isComplete: Bool { !isInHeader && part.isClosed }

    var message: MailMessage {
        MailMessage(part: part, envelope: envelope)
    }

    private var part: MIMEPart {
        var body = body
        // The empty line before the next "From " line belongs to the archive, not to the message.
        if body.suffix(2).elementsEqual("\n\n".utf8) { body.removeLast() }
        return MIMEPart(headers: HeaderFields(lines: header), body: body)
    }
}
