import Foundation
import Testing

@Suite(.timeLimit(.minutes(2))) struct TourTests {
    @Test(arguments: Edition.allCases)
    func withoutArgumentsTheTourRuns(edition: Edition) async throws {
        let program = try Program(edition)
        let outcome = try await program.run()
        #expect(outcome.status == 0)
        #expect(outcome.errors == "")
        // To accept a change: swift run Messenger > Tests/MessengerTests/Golden/tour.txt
        #expect(outcome.output == (try Golden.text("tour")))
    }

    @Test(arguments: Edition.allCases)
    func theTourIsACommandToo(edition: Edition) async throws {
        let program = try Program(edition)
        #expect(try await program.run("tour") == program.run())
    }

    @Test(arguments: Edition.allCases)
    func theTourLeavesNothingBehind(edition: Edition) async throws {
        let program = try Program(edition)
        try await program.run()
        #expect(try FileManager.default.contentsOfDirectory(atPath: program.temporaryFiles.path) == [])
        #expect(try FileManager.default.contentsOfDirectory(atPath: program.folder.url.path) == ["tmp"])
    }
}
