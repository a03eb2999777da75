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
        /// Where it is declared, for a typed factory.
        let place: CodeLocation?
    }

    /// The services that could not be closed, in the order in which they were tried.
    public let failures: [ServiceFailure]
}

extension ClosingError: CustomStringConvertible {
    /// The report: which services could not be closed, and why.
    public var description: String { Failure.closing(self).text }
}
