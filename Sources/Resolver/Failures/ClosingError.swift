/// The errors that closers have thrown.
///
/// Each service is closed, even if the closers of other services throw. This error has the errors of all closers. Printing it
/// gives the whole report.
public struct ClosingError: Error, Sendable {
    /// A service that could not be closed.
    public struct ServiceFailure: Sendable {
        /// The service.
        public let service: ResolutionError.Link
        /// What its closer has thrown.
        public let error: any Error
        /// Where the service is registered, or where the typed factory is declared; nil if that is not known.
        public let place: ResolutionEvent.Place?
        /// Whether the service is a typed factory's.
        let isDeclared: Bool
    }

    /// The services that could not be closed, in the order in which their closers ran.
    public let failures: [ServiceFailure]
    private let printing = Printing()

    init(failures: [ServiceFailure]) { self.failures = failures }

    /// Writes the report to standard error, once.
    func print() { if printing.begin() { writeToStandardError(description) } }

    private final class Printing: @unchecked Sendable {
        // Sound because the engine's lock guards what changes.
        private var hasBegun = false

        func begin() -> Bool {
            Lock.held {
                defer { hasBegun = true }
                return !hasBegun
            }
        }
    }
}

extension ClosingError: CustomStringConvertible {
    /// The report: which services could not be closed, and why.
    public var description: String { Failure.closing(self).text }
}
