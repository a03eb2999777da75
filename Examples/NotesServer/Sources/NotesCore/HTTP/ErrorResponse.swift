package import HTTPTypes
package import Hummingbird
import NIOCore

/// The answer to a request that is refused, or fails.
struct ErrorResponse: ResponseGenerator {
    let status: HTTPResponse.Status
    let message: String
    var headers: HTTPFields = [:]

    func response(from request: Request, context: some RequestContext) throws -> Response {
        var response = try context.responseEncoder.encode(["error": message], from: request, context: context)
        response.status = status
        response.headers.append(contentsOf: headers)
        if status == .unauthorized { response.headers[.wwwAuthenticate] = "Bearer" }
        return response
    }
}

extension Error {
    /// What a client is answered where this is thrown.
    var answer: any ResponseGenerator {
        switch self {
        case let error as HTTPError:
            ErrorResponse(
                status: error.status, message: error.body ?? error.status.reasonPhrase, headers: error.headers)
        case is NIOTooManyBytesError: ErrorResponse(status: .contentTooLarge, message: "the body is too large")
        case let error as any HTTPResponseError: error
        // What went wrong here is for the log alone.
        default: ErrorResponse(status: .internalServerError, message: "something went wrong here")
        }
    }
}

extension NotesError: HTTPResponseError {
    package var status: HTTPResponse.Status { errorResponse.status }

    package func response(from request: Request, context: some RequestContext) throws -> Response {
        try errorResponse.response(from: request, context: context)
    }

    private var errorResponse: ErrorResponse {
        switch self {
        case .invalid(let message): ErrorResponse(status: .unprocessableContent, message: message)
        case .notSignedIn: ErrorResponse(status: .unauthorized, message: "sign in, and send the token")
        case .wrongPassword: ErrorResponse(status: .unauthorized, message: "the name or the password is wrong")
        case .nameTaken: ErrorResponse(status: .conflict, message: "somebody has that name")
        case .noSuchNote: ErrorResponse(status: .notFound, message: "there is no such note")
        case .tooManyNotes: ErrorResponse(status: .conflict, message: "no more notes, please")
        case .tooBusy: ErrorResponse(status: .serviceUnavailable, message: "too many sign in now, try again later")
        }
    }
}
