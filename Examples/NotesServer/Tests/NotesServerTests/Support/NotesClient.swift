import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NotesCore
import Testing

/// Who asks a server over HTTP.
protocol NotesClient: Sendable {
    var port: Int { get }
    var client: HTTPClient { get }
}

extension NotesClient {
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

extension HTTPClient {
    /// A client that does not retry a refused connection.
    static func withoutRetries() -> HTTPClient {
        var configuration = Configuration()
        configuration.connectionPool.retryConnectionEstablishment = false
        return HTTPClient(configuration: configuration)
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

    /// What an error response says.
    var error: String? { try? decoded([String: String].self)["error"] }
}
