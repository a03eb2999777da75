package import HTTPTypes
package import Hummingbird

/// What the services of a request know of it.
package struct IncomingRequest: Sendable {
    /// What the client calls it, or the server where the client does not.
    package let id: String
    package let method: String
    package let path: String
    package let token: Token?

    package init(id: String, method: String = "GET", path: String = "/", token: Token? = nil) {
        self.id = id
        self.method = method
        self.path = path
        self.token = token
    }

    init(_ request: Request, _ context: NotesContext) {
        let scheme = "Bearer "
        let authorization = request.headers[.authorization]
        self.init(
            id: context.requestID, method: request.method.rawValue, path: request.uri.path,
            token: authorization.flatMap {
                $0.hasPrefix(scheme) ? Token(text: String($0.dropFirst(scheme.count))) : nil
            })
    }
}

/// What Hummingbird hands from middleware to middleware to route.
package struct NotesContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    /// What the request's log and its answer call it.
    var requestID = ""
    var madeServices: (any RequestServices)?

    package init(source: Source) { coreContext = CoreRequestContextStorage(source: source) }

    package var maxUploadSize: Int { 65_536 }

    /// The request's services, which only routes behind `ServicesMiddleware` have.
    package var services: any RequestServices {
        guard let madeServices else {
            preconditionFailure("the route has no services: add it behind ServicesMiddleware")
        }
        return madeServices
    }
}

extension HTTPField.Name {
    /// What the client calls its request.
    package static var requestID: Self {
        guard let name = Self("X-Request-ID") else { preconditionFailure("a name of letters is one") }
        return name
    }
}
