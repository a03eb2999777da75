import Hummingbird
import Logging

/// Gives each request services of its own, as the wiring makes them.
struct ServicesMiddleware<W: Wiring>: RouterMiddleware {
    let wiring: W

    func handle(
        _ request: Request, context: NotesContext, next: (Request, NotesContext) async throws -> Response
    ) async throws -> Response {
        wiring.metrics.recordBegun()
        return try await wiring.respond(to: context.incoming) { services in
            var context = context
            context.madeServices = services
            context.log.set(services.log)
            return try await next(request, context)
        }
    }
}

/// Turns errors into answers, logs and counts the answers, and gives back the request's number.
///
/// It is outside of the services: what it catches has been rolled back, and what it logs has been committed.
struct ErrorMiddleware: RouterMiddleware {
    let metrics: ServerMetrics
    let logger: Logger

    func handle(
        _ request: Request, context: NotesContext, next: (Request, NotesContext) async throws -> Response
    ) async throws -> Response {
        let started = ContinuousClock.now
        var context = context
        context.incoming = IncomingRequest(request, context)
        var response: Response
        var failure: (any Error)?
        do {
            response = try await next(request, context)
        } catch {
            response = try error.answer.response(from: request, context: context)
            // What the client has done wrong, its answer says.
            if response.status.kind == .serverError { failure = error }
        }
        response.headers[.requestID] = context.incoming.id
        metrics.recordAnswered(status: response.status.code, after: ContinuousClock.now - started)
        let logger = context.log.logger ?? self.logger.ofRequest(context.incoming)
        if let failure {
            logger.error("\(request.method) \(request.uri.path) \(response.status.code): \(failure)")
        } else {
            logger.info("\(request.method) \(request.uri.path) \(response.status.code)")
        }
        return response
    }
}
