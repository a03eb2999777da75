/// Sends messages.
package protocol MessageSending: Sendable {
    /// Puts a message into the outbox, in the name of the session.
    func send(_ draft: Draft) throws -> OutboxMessage
}

/// Stamps a draft with an id, the time and the session, and puts it into the outbox.
package struct MessageSender: MessageSending {
    private let outbox: any OutboxStoring
    private let tokens: any TokenManaging
    private let clock: any WallClock
    private let identifiers: any IdentifierGenerating

    package init(
        outbox: any OutboxStoring,
        tokens: any TokenManaging,
        clock: any WallClock,
        identifiers: any IdentifierGenerating
    ) {
        self.outbox = outbox
        self.tokens = tokens
        self.clock = clock
        self.identifiers = identifiers
    }

    package func send(_ draft: Draft) throws -> OutboxMessage {
        try draft.validate()
        let token = try tokens.token()
        return try outbox.queue(
            draft,
            messageID: "<\(identifiers.next())@messenger.invalid>",
            session: token.session,
            at: clock.now
        )
    }
}
