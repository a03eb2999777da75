/// Closers that have thrown.
///
/// Each service is closed, whatever the closers of others throw; this has the errors of all. Printing it gives the
/// whole report.
public struct ClosingError: Error, Sendable {
    /// A service that could not be closed.
    public struct ServiceFailure: Sendable {
        /// The service.
        public let service: ResolutionError.Link
        /// What its closer has thrown.
        public let error: any Error
        /// Where it is registered, or a typed factory is declared; nil where that is not known.
        public let place: ResolutionEvent.Place?
        /// Whether it is a typed factory.
        let isDeclared: Bool
    }

    /// The services that could not be closed, in the order in which they were tried.
    public let failures: [ServiceFailure]
    private let printing = Printing()

    init(failures: [ServiceFailure]) { self.failures = failures }

    /// Writes the report to standard error, once.
    func print() { if printing.begin() { writeToStandardError(description) } }

    private final class Printing: @unchecked Sendable {
        // Sound because what changes is guarded by the engine's lock.
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
