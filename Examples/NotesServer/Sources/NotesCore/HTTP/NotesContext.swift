package import Hummingbird
import Logging
import Synchronization

/// What Hummingbird hands from middleware to middleware to route.
package struct NotesContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    /// Set by `ErrorMiddleware`, which all requests pass.
    var incoming = IncomingRequest(id: "")
    let log = RequestLogReference()
    var madeServices: (any RequestServices)?

    package init(source: Source) { coreContext = CoreRequestContextStorage(source: source) }

    package var maxUploadSize: Int { 65_536 }

    /// The request's services, which only routes behind `ServicesMiddleware` have.
    package var services: any RequestServices {
        get throws {
            guard let madeServices else { throw NoServices() }
            return madeServices
        }
    }
}

/// A route that asks for services has to be added behind `ServicesMiddleware`.
package struct NoServices: Error {}

/// Where `ServicesMiddleware` leaves the request's log for the middleware outside of it, which logs the answer.
final class RequestLogReference: Sendable {
    private let log = Mutex<RequestLog?>(nil)

    /// The log's logger, which knows the request's user.
    var logger: Logger? { log.withLock { $0 }?.current }

    func set(_ log: RequestLog) { self.log.withLock { $0 = log } }
}
