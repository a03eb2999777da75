/// What a lazy wrapper holds: the shared value, and how it is resolved.
///
/// A struct, so that a copy of the wrapper has settings of its own. It shares the service, unless its settings were changed
/// before there was one.
struct LazyService<Service> {
    private(set) var value = LazyValue()
    private let location: CodeLocation
    private let isWeak: Bool
    /// How to resolve, where not with a resolver; nil where its container is gone.
    private let source: (() -> Service?)?
    /// What few wrappers have.
    private var extras: Extras?

    /// Where and how a wrapper resolves, if that differs from what most do.
    private final class Extras: @unchecked Sendable {
        // Sound because it never changes once the wrapper has it.
        var name: Resolver.Name?
        var args: Any?
        /// The resolver that is asked.
        ///
        /// It is not held, as it may well hold the object that holds the wrapper.
        weak var container: Resolver?
        var hasContainer = false
        /// The sandbox that the wrapper was made in.
        weak var environment: Environment?
        var isSandboxed = false
        /// The service in whose making the wrapper was made; known only where somebody observes.
        var owner: LazyOwner?

        init() {}

        init(copying other: Extras) {
            (name, args, container, hasContainer) = (other.name, other.args, other.container, other.hasContainer)
            (environment, isSandboxed, owner) = (other.environment, other.isSandboxed, other.owner)
        }
    }

    init(
        name: Resolver.Name? = nil, container: Resolver? = nil, at location: CodeLocation, isWeak: Bool,
        resolve: (() -> Service?)? = nil
    ) {
        self.location = location
        self.isWeak = isWeak
        source = resolve
        let isPlain = name == nil && container == nil && !ProcessState.has([.sandboxes, .watched])
        if !isPlain { extras = LazyService.extras(name, container, isWeak: isWeak) }
    }

    private static func extras(_ name: Resolver.Name?, _ container: Resolver?, isWeak: Bool) -> Extras {
        let extras = Extras()
        extras.name = name
        extras.container = container
        extras.hasContainer = container != nil
        let environment = Environment.active
        extras.isSandboxed = !environment.isProcess
        extras.environment = environment.isProcess ? nil : environment
        extras.owner = LazyOwner.current(holds: !isWeak, in: environment)
        return extras
    }

    // MARK: - Settings

    private mutating func change(_ change: (Extras) -> Void) {
        let copy = extras.map { Extras(copying: $0) } ?? Extras()
        change(copy)
        extras = copy
        // What other settings find is not what this copy is to give.
        if case .empty = value.read(as: Service.self) { value = LazyValue() }
    }

    var name: Resolver.Name? {
        get { extras?.name }
        set { change { $0.name = newValue } }
    }

    var args: Any? {
        get { extras?.args }
        set { change { $0.args = newValue } }
    }

    var container: Resolver? {
        get { extras?.container }
        set {
            change {
                $0.container = newValue
                $0.hasContainer = newValue != nil
            }
        }
    }

    // MARK: - Service

    /// Whether there is no service: it has not been resolved, was released, or was held weakly and is gone.
    var isEmpty: Bool {
        if case .value = value.read(as: Service.self) { false } else { true }
    }

    /// The service, if it is there.
    var present: Service? {
        if case .value(let service) = value.read(as: Service.self) { service } else { nil }
    }

    /// The service, resolved at the first access; nil where it was held weakly and is gone.
    func resolved() -> Service? {
        value.value(of: Service.self, isWeak: isWeak, at: location) {
            guard let extras else { return resolve(nil, nil) }
            let container = extras.container
            if extras.hasContainer && container == nil { Failure.endedContainer(Service.self, location).trap() }
            if extras.isSandboxed && extras.environment == nil {
                Failure.endedLazySandbox(Service.self, location).trap()
            }
            return (extras.environment ?? .process).run {
                LazyOwner.asking(for: extras.owner) { resolve(extras, container) }
            }
        }
    }

    private func resolve(_ extras: Extras?, _ container: Resolver?) -> Service {
        if let source {
            if let service = source() { return service }
            Failure.endedContainer(Service.self, location).trap()
        }
        guard let args = extras?.args else {
            return unsafe Engine.resolved(
                Service.self, name: extras?.name, arguments: nil, at: location, asked: container)
        }
        return unsafe withUnsafePointer(to: Optional(args)) {
            unsafe Engine.resolved(Service.self, name: extras?.name, arguments: $0, at: location, asked: container)
        }
    }

    /// Replaces the service, or drops it so that the next access resolves again.
    func set(_ service: Service?) { value.set(service, isWeak: isWeak) }
}

extension LazyService: @unchecked Sendable where Service: Sendable {
    // Sound as the value is, and the settings never change once a copy has them.
}
