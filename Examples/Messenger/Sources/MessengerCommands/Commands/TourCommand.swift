import ArgumentParser

/// The command `messenger tour`, which `messenger` alone runs.
struct TourCommand<App: MessengerApp>: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "tour",
            abstract: "Show what Messenger does, on a sample archive and a temporary database."
        )
    }

    @Flag(name: .customLong("ledger"), help: "Show nothing but what is still looked up at run time on the way.")
    var showsLedgerOnly = false

    func run() throws {
        try Tour<App>(showsLedgerOnly: showsLedgerOnly).run()
    }
}
