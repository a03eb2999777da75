import MessengerCore
import Resolver

/// Lists the messages, and opens one.
final class InboxModel {
    private let loader: any MessageLoading
    private let analytics: (any Analytics)?

    init(loader: any MessageLoading = Resolver.resolve(), analytics: (any Analytics)? = Resolver.optional()) {
        self.loader = loader
        self.analytics = analytics
    }

    func page(limit: Int, offset: Int) throws -> MessagePage {
        analytics?.record(.listedMessages)
        return try loader.page(limit: limit, offset: offset)
    }

    func open(_ id: Message.ID) throws -> OpenMessage {
        let message = try Resolver.resolve(MessageThread.self, args: id).open()
        analytics?.record(.openedMessage)
        return message
    }
}
