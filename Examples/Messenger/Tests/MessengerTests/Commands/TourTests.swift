import Foundation
import Testing

// To accept a change of what the tour shows: Examples/Messenger/accept-tour
@Suite(.timeLimit(.minutes(2))) struct TourTests {
    @Test(arguments: Edition.allCases)
    func withoutArgumentsTheTourRuns(edition: Edition) async throws {
        let program = try Program(edition)
        let outcome = try await program.run()
        #expect(outcome.status == 0)
        #expect(outcome.errors == "")
        let expected = try [
            Golden.text("tour"), Golden.text("ledger-\(edition.rawValue)"), "\n== the graph: who needs what\n\n",
            Golden.text("graph-\(edition.rawValue)"),
        ]
        #expect(outcome.output == expected.joined())
    }

    @Test(arguments: Edition.allCases)
    func theTourIsACommandToo(edition: Edition) async throws {
        let program = try Program(edition)
        #expect(try await program.run("tour") == program.run())
    }

    @Test(arguments: Edition.allCases)
    func theLedgerIsShownAlone(edition: Edition) async throws {
        let outcome = try await Program(edition).run("tour", "--ledger")
        #expect(outcome == .init(status: 0, output: try Golden.text("ledger-\(edition.rawValue)"), errors: ""))
    }

    @Test(arguments: Edition.allCases)
    func theChartIsShownAlone(edition: Edition) async throws {
        let outcome = try await Program(edition).run("tour", "--graph")
        #expect(outcome == .init(status: 0, output: try Golden.text("chart-\(edition.rawValue)"), errors: ""))
    }

    @Test(arguments: Edition.allCases)
    func theWiringIsWrittenAsAPage(edition: Edition) async throws {
        let program = try Program(edition)
        let outcome = try await program.run("tour", "--ledger", "--page", "wiring.html")
        let ledger = try Golden.text("ledger-\(edition.rawValue)")
        #expect(outcome.output == ledger + "\n== the wiring as a page\n\nOpen wiring.html in a browser.\n")
        let page = try String(contentsOf: program.folder.url.appending(path: "wiring.html"), encoding: .utf8)
        #expect(page.contains("<title>\(edition.rawValue)</title>"))
        #expect(page.contains("MessengerCore.MessageDatabase"))
    }

    @Test func theReadmeShowsTheChart() throws {
        let readme = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../README.md")
        let text = try String(contentsOf: readme.standardizedFileURL, encoding: .utf8)
        let chart = try Golden.text("chart-\(Edition.runtime.rawValue)")
        #expect(text.contains("```mermaid\n\(chart)```\n"))
    }

    @Test(arguments: Edition.allCases)
    func theTourLeavesNothingBehind(edition: Edition) async throws {
        let program = try Program(edition)
        try await program.run()
        #expect(try FileManager.default.contentsOfDirectory(atPath: program.temporaryFiles.path) == [])
        #expect(try program.files() == ["tmp"])
    }
}
