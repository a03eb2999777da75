import Foundation
import NotesCore
import SafeFacadeTesting
import Synchronization
import Testing

/// What users do, over HTTP, with both servers.
@Suite(.sandboxed, .timeLimit(.minutes(5))) struct FlowTests {
    @Test(arguments: Edition.allCases) func aUserSignsUpWritesReadsChangesAndRemoves(_ edition: Edition) async throws {
        try await withServer(edition) { server in
            let credentials = ["name": "Ann", "password": "a good password"]
            let user = try await server.send(.POST, "/users", credentials)
            #expect(user.status == 201)
            #expect(try user.decoded(User.self).name == "Ann")
            let session = try await server.send(.POST, "/sessions", credentials)
            #expect(session.status == 201)
            let token = try session.decoded(Session.self).token

            let added = try await server.send(.POST, "/notes", token: token, ["title": "Milk", "body": "two litres"])
            #expect(added.status == 201)
            let note = try added.decoded(Note.self)
            #expect((note.owner, note.title, note.body) == ("Ann", "Milk", "two litres"))
            let read = try await server.send(.GET, "/notes/\(note.id)", token: token)
            #expect(read.status == 200)
            #expect(try read.decoded(Note.self) == note)

            let changed = try await server.send(
                .PUT, "/notes/\(note.id)", token: token, ["title": "Milk", "body": "one litre"])
            #expect(changed.status == 200)
            #expect(try changed.decoded(Note.self).body == "one litre")
            #expect(try await server.titles(token: token) == ["Milk"])

            #expect(try await server.send(.DELETE, "/notes/\(note.id)", token: token).status == 204)
            #expect(try await server.send(.GET, "/notes/\(note.id)", token: token).status == 404)
            #expect(try await server.titles(token: token) == [])

            #expect(try await server.send(.DELETE, "/sessions", token: token).status == 204)
            #expect(try await server.send(.GET, "/notes", token: token).status == 401)
        }
    }

    @Test(arguments: Edition.allCases) func nobodySeesOrTouchesAnothersNotes(_ edition: Edition) async throws {
        try await withServer(edition) { server in
            let (ann, mary) = (try await server.token(of: "Ann"), try await server.token(of: "Mary"))
            let note = try await server.add("Ann's", token: ann)
            let path = "/notes/\(note.id)"
            for answer in [
                try await server.send(.GET, path, token: mary),
                try await server.send(.PUT, path, token: mary, ["title": "Mary's", "body": ""]),
                try await server.send(.DELETE, path, token: mary),
            ] {
                #expect(answer.status == 404)
                #expect(answer.error == "there is no such note")
            }
            #expect(try await server.titles(token: mary) == [])
            #expect(try await server.titles(token: ann) == ["Ann's"])
        }
    }

    @Test(arguments: Edition.allCases) func manyUsersAtOnceGetTheirOwn(_ edition: Edition) async throws {
        try await withServer(edition) { server in
            try await withThrowingTaskGroup(of: Void.self) { users in
                for number in 1...12 {
                    users.addTask {
                        let name = "user\(number)"
                        let token = try await server.token(of: name)
                        for note in 1...10 {
                            let added = try await server.add("\(name) \(note)", "of \(name)", token: token)
                            let read = try await server.send(.GET, "/notes/\(added.id)", token: token)
                            #expect(try read.decoded(Note.self) == added)
                            #expect(added.owner == name)
                        }
                        #expect(try await server.titles(token: token) == (1...10).map { "\(name) \($0)" })
                    }
                }
                try await users.waitForAll()
            }
            let (made, ended) = try await server.counts()
            #expect(made > 0)
            #expect(made == ended)
        }
    }

    @Test(arguments: Edition.allCases) func aBatchIsAddedAsAWholeOrNotAtAll(_ edition: Edition) async throws {
        try await withServer(edition, settings: Change { $0.notesPerUser = 3 }) { server in
            let token = try await server.token(of: "Ann")
            func send(_ titles: [String]) async throws -> Answer {
                try await server.send(.POST, "/notes/batch", token: token, titles.map { ["title": $0, "body": ""] })
            }
            // The third is refused when two have been written.
            let refused = try await send(["one", "two", ""])
            #expect(refused.status == 422)
            #expect(refused.error == "a title has 1 to 200 bytes")
            #expect(try await server.titles(token: token) == [])
            // Had the count of the refused ones stayed, these would be too many.
            #expect(try await send(["one", "two"]).status == 201)
            let tooMany = try await send(["three", "four"])
            #expect(tooMany.status == 409)
            #expect(try await server.titles(token: token) == ["one", "two"])
            #expect(try await send(["three"]).status == 201)
        }
    }

    @Test(arguments: Edition.allCases) func aSessionExpires(_ edition: Edition) async throws {
        let time = Time()
        try await withServer(edition, clock: WallClock { time.now }) { server in
            let token = try await server.token(of: "Ann")
            time.pass(29 * 24 * 3600)
            #expect(try await server.send(.GET, "/notes", token: token).status == 200)
            time.pass(24 * 3600)
            #expect(try await server.send(.GET, "/notes", token: token).status == 401)
        }
    }

    @Test(arguments: Edition.allCases) func listsInPages(_ edition: Edition) async throws {
        try await withServer(edition) { server in
            let token = try await server.token(of: "Ann")
            var notes: [Note] = []
            for number in 1...5 { notes.append(try await server.add("\(number)", token: token)) }
            func titles(_ query: String) async throws -> [String]? {
                try await server.send(.GET, "/notes?\(query)", token: token).decoded([String: [Note]].self)["notes"]?
                    .map(\.title)
            }
            #expect(try await titles("limit=2") == ["1", "2"])
            #expect(try await titles("limit=2&after=\(notes[1].id)") == ["3", "4"])
            #expect(try await titles("limit=-7") == ["1"])
            #expect(try await titles("limit=what") == ["1", "2", "3", "4", "5"])
        }
    }

    @Test(arguments: Edition.allCases) func theServerTellsOfItself(_ edition: Edition) async throws {
        try await withServer(edition) { server in
            #expect(try await server.send(.GET, "/health").text == "well\n")
            #expect(try await server.send(.GET, "/services").text == "made\n")
            #expect(try await server.send(.GET, "/notes").status == 401)
            _ = try await server.counts()
            let metrics = try await server.send(.GET, "/metrics").text.split(separator: "\n")
            #expect(metrics.contains("requests_begun 2"))
            #expect(metrics.contains("requests_answered{status=\"2xx\"} 2"))
            #expect(metrics.contains("requests_answered{status=\"4xx\"} 1"))
            #expect(metrics.contains { $0.hasPrefix("request_nanoseconds_count 3") })
            // A log, a unit of work and accounts each: the token is looked for before there is a notebook.
            #expect(metrics.contains("request_services_made 6"))
            #expect(metrics.contains("request_services_ended 6"))
        }
    }
}

/// A time that passes when it is told to.
private final class Time: Sendable {
    private let seconds = Mutex<TimeInterval>(1_700_000_000)
    var now: Date { Date(timeIntervalSince1970: seconds.withLock { $0 }) }
    func pass(_ interval: TimeInterval) { seconds.withLock { $0 += interval } }
}
