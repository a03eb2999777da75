/// What a lazy wrapper holds: the shared value, how it is resolved, and the settings that few wrappers have.
///
/// A struct, so that a copy of the wrapper has settings of its own. It shares the service, unless its settings were
/// changed before there was one.
///
/// Its parts are inlined, so that a read is compiled for the service's type where it stands.
@usableFromInline
@frozen
struct LazyService<Service> {
    @usableFromInline private(set) var value: LazyValue
    /// Resolves the service; nil where its container is gone.
    @usableFromInline let resolve: Resolve
    @usableFromInline private(set) var settings: LazySettings?

    @usableFromInline typealias Resolve = (LazySettings?, CodeLocation) -> Service?

    @inlinable @inline(__always)
    init(
        name: Resolver.Name? = nil, container: Resolver? = nil, at location: CodeLocation, isWeak: Bool,
        resolve: @escaping Resolve = { LazyService.find($0, $1) }
    ) {
        value = LazyValue.make(at: location, isWeak: isWeak)
        self.resolve = resolve
        settings = LazySettings.ofNewWrapper(name, container, isWeak: isWeak)
    }

    /// Asks a resolver.
    @inlinable
    static func find(_ settings: LazySettings?, _ location: CodeLocation) -> Service? {
        guard let settings else {
            return unsafe Engine.resolved(Service.self, name: nil, arguments: nil, at: location, asked: nil)
        }
        return find(as: settings, location)
    }

    @usableFromInline
    static func find(as settings: LazySettings, _ location: CodeLocation) -> Service? {
        let container = settings.container
        if settings.hasContainer && container == nil { return nil }
        guard let args = settings.args else {
            return unsafe Engine.resolved(
                Service.self, name: settings.name, arguments: nil, at: location, asked: container)
        }
        return unsafe withUnsafePointer(to: Optional(args)) {
            unsafe Engine.resolved(Service.self, name: settings.name, arguments: $0, at: location, asked: container)
        }
    }

    // MARK: - Settings

    private mutating func change(_ change: (LazySettings) -> Void) {
        let copy = settings.map { LazySettings(copying: $0) } ?? LazySettings()
        change(copy)
        settings = copy
        // What other settings find is not what this copy is to give.
        if value.isUnresolved { value = LazyValue.make(at: value.location, isWeak: value.isWeak) }
    }

    var name: Resolver.Name? {
        get { settings?.name }
        set { change { $0.name = newValue } }
    }

    var args: Any? {
        get { settings?.args }
        set { change { $0.args = newValue } }
    }

    var container: Resolver? {
        get { settings?.container }
        set {
            change {
                $0.container = newValue
                $0.hasContainer = newValue != nil
            }
        }
    }

    // MARK: - Service

    /// Whether there is no service: it has not been resolved, was released, or was held weakly and is gone.
    var isEmpty: Bool { value.isEmpty }

    /// The service, if it is there.
    var present: Service? { copied(value.beginRead()) }

    /// The service, resolved at the first access; nil where it was held weakly and is gone.
    @inlinable @inline(__always)
    func resolved() -> Service? {
        let step = value.beginRead()
        return step.kind == .make ? firstRead() : copied(step)
    }

    /// The service that a read has found; nil where it has found none.
    @inlinable @inline(__always)
    func copied(_ step: Step) -> Service? {
        guard let address = unsafe step.object?.assumingMemoryBound(to: Service.self) else { return nil }
        let service = unsafe step.kind == .take ? address.move() : address.pointee
        value.endRead()
        return service
    }

    /// The service, resolved by one of the threads that read it first.
    @inlinable @inline(never)
    func firstRead() -> Service? {
        // Its registration is none, and its type is that of what it is for; see `ChainLink.init(_:)`.
        var frame = unsafe Frame(argument: nil, type: Service.self, at: value.location)
        return unsafe _withUnprotectedUnsafeMutablePointer(to: &frame) { frame in
            let step = unsafe frame.begin(lazy: value)
            guard step.kind == .make else {
                return unsafe step.kind == .missing ? nil : Engine.copied(step, frame, as: Service.self)
            }
            let found = LazySettings.mayDiffer(settings) ? findWhereItWasMade() : resolve(nil, value.location)
            guard let service = found else { LazySettings.failEnded(Service.self, value.location) }
            let room = unsafe frame.room(size: MemoryLayout<Service>.size, alignment: MemoryLayout<Service>.alignment)
            unsafe room.initializeMemory(as: Service.self, to: service)
            unsafe frame.publish(lazy: value)
            return service
        }
    }

    /// The same in the sandbox in which the wrapper was made, on behalf of the service that it is part of.
    @usableFromInline @inline(never)
    func findWhereItWasMade() -> Service? {
        LazySettings.environment(settings, for: Service.self, value.location).run {
            LazyOwner.asking(for: settings?.owner) {
                TaskState.resolving(for: settings?.keeper) { resolve(settings, value.location) }
            }
        }
    }

    /// Replaces the service, or drops it so that the next access resolves again.
    func set(_ service: Service?) { value.set(service) }
}

extension LazyService: @unchecked Sendable where Service: Sendable {
    // Sound as the value guards itself, and the settings never change once a copy has them.
}

/// Where and how a lazy wrapper resolves, if that differs from what most do.
@usableFromInline
final class LazySettings: @unchecked Sendable {
    // Sound because it never changes once the wrapper has it.
    var name: Resolver.Name?
    var args: Any?
    /// The resolver that is asked.
    ///
    /// It is not held, as it may well hold the object that holds the wrapper.
    weak var container: Resolver?
    var hasContainer = false
    /// The sandbox that the wrapper was made in.
    private weak var sandbox: Environment?
    private var isSandboxed = false
    /// The service in whose making the wrapper was made; known only where somebody observes.
    private(set) var owner: LazyOwner?
    /// What would keep the service and outlives all runs of task scopes, if the wrapper was made in its making.
    private(set) var keeper: ServiceKey?

    init() {}

    init(copying other: LazySettings) {
        (name, args, container, hasContainer) = (other.name, other.args, other.container, other.hasContainer)
        (sandbox, isSandboxed, owner, keeper) = (other.sandbox, other.isSandboxed, other.owner, other.keeper)
    }

    /// The settings of a wrapper that is being made; nil where it has none.
    @usableFromInline @inline(never)
    static func ofNewWrapper(_ name: Resolver.Name?, _ container: Resolver?, isWeak: Bool) -> LazySettings? {
        let keeper = TaskRun.keeperOfLazyWrappers
        if name == nil, container == nil, keeper == nil, !ProcessState.has([.sandboxes, .watched]) { return nil }
        let settings = LazySettings()
        settings.name = name
        settings.container = container
        settings.hasContainer = container != nil
        let environment = Environment.active
        settings.isSandboxed = !environment.isProcess
        settings.sandbox = environment.isProcess ? nil : environment
        settings.owner = LazyOwner.current(holds: !isWeak, in: environment)
        settings.keeper = keeper
        return settings
    }

    /// Whether a wrapper resolves other than from the process's root, where it is read.
    @usableFromInline @inline(never)
    static func mayDiffer(_ settings: LazySettings?) -> Bool { settings != nil || ProcessState.has(.sandboxes) }

    /// The environment that the wrapper was made in.
    static func environment(
        _ settings: LazySettings?, for type: Any.Type, _ location: CodeLocation
    ) -> Environment {
        guard let settings, settings.isSandboxed else { return .process }
        guard let sandbox = settings.sandbox else { Failure.endedLazySandbox(type, location).trap() }
        return sandbox
    }

    /// Reports a wrapper whose container is gone.
    @usableFromInline @inline(never)
    static func failEnded(_ type: Any.Type, _ location: CodeLocation) -> Never {
        Failure.endedContainer(type, location).trap()
    }
}
