import Foundation
import NotesCore
import SafeFacadeTesting
import Testing

/// What signals do to a server at work, in a process of its own.
@Suite(.sandboxed, .timeLimit(.minutes(5))) struct ProcessTests {
    @Test(arguments: Edition.allCases) func sigtermEndsItWhenAllThatHasBegunIsAnswered(_ edition: Edition) async throws
    {
        try await withServerProcess(edition) { server in
            let writers = try await Writers(to: server)
            let end = await server.end(by: SIGTERM)
            #expect(end.reason == .exit)
            #expect(end.status == 0)
            let answered = await writers.answered
            // As the clients have counted; the server itself may take for an answer what none of them has seen.
            #expect(end.count("requests_begun") == writers.signingIn + answered.count)
            // Nothing of a request is left.
            #expect(end.count("request_services_made") == end.count("request_services_ended"))
            #expect(try await titles(in: server.database) == answered)
        }
    }

    @Test(arguments: Edition.allCases) func whatWasAnsweredIsThereAfterSigkill(_ edition: Edition) async throws {
        try await withServerProcess(edition) { server in
            let writers = try await Writers(to: server)
            let end = await server.end(by: SIGKILL)
            #expect(end.reason == .uncaughtSignal)
            #expect(end.status == SIGKILL)
            #expect(try await titles(in: server.database).isSuperset(of: await writers.answered))
        }
    }

    @Test func noServerIsLeftWhereATestFails() async throws {
        struct Failure: Error {}
        var left: Process?
        await #expect(throws: Failure.self) {
            try await withServerProcess(.byHand) { server in
                left = server.process
                throw Failure()
            }
        }
        #expect(left?.isRunning == false)
    }

    @Test func aWriterThatIsRefusedFailsTheTest() async throws {
        try await withServer(.byHand, settings: Change { $0.notesPerUser = 3 }) { server in
            await withKnownIssue { _ = try await Writers(to: server).answered }
        }
    }

    private func titles(in path: String) async throws -> Set<String> {
        let database = try await NotesDatabase.open(at: path)
        defer { try? database.close() }
        return Set(try await database.read { try String.fetchAll($0, sql: "SELECT title FROM note") })
    }
}
