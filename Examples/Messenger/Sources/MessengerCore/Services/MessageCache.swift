/// Keeps the messages that were opened last.
package final class MessageCache: Sendable {
    private struct State {
        var messages: [Message.ID: Message] = [:]
        /// The ids by last use, the most recent one last.
        var order: [Message.ID] = []
    }

    private let capacity: Int
    private let state = Locked(State())

    package init(capacity: Int) {
        self.capacity = capacity
    }

    package func message(id: Message.ID) -> Message? {
        state.withLock { state in
            guard let message = state.messages[id] else { return nil }
            state.order.removeAll { $0 == id }
            state.order.append(id)
            return message
        }
    }

    package func store(_ message: Message) {
        state.withLock { state in
            state.order.removeAll { $0 == message.id }
            state.order.append(message.id)
            state.messages[message.id] = message
            if state.order.count > capacity {
                state.messages[state.order.removeFirst()] = nil
            }
        }
    }

    package func removeAll() {
        state.withLock { state in
            state.messages = [:]
            state.order = []
        }
    }
}

/// Asks the cache before another loader.
package struct CachingMessageLoader: MessageLoading {
    private let loader: any MessageLoading
    private let cache: MessageCache

    package init(loader: any MessageLoading, cache: MessageCache) {
        self.loader = loader
        self.cache = cache
    }

    package func page(limit: Int, offset: Int) throws -> MessagePage {
        try loader.page(limit: limit, offset: offset)
    }

    package func message(id: Message.ID) throws -> Message {
        if let message = cache.message(id: id) { return message }
        let message = try loader.message(id: id)
        cache.store(message)
        return message
    }

    package func conversation(_ thread: String) throws -> [MessageSummary] {
        try loader.conversation(thread)
    }
}
