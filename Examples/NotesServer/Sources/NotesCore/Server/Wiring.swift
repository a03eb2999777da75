package import Hummingbird
package import Logging

/// What a server is wired of: the one part in which the two servers differ.
package protocol Wiring: Sendable {
    var settings: Settings { get }
    var logger: Logger { get }
    var metrics: ServerMetrics { get }
    var liveObjects: LiveObjectCounter { get }

    /// Runs a request with services of its own.
    ///
    /// When it returns, the request's unit of work has been committed, or, where the operation has thrown, rolled back.
    func respond(
        to request: IncomingRequest, _ operation: (any RequestServices) async throws -> Response
    ) async throws -> Response

    /// Closes the database, after the last request.
    func close() async throws
}

/// The services of one request, as its route asks for them.
package protocol RequestServices: Sendable {
    var log: RequestLog { get }
    var unitOfWork: UnitOfWork { get }
    var accounts: Accounts { get }
    /// The signed-in user.
    var user: User { get async throws }
    /// The signed-in user's notes.
    var notebook: Notebook { get async throws }
}
