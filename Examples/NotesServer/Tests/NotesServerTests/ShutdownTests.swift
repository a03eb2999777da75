import Hummingbird
import NIOCore
import NotesCore
import SafeFacade
import SafeFacadeTesting
import Synchronization
import Testing

@testable import NotesServer
@testable import NotesServerByHand

/// The end of the server and of requests: nobody is cut off, nothing is half, and the database is closed last.
@Suite(.sandboxed, .timeLimit(.minutes(5))) struct ShutdownTests {
    @Test(arguments: Edition.allCases) func whatHasBegunIsAnswered(_ edition: Edition) async throws {
        let (begun, hasBegun) = AsyncStream.makeStream(of: Void.self)
        let (gate, opened) = AsyncStream.makeStream(of: Void.self)
        let routes = Routes { group in
            group.post("slow") { request, context in
                hasBegun.yield()
                for await _ in gate {}
                // The database is still there.
                return try await context.services.notebook.add(NoteContent(title: "slow", body: "")).title
            }
        }
        try await withServer(edition, routes) { server in
            let token = try await server.token(of: "Ann")
            async let answer = server.send(.POST, "/slow", token: token)
            for await _ in begun { break }
            await server.shutDown()
            // Until nobody is let in any more.
            while (try? await server.send(.GET, "/health", headers: [("Connection", "close")])) != nil {}
            opened.finish()
            #expect(try await answer.status == 200)
            #expect(try await answer.text == "slow")
        }
    }

    @Test(arguments: Edition.allCases) func theDatabaseIsClosedAndHasEverything(_ edition: Edition) async throws {
        try await withSettings { settings in
            let wiring = try await edition.wiring(settings)
            let database = try await edition.database(of: wiring)
            try await withServer(wiring) { server in
                _ = try await server.add("kept", token: server.token(of: "Ann"))
            }
            await #expect(throws: (any Error).self) { try await database.read { _ in } }
            let again = try await NotesDatabase.open(at: settings.databasePath)
            let titles = try await again.read { try String.fetchAll($0, sql: "SELECT title FROM note") }
            #expect(titles == ["kept"])
            try again.close()
        }
    }

    @Test(arguments: Edition.allCases) func theEndCutsOffASilentClient(_ edition: Edition) async throws {
        try await withServer(
            edition, settings: Change { ($0.idleTimeout, $0.shutdownTimeout) = (.seconds(1), .seconds(600)) }
        ) { server in
            try await server.sendHalfARequest()
        }
    }

    @Test(arguments: Edition.allCases) func theEndIsNotPutOffForEver(_ edition: Edition) async throws {
        try await withServer(
            edition, settings: Change { ($0.idleTimeout, $0.shutdownTimeout) = (.seconds(600), .milliseconds(200)) }
        ) { server in
            try await server.sendHalfARequest()
        }
    }

    /// What is cancelled at the end of the timeout runs on until it returns, and the container is closed after that.
    @Test(arguments: Edition.allCases) func nothingIsClosedBesideARequest(_ edition: Edition) async throws {
        let (begun, hasBegun) = AsyncStream.makeStream(of: Void.self)
        let users = Mutex<Int?>(nil)
        let routes = Routes { group in
            group.get("stubborn") { _, context in
                hasBegun.yield()
                try? await Task.sleep(for: .seconds(600))
                // Nobody can cancel this.
                await Task { try? await Task.sleep(for: .milliseconds(200)) }.value
                if edition == .container { _ = Container.shared.clock() }
                let count = try await context.services.unitOfWork.write { connection in
                    try Int.fetchOne(connection, sql: "SELECT count(*) FROM user")
                }
                users.withLock { $0 = count }
                return "done"
            }
        }
        try await withServer(edition, routes, settings: Change { $0.shutdownTimeout = .milliseconds(200) }) { server in
            let token = try await server.token(of: "Ann")
            async let answer = server.send(.GET, "/stubborn", token: token)
            for await _ in begun { break }
            await server.shutDown()
            _ = try? await answer
        }
        #expect(users.withLock { $0 } == 1)
    }

    @Test(arguments: Edition.allCases) func aServerThatCannotListenSaysWhy(_ edition: Edition) async throws {
        try await withServer(edition) { server in
            await #expect(throws: IOError.self) {
                try await withSettings { settings in
                    var settings = settings
                    settings.port = server.port
                    try await withServer(try await HandWiring(settings: settings)) { _ in }
                }
            }
        }
    }

    /// A client that goes away in the middle of a request leaves all of it or nothing, and nobody waits for it.
    @Test(arguments: Edition.allCases) func aClientThatGoesAwayLeavesNothingHalf(_ edition: Edition) async throws {
        let (begun, hasBegun) = AsyncStream.makeStream(of: Void.self)
        let (gate, opened) = AsyncStream.makeStream(of: Void.self)
        let routes = Routes { group in
            group.post("two") { _, context in
                let notebook = try await context.services.notebook
                _ = try await notebook.add(NoteContent(title: "first", body: ""))
                hasBegun.yield()
                for await _ in gate {}
                return try await notebook.add(NoteContent(title: "second", body: "")).title
            }
        }
        try await withServer(edition, routes) { server in
            let token = try await server.token(of: "Ann")
            let request = Task { try await server.send(.POST, "/two", token: token) }
            for await _ in begun { break }
            // Ends the connection.
            request.cancel()
            await #expect(throws: (any Error).self) { try await request.value }
            opened.finish()
            let (made, ended) = try await server.counts()
            #expect(made == ended)
            let titles = try await server.titles(token: token)
            #expect(titles == [] || titles == ["first", "second"])
            #expect(try await server.add("third", token: token).title == "third")
        }
    }
}
