import ArgumentParser

/// The command `messenger tour`, which `messenger` alone runs.
struct TourCommand<App: MessengerApp>: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "tour",
            abstract: "Show what Messenger does, on a sample archive and a temporary database."
        )
    }

    func run() throws {
        try Tour<App>().run()
    }
}
