import AsyncHTTPClient
import Foundation
import NotesCore
import SafeFacadeTesting
import Testing

/// What signals do to a server at work, in a process of its own.
@Suite struct ProcessTests {
    @Test(arguments: Edition.allCases) func sigtermEndsItWhenAllThatHasBegunIsAnswered(_ edition: Edition) async throws
    {
        try await withClient { client, path in
            let server = try await ServerProcess(edition, database: path, client)
            let writers = try await Writers(to: server)
            let end = await server.end(by: SIGTERM)
            #expect(end.reason == .exit)
            #expect(end.status == 0)
            #expect(end.count("requests_begun") >= 96)
            #expect(end.count("requests_begun") == end.count("requests_answered"))
            // Nothing of a request is left.
            #expect(end.count("request_services_made") == end.count("request_services_ended"))
            #expect(try await titles(in: path).isSuperset(of: await writers.answered))
        }
    }

    @Test(arguments: Edition.allCases) func whatWasAnsweredIsThereAfterSigkill(_ edition: Edition) async throws {
        try await withClient { client, path in
            let server = try await ServerProcess(edition, database: path, client)
            let writers = try await Writers(to: server)
            let end = await server.end(by: SIGKILL)
            #expect(end.reason == .uncaughtSignal)
            #expect(end.status == SIGKILL)
            #expect(try await titles(in: path).isSuperset(of: await writers.answered))
        }
    }

    private func withClient(_ test: (HTTPClient, _ database: String) async throws -> Void) async throws {
        let client = HTTPClient.withoutRetries()
        do {
            try await withSettings { try await test(client, $0.databasePath) }
        } catch {
            try? await client.shutdown()
            throw error
        }
        try await client.shutdown()
    }

    private func titles(in path: String) async throws -> Set<String> {
        let database = try await NotesDatabase.open(at: path)
        defer { try? database.close() }
        return Set(try await database.read { try String.fetchAll($0, sql: "SELECT title FROM note") })
    }
}
