/// Thrown by the factory that `implements` registers, if the instance does not conform to the protocol.
struct DoesNotConform: Error {
    let service: ServiceKey
}

extension ResolutionError.Reason {
    /// The reason for which a service is absent whose factory has thrown an error.
    init(thrown error: any Error) {
        self =
            (error as? DoesNotConform).map { .notImplemented(by: ResolutionError.Link($0.service)) }
            ?? .factoryThrew(error)
    }
}
