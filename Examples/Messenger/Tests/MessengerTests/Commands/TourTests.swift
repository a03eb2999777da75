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
        #expect(outcome.output == (try Golden.text("tour")) + (try Golden.text("ledger-\(edition.rawValue)")))
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
    func theTourLeavesNothingBehind(edition: Edition) async throws {
        let program = try Program(edition)
        try await program.run()
        #expect(try FileManager.default.contentsOfDirectory(atPath: program.temporaryFiles.path) == [])
        #expect(try FileManager.default.contentsOfDirectory(atPath: program.folder.url.path) == ["tmp"])
    }
}
