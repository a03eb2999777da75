public import Resolver

/// Arguments with which a service is validated.
public struct ValidationSample {
    private let type: Any.Type
    private let name: Resolver.Name?
    let args: Any

    /// States the arguments of a service.
    ///
    /// - Parameters:
    ///   - type: The service's type.
    ///   - name: The name under which the service is registered.
    ///   - args: The arguments, as they would be passed to `resolve` as `args`.
    public init<Service>(_ type: Service.Type, name: Resolver.Name? = nil, args: Any) {
        self.type = type
        self.name = name
        self.args = args
    }

    /// Whether the sample is for a service.
    func isFor(_ service: ServiceKey) -> Bool { service.type == type && service.name == name?.rawValue }
}
