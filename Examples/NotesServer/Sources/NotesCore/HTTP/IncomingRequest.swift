import HTTPTypes
import Hummingbird

/// What the services of a request know of it.
package struct IncomingRequest: Sendable {
    /// What the client calls it, or the server where the client does not.
    package let id: String
    package let token: Token?

    package init(id: String, token: Token? = nil) {
        self.id = id
        self.token = token
    }

    init(_ request: Request, _ context: NotesContext) {
        let scheme = "Bearer "
        // It goes into logs and back into the answer.
        let id = request.headers[.requestID].flatMap { $0.isASCIIName(upTo: 64) ? $0 : nil }
        self.init(
            id: id ?? context.id,
            token: request.headers[.authorization].flatMap {
                $0.hasPrefix(scheme) ? Token(text: String($0.dropFirst(scheme.count))) : nil
            })
    }
}

extension HTTPField.Name {
    /// What the client calls its request.
    static var requestID: Self {
        guard let name = Self("X-Request-ID") else { preconditionFailure("a name of letters is one") }
        return name
    }
}
