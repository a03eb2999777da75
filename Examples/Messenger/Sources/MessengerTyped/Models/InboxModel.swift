import MessengerCore
import SafeFacade

/// Lists the messages, and opens one.
final class InboxModel {
    private let loader: any MessageLoading
    private let analytics: (any Analytics)?

    init(loader: any MessageLoading = dependency(\.loader), analytics: (any Analytics)? = dependency(\.analytics)) {
        self.loader = loader
        self.analytics = analytics
    }

    func page(limit: Int, offset: Int) throws -> MessagePage {
        analytics?.record(.listedMessages)
        return try loader.page(limit: limit, offset: offset)
    }

    func open(_ id: Message.ID) throws -> OpenMessage {
        let message = try Container.shared.thread(id).open()
        analytics?.record(.openedMessage)
        return message
    }
}
