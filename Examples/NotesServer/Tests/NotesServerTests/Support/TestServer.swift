import AsyncHTTPClient
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOHTTP1
import NotesCore
import ServiceLifecycle
import Testing

/// A server that runs in this process, and a client for it.
struct TestServer: Sendable {
    let port: Int
    let client: HTTPClient
    let wiring: any Wiring
    fileprivate let group: ServiceGroup

    /// What SIGTERM does.
    func shutDown() async { await group.triggerGracefulShutdown() }

    /// Waits until no request has services any more: an answer is sent a moment before its request's objects are gone.
    func counts() async throws -> (made: Int, ended: Int) {
        for _ in 0..<200 where wiring.census.counts.made != wiring.census.counts.ended {
            try await Task.sleep(for: .milliseconds(10))
        }
        return wiring.census.counts
    }

    func send(
        _ method: HTTPMethod, _ path: String, token: String? = nil, headers: [(String, String)] = [],
        text: String? = nil
    ) async throws -> Answer {
        var request = HTTPClientRequest(url: "http://127.0.0.1:\(port)\(path)")
        request.method = method
        request.headers = HTTPHeaders(headers)
        if let token { request.headers.add(name: "Authorization", value: "Bearer \(token)") }
        if let text { request.body = .bytes(ByteBuffer(string: text)) }
        let response = try await client.execute(request, timeout: .seconds(30))
        let body = try await response.body.collect(upTo: 1 << 24)
        return Answer(status: Int(response.status.code), headers: response.headers, text: String(buffer: body))
    }

    func send(
        _ method: HTTPMethod, _ path: String, token: String? = nil, _ value: some Encodable
    ) async throws -> Answer {
        try await send(method, path, token: token, text: String(decoding: JSONEncoder().encode(value), as: UTF8.self))
    }

    /// Signs a user up and in.
    func token(of name: String) async throws -> String {
        let credentials = ["name": name, "password": "password of \(name)"]
        #expect(try await send(.POST, "/users", credentials).status == 201)
        let answer = try await send(.POST, "/sessions", credentials)
        #expect(answer.status == 201)
        return try answer.decoded(Session.self).token
    }

    func add(_ title: String, _ body: String = "text", token: String) async throws -> Note {
        let answer = try await send(.POST, "/notes", token: token, ["title": title, "body": body])
        #expect(answer.status == 201)
        return try answer.decoded(Note.self)
    }

    func titles(token: String) async throws -> [String] {
        let answer = try await send(.GET, "/notes?limit=100", token: token)
        #expect(answer.status == 200)
        return try answer.decoded([String: [Note]].self)["notes"]?.map(\.title) ?? []
    }
}

/// What the server has answered.
struct Answer: Sendable {
    let status: Int
    let headers: HTTPHeaders
    let text: String

    func decoded<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return try decoder.decode(type, from: Data(text.utf8))
    }

    /// The words of a refusal.
    var error: String? { try? decoded([String: String].self)["error"] }
}

/// Routes that a test adds.
struct Routes {
    let add: (RouterGroup<NotesContext>) -> Void
}

/// Runs a test against a server, which is ended as by a signal.
func withServer(
    _ wiring: any Wiring, _ routes: Routes = Routes { _ in },
    _ test: @Sendable (TestServer) async throws -> Void
) async throws {
    var logger = Logger(label: "test")
    logger.logLevel = .critical
    let (ports, found) = AsyncStream.makeStream(of: Int.self)
    let application = notesApplication(wiring, logger: logger, more: routes.add) { found.yield($0) }
    let group = ServiceGroup(services: [Closing(wiring), application], logger: logger)
    var configuration = HTTPClient.Configuration()
    // Where nobody listens any more, that is the answer.
    configuration.connectionPool.retryConnectionEstablishment = false
    let client = HTTPClient(configuration: configuration)
    let outcome = await result {
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask {
                defer { found.finish() }
                try await group.run()
            }
            let port = try #require(await ports.first { _ in true })
            do {
                try await test(TestServer(port: port, client: client, wiring: wiring, group: group))
            } catch {
                await group.triggerGracefulShutdown()
                throw error
            }
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
    }
    try await client.shutdown()
    try outcome.get()
}

/// What an operation ends with.
private func result(of operation: () async throws -> Void) async -> Result<Void, any Error> {
    do { return .success(try await operation()) } catch { return .failure(error) }
}

/// Runs a test against either server with a database of its own.
func withServer(
    _ edition: Edition, _ routes: Routes = Routes { _ in }, clock: WallClock = WallClock(), notesPerUser: Int = 100,
    _ test: @Sendable (TestServer) async throws -> Void
) async throws {
    try await withSettings { settings in
        var settings = settings
        settings.notesPerUser = notesPerUser
        try await withServer(try await edition.wiring(settings, clock: clock), routes, test)
    }
}
