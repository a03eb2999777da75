import HTTPTypes
import Hummingbird
import Logging
import NIOEmbedded
import NIOHTTP1
import NotesCore
import SafeFacadeTesting
import Testing

/// What the server says to what it cannot do.
@Suite(.sandboxed, .timeLimit(.minutes(5))) struct RefusalTests {
    /// A request that is refused.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let method: HTTPMethod
        let path: String
        let text: String?
        let status: Int
        let error: String?

        init(
            _ description: String, _ method: HTTPMethod, _ path: String, _ text: String?, _ status: Int,
            _ error: String?
        ) {
            (testDescription, self.method, self.path) = (description, method, path)
            (self.text, self.status, self.error) = (text, status, error)
        }
    }

    static let badTitle = "a title has 1 to 200 bytes"
    static let cases = [
        Case(
            "no JSON", .POST, "/notes", "{", 400,
            "The given data was not valid input: The given data was not valid JSON."),
        Case(
            "no body", .POST, "/notes", nil, 400,
            "The given data was not valid input: The given data was not valid JSON."),
        Case("a field is missing", .POST, "/notes", #"{"title": "x"}"#, 400, "Coding key `body` not found."),
        Case("a field is a number", .POST, "/notes", #"{"title": 1, "body": ""}"#, 400, nil),
        Case("no title", .POST, "/notes", #"{"title": "", "body": ""}"#, 422, badTitle),
        Case("a blank title", .POST, "/notes", #"{"title": " \n", "body": ""}"#, 422, badTitle),
        Case(
            "a long title", .POST, "/notes", #"{"title": "\#(String(repeating: "x", count: 201))", "body": ""}"#, 422,
            badTitle),
        Case(
            "a title of one long character", .POST, "/notes",
            #"{"title": "x\#(String(repeating: "\u{301}", count: 20_000))", "body": ""}"#, 422, badTitle),
        Case(
            "a long note", .POST, "/notes", #"{"title": "x", "body": "\#(String(repeating: "x", count: 32_769))"}"#,
            422,
            "a note has at most 32768 bytes"),
        Case(
            "a body beyond all limits", .POST, "/notes", String(repeating: "x", count: 70_000), 413,
            "the body is too large"),
        Case("a note that is not there", .GET, "/notes/4711", nil, 404, "there is no such note"),
        Case("a note with no number", .GET, "/notes/milk", nil, 404, "there is no such note"),
        Case("to remove what is not there", .DELETE, "/notes/4711", nil, 404, "there is no such note"),
        Case(
            "to change what is not there", .PUT, "/notes/4711", #"{"title": "x", "body": ""}"#, 404,
            "there is no such note"),
        Case("no such route", .GET, "/nothing", nil, 404, "Not Found"),
        Case(
            "a name that is taken", .POST, "/users", #"{"name": "ANN", "password": "12345678"}"#, 409,
            "somebody has that name"),
        Case("a bad name", .POST, "/users", #"{"name": "A n n", "password": "12345678"}"#, 422, nil),
        Case("a name that is not ASCII", .POST, "/users", #"{"name": "Änn", "password": "12345678"}"#, 422, nil),
        Case(
            "a name of one long letter", .POST, "/users",
            #"{"name": "A\#(String(repeating: "\u{301}", count: 20_000))", "password": "12345678"}"#, 422, nil),
        Case(
            "a long password", .POST, "/users",
            #"{"name": "Mary", "password": "\#(String(repeating: "x", count: 201))"}"#, 422,
            "a password has 8 to 200 bytes"),
        Case(
            "a short password", .POST, "/users", #"{"name": "Mary", "password": "1234567"}"#, 422,
            "a password has 8 to 200 bytes"),
        Case(
            "a wrong password", .POST, "/sessions", #"{"name": "Ann", "password": "wrong"}"#, 401,
            "the name or the password is wrong"),
        Case(
            "a name that nobody has", .POST, "/sessions", #"{"name": "Eve", "password": "wrong"}"#, 401,
            "the name or the password is wrong"),
    ]

    @Test(arguments: Edition.allCases, cases) func isRefusedInWords(_ edition: Edition, _ refused: Case) async throws {
        try await withServer(edition) { server in
            let token = try await server.token(of: "Ann")
            let answer = try await server.send(refused.method, refused.path, token: token, text: refused.text)
            #expect(answer.status == refused.status)
            if let error = refused.error { #expect(answer.error == error) }
            #expect(answer.error != nil)
            // And goes on.
            #expect(try await server.titles(token: token) == [])
        }
    }

    @Test(arguments: Edition.allCases, [nil, "", "wrong"])
    func nobodyReadsWithoutAToken(_ edition: Edition, _ token: String?) async throws {
        try await withServer(edition) { server in
            _ = try await server.token(of: "Ann")
            let answer = try await server.send(.GET, "/notes", token: token)
            #expect(answer.status == 401)
            #expect(answer.error == "sign in, and send the token")
            #expect(answer.headers["WWW-Authenticate"] == ["Bearer"])
        }
    }

    @Test(arguments: Edition.allCases) func errorsOfHummingbirdsKeepTheirForm(_ edition: Edition) async throws {
        struct Teapot: HTTPResponseError {
            var status: HTTPResponse.Status { .init(code: 418) }
            func response(from request: Request, context: some RequestContext) -> Response {
                Response(status: status, headers: [.allow: "tea"])
            }
        }
        let routes = Routes { group in
            group.get("later") { _, _ -> String in
                throw HTTPError(.tooManyRequests, headers: [.retryAfter: "7"], message: "later")
            }
            group.get("coffee") { _, _ -> String in throw Teapot() }
        }
        try await withServer(edition, routes) { server in
            let later = try await server.send(.GET, "/later")
            #expect((later.status, later.error) == (429, "later"))
            #expect(later.headers["Retry-After"] == ["7"])
            let coffee = try await server.send(.GET, "/coffee")
            #expect(coffee.status == 418)
            #expect(coffee.headers["Allow"] == ["tea"])
        }
    }

    @Test(arguments: Edition.allCases) func whoWouldWaitTooLongIsRefused(_ edition: Edition) async throws {
        try await withServer(edition, settings: Change { $0.passwordQueueLimit = 0 }) { server in
            let answer = try await server.send(.POST, "/users", ["name": "Ann", "password": "a good password"])
            #expect(answer.status == 503)
            #expect(answer.error == "too many sign in now, try again later")
        }
    }

    @Test func aRouteWithoutServicesFailsAlone() {
        let source = NotesContext.Source(channel: EmbeddedChannel(), logger: Logger(label: "test"))
        #expect(throws: NoServices.self) { try NotesContext(source: source).services }
    }

    @Test(arguments: Edition.allCases) func onlyASaneRequestNumberIsTakenOver(_ edition: Edition) async throws {
        try await withServer(edition) { server in
            func number(_ sent: String) async throws -> String? {
                try await server.send(.GET, "/health", headers: [("X-Request-ID", sent)]).headers["X-Request-ID"].first
            }
            #expect(try await number("abc-17") == "abc-17")
            for bad in [String(repeating: "x", count: 65), "a b", "a\"b"] {
                let given = try await number(bad)
                #expect(given?.isEmpty == false)
                #expect(given != bad)
            }
        }
    }
}
