import Resolver

// The services that the forms register and resolve.

protocol MessageLoading: AnyObject {
    var isMock: Bool { get }
}

extension MessageLoading {
    var isMock: Bool { false }
}

protocol MessageSending: AnyObject {}
protocol MessageSearching: AnyObject {}
protocol MessageCounting: AnyObject {}
protocol MessageDeleting: AnyObject {}
protocol MessageMarking: AnyObject {}
protocol MessageMoving: AnyObject {}
protocol MessageDrafting: AnyObject {}

/// A service object behind many protocols.
final class MessageService: MessageLoading, MessageSending, MessageSearching, MessageCounting, MessageDeleting,
    MessageMarking, MessageMoving, MessageDrafting
{
    var analytics: Analytics?
    var folder = "Inbox"
}

final class MockLoader: MessageLoading {
    var isMock: Bool { true }
}

protocol Analytics: AnyObject {
    var events: [String] { get }
    func track(_ event: String)
}

final class MemoryAnalytics: Analytics {
    private(set) var events: [String] = []

    func track(_ event: String) { events.append(event) }
}

final class Database {
    let path: String

    init() { path = ":memory:" }

    init(path: String) { self.path = path }
}

final class Session {
    let database: Database
    let token: String

    init(database: Database, token: String = "anonymous") {
        self.database = database
        self.token = token
    }
}

final class MessageThread {
    let id: Int
    let subject: String?

    init(id: Int, subject: String? = nil) {
        self.id = id
        self.subject = subject
    }
}

/// Takes its services as default arguments.
final class Inbox {
    let database: Database
    let analytics: Analytics

    init(database: Database = Resolver.resolve(), analytics: Analytics = Resolver.resolve()) {
        self.database = database
        self.analytics = analytics
    }
}
