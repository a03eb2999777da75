package import MessengerCore

/// What the commands ask of the program: one function for each thing a user does.
///
/// The commands know no dependency injection. An edition of Messenger conforms a type to this protocol. Editions differ
/// only in how that type and the models that it calls get their services.
package protocol MessengerApp: SendableMetatype {
    /// Records how the edition is wired.
    associatedtype Ledger: WiringLedger

    /// Wires the services. Throws where the database cannot be opened.
    init(launch: Launch) throws

    func importArchive(at path: String, damage: MboxReader.Damage) throws -> ImportReport
    func listMessages(limit: Int, offset: Int) throws -> MessagePage
    func openMessage(_ id: Message.ID) throws -> OpenMessage
    func searchMessages(for words: String, limit: Int) throws -> [SearchHit]
    func send(_ draft: Draft) throws -> OutboxMessage
    func queuedMessages() throws -> [OutboxMessage]
}

/// Records what an edition still looks up at run time, and who needs what.
package protocol WiringLedger: SendableMetatype {
    /// Opens the ledger: from here on everything is counted.
    init()

    /// The report as text.
    var text: String { get }

    /// Who needs what, as text and for a Mermaid chart.
    var graph: (text: String, chart: String) { get }

    /// All of it as a page of HTML.
    func page(title: String) -> String
}

/// What the command line says about how to start.
package struct Launch: Sendable {
    package let databasePath: String
    package let creation: MessageDatabase.Creation

    /// Whether the user wants to see what the program records.
    package let isVerbose: Bool

    /// Parts to use in place of those that differ in every run, for output that is always the same.
    package let rehearsal: Rehearsal?

    package init(
        databasePath: String,
        creation: MessageDatabase.Creation,
        isVerbose: Bool = false,
        rehearsal: Rehearsal? = nil
    ) {
        self.databasePath = databasePath
        self.creation = creation
        self.isVerbose = isVerbose
        self.rehearsal = rehearsal
    }
}

/// Stand-ins for the parts of the program that differ in every run.
package struct Rehearsal: Sendable {
    package let clock: ManualClock
    package let identifiers: CountingIdentifiers
    package let events: EventCounter

    package init(clock: ManualClock, identifiers: CountingIdentifiers, events: EventCounter) {
        self.clock = clock
        self.identifiers = identifiers
        self.events = events
    }
}
