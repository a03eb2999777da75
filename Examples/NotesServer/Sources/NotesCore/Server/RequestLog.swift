package import Logging
import Synchronization

/// A request's log: every line has the request's number, and its user once that is known.
package final class RequestLog: Sendable {
    private let logger: Mutex<Logger>
    private let liveObjects: LiveObjectCounter

    package init(_ request: IncomingRequest, logger: Logger, liveObjects: LiveObjectCounter) {
        self.logger = Mutex(logger.ofRequest(request))
        self.liveObjects = liveObjects
        liveObjects.recordMade()
    }

    deinit { liveObjects.recordEnded() }

    /// The logger, for whoever wants one of swift-log.
    package var current: Logger { logger.withLock { $0 } }

    func setUser(_ user: User) { logger.withLock { $0[metadataKey: "user"] = .string(user.name) } }

    package func debug(_ message: @autoclosure () -> Logger.Message) { current.debug(message()) }
    package func info(_ message: @autoclosure () -> Logger.Message) { current.info(message()) }
    package func error(_ message: @autoclosure () -> Logger.Message) { current.error(message()) }
}

extension Logger {
    /// A logger that writes the request's number with every line.
    func ofRequest(_ request: IncomingRequest) -> Logger {
        var logger = self
        logger[metadataKey: "request"] = .string(request.id)
        return logger
    }
}
