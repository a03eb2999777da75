/// Where and how a lazy wrapper resolves; most wrappers resolve from the process's root, and have no settings.
@usableFromInline
package final class LazySettings: @unchecked Sendable {
    // Sound because settings never change once a wrapper has them.

    /// Resolves a service into a room, with a wrapper's settings and for its property's place.
    ///
    /// Returns false if the wrapper's container is gone.
    @usableFromInline
    package typealias Resolve = (UnsafeMutableRawPointer, LazySettings?, CodeLocation) -> Bool

    /// Puts a service into a wrapper's room; returns false if there is no service.
    ///
    /// Inlined into the program that declares the wrapper, as the function uses an optional of the service's type.
    @inlinable @inline(__always)
    package static func put<Service>(_ service: consuming Service?, into room: UnsafeMutableRawPointer) -> Bool {
        guard let service else { return false }
        unsafe room.initializeMemory(as: Service.self, to: service)
        return true
    }

    var name: Resolver.Name?
    var args: Any?
    /// The resolver that is asked.
    ///
    /// The settings do not hold it, as it may hold the object that has the wrapper.
    weak var container: Resolver?
    var hasContainer = false
    /// The sandbox in which the wrapper was made.
    private weak var sandbox: Environment?
    private var isSandboxed = false
    /// The service that was being made when the wrapper was made; known only if there was an observer.
    private(set) var owner: LazyOwner?
    /// The service that keeps the wrapper's object, if it was being made when the wrapper was made.
    private(set) var keeper: LazyKeeper?

    init() {}

    init(copying other: LazySettings) {
        (name, args, container, hasContainer) = (other.name, other.args, other.container, other.hasContainer)
        (sandbox, isSandboxed, owner, keeper) = (other.sandbox, other.isSandboxed, other.owner, other.keeper)
    }

    /// For a wrapper that is made now: the value that its copies share, and its settings; nil if it needs no settings.
    @usableFromInline @inline(never)
    static func ofNewWrapper(
        _ name: Resolver.Name?, _ container: Resolver?, at location: CodeLocation, isWeak: Bool, isTyped: Bool
    ) -> (LazyValue, LazySettings?) {
        let (run, keeper) = InnermostKeeper.ofNewWrapper()
        let value = LazyValue.make(
            LazyValue.Property(location: location, isWeak: isWeak, isTyped: isTyped, run: run))
        if name == nil, container == nil, keeper == nil, !ProcessState.has(.sandboxes | .watched) {
            return (value, nil)
        }
        let settings = LazySettings()
        settings.name = name
        settings.container = container
        settings.hasContainer = container != nil
        let environment = Environment.active
        settings.isSandboxed = !environment.isProcess
        settings.sandbox = environment.isProcess ? nil : environment
        settings.owner = LazyOwner.current(holds: !isWeak, in: environment)
        settings.keeper = keeper
        return (value, settings)
    }

    /// Whether a wrapper may resolve in another way than from the root of the environment in which it is read.
    static func mayDiffer(_ settings: LazySettings?) -> Bool { settings != nil || ProcessState.has(.sandboxes) }

    /// Runs a body in the sandbox in which the wrapper was made, on behalf of the service that was being made then.
    static func whereItWasMade<Result>(
        _ settings: LazySettings?, for value: LazyValue, of type: Any.Type, _ body: () -> Result
    ) -> Result {
        environment(settings, for: value, of: type).run {
            LazyOwner.asking(for: settings?.owner) { TaskState.resolving(for: settings?.keeper, body) }
        }
    }

    /// The environment in which the wrapper was made.
    private static func environment(
        _ settings: LazySettings?, for value: LazyValue, of type: Any.Type
    ) -> Environment {
        guard let settings, settings.isSandboxed else { return .process }
        guard let sandbox = settings.sandbox else {
            Failure.endedLazySandbox(type, isTyped: value.isTyped, value.location).trap()
        }
        return sandbox
    }
}
