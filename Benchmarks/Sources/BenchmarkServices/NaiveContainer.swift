import Foundation

/// A container as tutorials build it: closures by the name of their type, behind a lock.
public final class NaiveContainer: @unchecked Sendable {
    // Sound because the lock guards everything; it is held while a factory runs.
    private let lock = NSRecursiveLock()
    private var factories: [String: (NaiveContainer, Any?) -> Any] = [:]
    private var instances: [String: Any] = [:]

    /// Makes an empty container.
    public init() {}

    /// Registers how a service is made.
    public func register<Service>(
        _ type: Service.Type, name: String = "", factory: @escaping (NaiveContainer, Any?) -> Service
    ) {
        lock.withLock { factories[key(type, name)] = factory }
    }

    /// Registers how a service is made that is kept for the life of the program.
    public func registerSingleton<Service>(_ type: Service.Type, factory: @escaping (NaiveContainer) -> Service) {
        let key = key(type, "")
        register(type) { container, _ in
            if let instance = container.instances[key] as? Service { return instance }
            let instance = factory(container)
            container.instances[key] = instance
            return instance
        }
    }

    /// The service of a type.
    public func resolve<Service>(_ type: Service.Type = Service.self, name: String = "", argument: Any? = nil)
        -> Service
    {
        lock.withLock {
            guard let service = factories[key(type, name)]?(self, argument) as? Service else {
                fatalError("nothing is registered for \(type)")
            }
            return service
        }
    }

    private func key(_ type: Any.Type, _ name: String) -> String {
        name.isEmpty ? "\(type)" : "\(type).\(name)"
    }
}
