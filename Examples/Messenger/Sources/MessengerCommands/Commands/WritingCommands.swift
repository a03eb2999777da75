import ArgumentParser
import MessengerCore

/// The command `messenger send --to … --subject … <body>`.
struct SendCommand<App: MessengerApp>: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "send", abstract: "Put a message into the outbox.")
    }

    @Option(help: "The address of a recipient. May be given several times.")
    var to: [String]

    @Option(help: "The subject.")
    var subject: String

    @Argument(help: "The text of the message.")
    var body: String

    @OptionGroup var database: DatabaseOptions

    func run() throws {
        let draft = Draft(recipients: to, subject: subject, body: body)
        // Before the database is made: a draft that is refused leaves no file behind.
        try draft.validate()
        let app: App = try database.openOrCreate()
        print(TextRenderer().text(queued: try app.send(draft)))
    }
}

/// The command `messenger outbox`.
struct OutboxCommand<App: MessengerApp>: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "outbox", abstract: "List the messages that wait to be sent.")
    }

    @OptionGroup var database: DatabaseOptions

    func run() throws {
        let app: App = try database.open()
        print(TextRenderer().text(outbox: try app.queuedMessages()))
    }
}
