/// Results as the text a user sees.
///
/// Every command prints through here.
package struct TextRenderer: Sendable {
    package init() {}

    package func text(_ report: ImportReport) -> String {
        let archive = TerminalText.line(report.archive)
        if report.added == 0 {
            let all = report.total == 1 ? "its one message was" : "all \(report.total) messages were"
            return "Imported nothing from \(archive): \(all) here before."
        }
        let known = report.duplicates == 0 ? "" : " \(messages(report.duplicates)) \(wasOrWere(report)) here before."
        return "Imported \(messages(report.added)) from \(archive).\(known)"
    }

    package func text(_ page: MessagePage) -> String {
        guard page.total > 0 else { return "There are no messages." }
        let count = "\(page.messages.count) of \(messages(page.total))"
        return (page.messages.map(row) + ["", count]).joined(separator: "\n")
    }

    package func text(_ open: OpenMessage) -> String {
        let message = open.message
        var lines = [
            "Message \(message.id)",
            "From:    \(TerminalText.line(message.sender))",
            "To:      \(TerminalText.line(message.recipients))",
            "Date:    \(message.date.map(UTCTime.text) ?? "unknown")",
            "Subject: \(subject(message.subject))",
        ]
        if open.conversation.count > 1 {
            let ids = open.conversation.map { $0.id == message.id ? "[\($0.id)]" : "\($0.id)" }
            lines.append("Thread:  \(ids.joined(separator: " "))")
        }
        return (lines + ["", TerminalText.block(message.body)]).joined(separator: "\n")
    }

    package func text(_ hits: [SearchHit], words: String) -> String {
        guard !hits.isEmpty else { return "No message has '\(TerminalText.line(words))'." }
        return hits.map { "\(row($0.message))\n      \(TerminalText.line($0.excerpt))" }.joined(separator: "\n")
    }

    package func text(queued message: OutboxMessage) -> String {
        "Queued as number \(message.id) for \(TerminalText.line(message.recipients)) (\(message.session))."
    }

    package func text(outbox: [OutboxMessage]) -> String {
        guard !outbox.isEmpty else { return "The outbox is empty." }
        return outbox.map { message in
            let time = UTCTime.text(message.queuedAt)
            let recipients = TerminalText.fitted(message.recipients, 24)
            return "\(number(message.id))  \(time)  \(recipients)  \(subject(message.subject))"
        }.joined(separator: "\n")
    }

    private func row(_ message: MessageSummary) -> String {
        let date = message.date.map(UTCTime.text) ?? TerminalText.fitted("unknown", 16)
        let sender = TerminalText.fitted(displayName(message.sender), 20)
        return "\(number(message.id))  \(date)  \(sender)  \(subject(message.subject))"
    }

    /// The name before an address, or the address where there is none.
    private func displayName(_ sender: String) -> String {
        guard let angle = sender.firstIndex(of: "<") else { return sender }
        let name = sender[..<angle].filter { $0 != "\"" }.trimmed()
        return name.isEmpty ? sender[angle...].filter { $0 != "<" && $0 != ">" } : name
    }

    private func subject(_ text: String) -> String {
        let line = TerminalText.line(text)
        return line.isEmpty ? "(no subject)" : line
    }

    private func number(_ id: Int64) -> String {
        let digits = String(id)
        return String(repeating: " ", count: max(0, 4 - digits.count)) + digits
    }

    private func messages(_ count: Int) -> String {
        count == 1 ? "1 message" : "\(count) messages"
    }

    private func wasOrWere(_ report: ImportReport) -> String {
        report.duplicates == 1 ? "was" : "were"
    }
}
