/// Thrown by the factory that `implements` registers where the instance does not conform.
struct DoesNotConform: Error {
    let service: ServiceKey
    let type: Any.Type
    /// Where `implements` was stated.
    let location: CodeLocation

    // How it is reported, trapped or thrown.

    var headline: String { "\(service) does not implement '\(qualifiedName(of: type))'" }
    static let id = "not-implemented"
    var registered: String? { location.isKnown ? "with implements() at \(location)" : nil }
    static let mend = "conform to it, or take that implements() away"
}
