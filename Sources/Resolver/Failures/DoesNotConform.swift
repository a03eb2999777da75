/// Thrown by the factory that `implements` registers where the instance does not conform.
struct DoesNotConform: Error {
    let service: ServiceKey
}

extension ResolutionError.Reason {
    /// Why a service is not there whose factory has thrown.
    init(thrown error: any Error) {
        self =
            (error as? DoesNotConform).map { .notImplemented(by: ResolutionError.Link($0.service)) }
            ?? .factoryThrew(error)
    }
}
