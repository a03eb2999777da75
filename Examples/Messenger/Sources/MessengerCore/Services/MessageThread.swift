/// A message that is open, with the conversation around it.
package struct OpenMessage: Equatable, Sendable {
    package let message: Message

    /// The conversation, oldest first, this message included.
    package let conversation: [MessageSummary]

    package init(message: Message, conversation: [MessageSummary]) {
        self.message = message
        self.conversation = conversation
    }
}

/// The conversation that one message belongs to.
package struct MessageThread: Sendable {
    private let id: Message.ID
    private let loader: any MessageLoading

    package init(id: Message.ID, loader: any MessageLoading) {
        self.id = id
        self.loader = loader
    }

    package func open() throws -> OpenMessage {
        let message = try loader.message(id: id)
        return OpenMessage(message: message, conversation: try loader.conversation(message.thread))
    }
}
