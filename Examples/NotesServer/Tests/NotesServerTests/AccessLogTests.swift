import InMemoryLogging
import Logging
import NotesCore
import SafeFacadeTesting
import Testing

/// What the log says of each request.
@Suite(.sandboxed, .timeLimit(.minutes(5))) struct AccessLogTests {
    @Test(arguments: Edition.allCases) func namesTheRequestAndItsUser(_ edition: Edition) async throws {
        let log = InMemoryLogHandler()
        try await withServer(edition, settings: Change { $0.logLevel = .info }, log: log) { server in
            let token = try await server.token(of: "Ann")
            let answer = try await server.send(.GET, "/notes", token: token, headers: [("X-Request-ID", "mine")])
            #expect(answer.headers["X-Request-ID"] == ["mine"])
        }
        let line = try #require(log.lines(of: "mine").first)
        #expect(line.message == "GET /notes 200")
        #expect(line.metadata["user"] == "Ann")
    }

    /// One line for each, with the status that the client has seen.
    @Test(arguments: Edition.allCases) func saysHowEachRequestWasAnswered(_ edition: Edition) async throws {
        let log = InMemoryLogHandler()
        let routes = Routes { group in
            group.get("shrug") { _, context in
                // The answer would be good, but nothing can be committed.
                try? await context.services.unitOfWork.write { try $0.execute(sql: "no SQL") }
                return "all is well"
            }
        }
        try await withServer(edition, routes, settings: Change { $0.logLevel = .info }, log: log) { server in
            for path in ["/health", "/nothing", "/notes", "/shrug"] {
                _ = try await server.send(.GET, path, headers: [("X-Request-ID", String(path.dropFirst()))])
            }
        }
        for (path, status) in [("health", 200), ("nothing", 404), ("notes", 401)] {
            #expect(log.lines(of: path).map(\.message) == ["GET /\(path) \(status)"])
        }
        let failures = log.lines(of: "shrug")
        #expect(failures.count == 1)
        #expect(failures.first?.level == .error)
        #expect(failures.first?.message.description.hasPrefix("GET /shrug 500: ") == true)
    }
}

extension InMemoryLogHandler {
    fileprivate func lines(of request: String) -> [Entry] {
        entries.filter { $0.metadata["request"] == .string(request) }
    }
}
