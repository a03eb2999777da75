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

    @Flag(name: .customLong("graph"), help: "Show nothing but a Mermaid chart of who needs what on the way.")
    var showsChartOnly = false

    @Option(name: .customLong("page"), help: "Write how the program is wired to this file, as a page of HTML.")
    var page: String?

    func validate() throws {
        if showsLedgerOnly && showsChartOnly { throw ValidationError("'--ledger' and '--graph' exclude each other.") }
    }

    func run() throws {
        try Tour<App>(shown: showsLedgerOnly ? .ledger : showsChartOnly ? .chart : .everything, page: page).run()
    }
}
