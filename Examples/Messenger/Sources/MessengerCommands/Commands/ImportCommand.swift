import ArgumentParser
import MessengerCore

/// The command `messenger import <archive>`.
struct ImportCommand<App: MessengerApp>: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "import",
            abstract: "Take the messages of an mbox archive into the database.",
            discussion: "An archive is imported as a whole or not at all. Messages that are there stay as they are."
        )
    }

    @Argument(help: "The mbox file.", completion: .file())
    var archive: String

    @Flag(help: "Take what can be read of a damaged archive.")
    var salvage = false

    @OptionGroup var database: DatabaseOptions

    func run() throws {
        let damage: MboxReader.Damage = salvage ? .salvage : .refuse
        // Before the database is made: an archive that is refused leaves no file behind.
        try MboxReader(path: archive, damage: damage).validate()
        let app: App = try database.openOrCreate()
        print(TextRenderer().text(try app.importArchive(at: archive, damage: damage)))
    }
}
