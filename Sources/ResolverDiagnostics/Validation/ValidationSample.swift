public import Resolver

/// Arguments to validate a service with.
public struct ValidationSample {
    private let type: Any.Type
    private let name: Resolver.Name?
    let args: Any

    /// States arguments for a service that takes some.
    ///
    /// - Parameters:
    ///   - type: The service's type.
    ///   - name: The name it is registered under.
    ///   - args: What `resolve` would be given as `args`.
    public init<Service>(_ type: Service.Type, name: Resolver.Name? = nil, args: Any) {
        self.type = type
        self.name = name
        self.args = args
    }

    /// Whether it is for a service.
    func isFor(_ service: ServiceKey) -> Bool { service.type == type && service.name == name?.rawValue }
}
