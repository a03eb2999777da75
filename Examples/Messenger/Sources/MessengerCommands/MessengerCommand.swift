package import ArgumentParser
import MessengerCore

/// The command `messenger`, on an edition of the program.
package struct MessengerCommand<App: MessengerApp>: ParsableCommand {
    package static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "messenger",
            abstract: "Keeps mail archives in a database, finds messages in them, and queues new ones.",
            discussion: "Without a subcommand it shows what it can do, on a sample archive and a temporary database.",
            subcommands: [
                ImportCommand<App>.self,
                ListCommand<App>.self,
                ShowCommand<App>.self,
                SearchCommand<App>.self,
                SendCommand<App>.self,
                OutboxCommand<App>.self,
                TourCommand<App>.self,
            ],
            defaultSubcommand: TourCommand<App>.self
        )
    }

    package init() {}
}

/// The options that every command on a database has.
struct DatabaseOptions: ParsableArguments {
    @Option(name: .customLong("database"), help: "The database file.")
    var path = "messenger.sqlite"

    @Flag(help: "Write what the program records to standard error.")
    var verbose = false

    /// Starts the program on a database that has to be there.
    func open<App: MessengerApp>() throws -> App {
        try App(launch: Launch(databasePath: path, creation: .forbidden, isVerbose: verbose))
    }

    /// Starts the program, and makes the database where it is missing.
    func openOrCreate<App: MessengerApp>() throws -> App {
        try App(launch: Launch(databasePath: path, creation: .allowed, isVerbose: verbose))
    }
}
