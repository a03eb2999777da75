import MessengerCommands
import MessengerCore
import MessengerLedger
import SafeFacade

/// Starts the program, and passes each thing a user does to the model that does it.
final class AppCoordinator: MessengerApp {
    typealias Ledger = LookupLedger

    @LazyInjected(\.importModel) private var importing
    @LazyInjected(\.inboxModel) private var inbox
    @LazyInjected(\.searchModel) private var search
    @LazyInjected(\.composeModel) private var compose
    @LazyInjected(\.outboxModel) private var outbox

    /// Held here for as long as the program runs: the models refer to it weakly.
    @Injected(\.progress) private var progress

    init(launch: Launch) throws {
        Container.shared.launch.register { launch }
        if let rehearsal = launch.rehearsal {
            Container.shared.rehearse(with: rehearsal)
        }
        try Self.openDatabase()
    }

    /// Opens the database before anything needs it: a path that is wrong is the user's mistake, not the program's.
    private static func openDatabase() throws {
        let container = Container.shared
        let database = try MessageDatabase(path: container.databasePath(), creation: container.launch().creation)
        container.database.register { database }
    }

    func importArchive(at path: String, damage: MboxReader.Damage) throws -> ImportReport {
        try importing.importArchive(at: path, damage: damage)
    }

    func listMessages(limit: Int, offset: Int) throws -> MessagePage {
        try inbox.page(limit: limit, offset: offset)
    }

    func openMessage(_ id: Message.ID) throws -> OpenMessage {
        try inbox.open(id)
    }

    func searchMessages(for words: String, limit: Int) throws -> [SearchHit] {
        try search.messages(matching: words, limit: limit)
    }

    func send(_ draft: Draft) throws -> OutboxMessage {
        try compose.send(draft)
    }

    func queuedMessages() throws -> [OutboxMessage] {
        try outbox.messages()
    }
}

extension Container {
    /// What the command line says.
    var launch: Factory<Launch> { required() }

    /// The slots that `AppCoordinator.init` binds.
    static var slots: [PartialKeyPath<Container>] { [\.launch, \.database] }
}
