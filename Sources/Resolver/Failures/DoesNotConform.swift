/// Thrown by the factory that `implements` registers where the instance does not conform.
struct DoesNotConform: Error {
    let service: ServiceKey
    let type: Any.Type
    /// Where `implements` was stated.
    let location: CodeLocation
}
