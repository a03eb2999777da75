import ArgumentParser
import MessengerCore

/// The command `messenger list`.
struct ListCommand<App: MessengerApp>: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "list", abstract: "List the messages, newest first.")
    }

    @Option(help: "How many messages to list.")
    var limit = 50

    @Option(help: "How many messages to pass over.")
    var offset = 0

    @OptionGroup var database: DatabaseOptions

    func validate() throws {
        guard limit > 0 else { throw ValidationError("'--limit' must be positive (was \(limit)).") }
        guard offset >= 0 else { throw ValidationError("'--offset' must not be negative (was \(offset)).") }
    }

    func run() throws {
        let app: App = try database.open()
        print(TextRenderer().text(try app.listMessages(limit: limit, offset: offset)))
    }
}

/// The command `messenger show <id>`.
struct ShowCommand<App: MessengerApp>: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "show", abstract: "Show one message.")
    }

    @Argument(help: "The number of the message, as 'list' shows it.")
    var id: Int64

    @OptionGroup var database: DatabaseOptions

    func run() throws {
        let app: App = try database.open()
        print(TextRenderer().text(try app.openMessage(id)))
    }
}

/// The command `messenger search <words>`.
struct SearchCommand<App: MessengerApp>: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "search",
            abstract: "Find messages by words of sender, subject or text.",
            discussion: "A message is found if it has all the words, or words that begin like them."
        )
    }

    @Argument(help: "The words to look for.")
    var words: [String]

    @Option(help: "How many messages to list.")
    var limit = 50

    @OptionGroup var database: DatabaseOptions

    func validate() throws {
        guard limit > 0 else { throw ValidationError("'--limit' must be positive (was \(limit)).") }
    }

    func run() throws {
        let app: App = try database.open()
        let query = words.joined(separator: " ")
        print(TextRenderer().text(try app.searchMessages(for: query, limit: limit), words: query))
    }
}
