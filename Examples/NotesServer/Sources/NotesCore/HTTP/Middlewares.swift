import HTTPTypes
import Hummingbird
import Logging
import NIOCore

/// Gives each request services of its own, as the wiring makes them.
struct ServicesMiddleware<W: Wiring>: RouterMiddleware {
    let wiring: W

    func handle(
        _ request: Request, context: NotesContext, next: (Request, NotesContext) async throws -> Response
    ) async throws -> Response {
        wiring.metrics.recordBegun()
        return try await wiring.respond(to: IncomingRequest(request, context)) { services in
            var context = context
            context.madeServices = services
            let response = try await next(request, context)
            services.log.info("\(request.method) \(request.uri.path) \(response.status.code)")
            return response
        }
    }
}

/// Turns errors into answers, counts, and gives back the request's number.
///
/// It is outside of the services: what it catches has been rolled back.
struct ErrorMiddleware: RouterMiddleware {
    let metrics: ServerMetrics
    let logger: Logger

    func handle(
        _ request: Request, context: NotesContext, next: (Request, NotesContext) async throws -> Response
    ) async throws -> Response {
        let started = ContinuousClock.now
        var context = context
        context.requestID = request.headers[.requestID].flatMap { isGood($0) ? $0 : nil } ?? context.id
        var response: Response
        do {
            response = try await next(request, context)
        } catch {
            let failure = ErrorResponse(error)
            if failure.status.kind == .serverError {
                logger.error(
                    "\(request.method) \(request.uri.path): \(error)", metadata: ["request": "\(context.requestID)"])
            }
            response = try failure.response(from: request, context: context)
        }
        response.headers[.requestID] = context.requestID
        metrics.recordAnswered(status: response.status.code, after: ContinuousClock.now - started)
        return response
    }

    /// It goes into logs and back into the answer.
    private func isGood(_ id: String) -> Bool {
        (1...64).contains(id.utf8.count)
            && id.utf8.allSatisfy {
                switch $0 {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
                    true
                default: false
                }
            }
    }
}

/// The answer to a request that is refused, or fails.
struct ErrorResponse {
    let status: HTTPResponse.Status
    let message: String

    init(_ error: any Error) {
        switch error {
        case NotesError.invalid(let message): (status, self.message) = (.unprocessableContent, message)
        case NotesError.notSignedIn: (status, message) = (.unauthorized, "sign in, and send the token")
        case NotesError.wrongPassword: (status, message) = (.unauthorized, "the name or the password is wrong")
        case NotesError.nameTaken: (status, message) = (.conflict, "somebody has that name")
        case NotesError.noSuchNote: (status, message) = (.notFound, "there is no such note")
        case NotesError.tooManyNotes: (status, message) = (.conflict, "no more notes, please")
        case let error as HTTPError: (status, message) = (error.status, error.body ?? error.status.reasonPhrase)
        case is NIOTooManyBytesError: (status, message) = (.contentTooLarge, "the body is too large")
        // What went wrong here is for the log alone.
        default: (status, message) = (.internalServerError, "something went wrong here")
        }
    }

    func response(from request: Request, context: NotesContext) throws -> Response {
        var response = try context.responseEncoder.encode(["error": message], from: request, context: context)
        response.status = status
        if status == .unauthorized { response.headers[.wwwAuthenticate] = "Bearer" }
        return response
    }
}
