/// What a lazy wrapper holds: the shared value, how it is resolved, and the settings that few wrappers have.
///
/// A struct, so that a copy of the wrapper has settings of its own. It shares the service, and where that is kept, until its
/// settings are changed.
///
/// Later reads are inlined, and compiled for the service's type where they stand.
@usableFromInline
@frozen
@safe
struct LazyService<Service> {
    @usableFromInline private(set) var value: LazyValue
    /// Puts the service where it is told to; false where its container is gone.
    @usableFromInline let resolve: LazySettings.Resolve
    @usableFromInline private(set) var settings: LazySettings?

    @inlinable @inline(__always)
    init(name: Resolver.Name?, container: Resolver?, at location: CodeLocation, isWeak: Bool) {
        unsafe resolve = { unsafe LazyService.find(into: $0, $1, $2) }
        (value, settings) = LazySettings.ofNewWrapper(name, container, at: location, isWeak: isWeak, isTyped: false)
    }

    /// Asks a typed factory, which has no use for settings.
    @inlinable @inline(__always)
    init(at location: CodeLocation, isWeak: Bool, resolve: @escaping LazySettings.Resolve) {
        unsafe self.resolve = unsafe resolve
        (value, settings) = LazySettings.ofNewWrapper(nil, nil, at: location, isWeak: isWeak, isTyped: true)
    }

    /// Asks a resolver.
    @usableFromInline @inline(never)
    static func find(into room: UnsafeMutableRawPointer, _ settings: LazySettings?, _ location: CodeLocation) -> Bool {
        // The service is stored in no variable, from which it would be copied.
        let room = unsafe room.assumingMemoryBound(to: Service.self)
        guard let settings else {
            unsafe room.initialize(
                to: Engine.resolved(Service.self, name: nil, arguments: nil, at: location, asked: nil))
            return true
        }
        let container = settings.container
        if settings.hasContainer && container == nil { return false }
        unsafe Engine.withArguments(settings.args) { arguments in
            unsafe room.initialize(
                to: Engine.resolved(
                    Service.self, name: settings.name, arguments: arguments, at: location, asked: container))
        }
        return true
    }

    // MARK: - Settings

    private mutating func change(_ setting: String, _ change: (LazySettings) -> Void) {
        if value.isTyped { Failure.unusedSetting(setting, Service.self, value.location).trap() }
        let copy = settings.map { LazySettings(copying: $0) } ?? LazySettings()
        change(copy)
        settings = copy
        // What other settings find is not what this copy is to give.
        value = value.copy()
    }

    var name: Resolver.Name? {
        get { settings?.name }
        set { change("name") { $0.name = newValue } }
    }

    var args: Any? {
        get { settings?.args }
        set { change("args") { $0.args = newValue } }
    }

    var container: Resolver? {
        get { settings?.container }
        set {
            change("container") {
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
        let (frame, step) = unsafe value.firstRead(
            of: Service.self, size: MemoryLayout<Service>.size, alignment: MemoryLayout<Service>.alignment, settings,
            resolve)
        defer { frame.pop() }
        guard step.kind == .make else { return Engine.copied(step, frame, as: Service.self) }
        let service = unsafe step.object.unsafelyUnwrapped.assumingMemoryBound(to: Service.self).pointee
        frame.publish(lazy: value)
        return service
    }

    /// Replaces the service, or drops it so that the next access resolves again.
    func set(_ service: Service?) { value.set(service) }

    /// The same for what is held weakly, where nil stays.
    func setWeakly(_ service: Service?) {
        if let service { value.set(service) } else { value.setGone(Service.self) }
    }
}

extension LazyService: @unchecked Sendable where Service: Sendable {
    // Sound as the value guards itself, and the settings never change once a copy has them.
}

// MARK: - The first read

extension LazyValue {
    /// Reads a service that may not be resolved yet: one thread resolves it, the others copy what it has resolved.
    ///
    /// - Returns: What to do, then `endCopy`, or `publish` where this thread has resolved it, which the step calls `make`;
    ///   and the frame, which is to be popped.
    @usableFromInline @inline(never)
    func firstRead(
        of type: Any.Type, size: Int, alignment: Int, _ settings: LazySettings?, _ resolve: LazySettings.Resolve
    ) -> (frame: Frame.Pointer, step: Step) {
        // Its registration is none, and its type is that of what it is for; see `ChainLink.init(_:)`.
        let frame = unsafe Frame.push(type: type, at: location)
        let step = frame.begin(lazy: self)
        guard step.kind == .make else { return (frame, step) }
        // Where something keeps the wrapper's object, no run is visible that ends before that.
        frame.pointee.runDepth = settings?.keeper == nil ? runDepth : .max
        let room = unsafe frame.keptRoom(for: type, size: size, alignment: alignment)
        let isResolved =
            unsafe LazySettings.mayDiffer(settings)
            ? LazySettings.whereItWasMade(settings, for: self, of: type) { unsafe resolve(room, settings, location) }
            : resolve(room, nil, location)
        guard isResolved else { Failure.endedContainer(type, location).trap() }
        return (frame, Step(.make, room))
    }
}

/// Where and how a lazy wrapper resolves, if that differs from what most do.
@usableFromInline
package final class LazySettings: @unchecked Sendable {
    // Sound because it never changes once the wrapper has it.

    /// Puts the service where it is told to, asked for at the place of the property; returns false where its container
    /// is gone.
    @usableFromInline
    package typealias Resolve = (UnsafeMutableRawPointer, LazySettings?, CodeLocation) -> Bool

    /// Puts a service where a wrapper wants it; returns false where there is none.
    ///
    /// Compiled where the wrapper is declared: it has an optional of the service's type.
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
    /// It is not held, as it may well hold the object that holds the wrapper.
    weak var container: Resolver?
    var hasContainer = false
    /// The sandbox that the wrapper was made in.
    private weak var sandbox: Environment?
    private var isSandboxed = false
    /// The service in whose making the wrapper was made; known only where somebody observes.
    private(set) var owner: LazyOwner?
    /// What would keep the service, if the wrapper was made in its making.
    private(set) var keeper: LazyKeeper?

    init() {}

    init(copying other: LazySettings) {
        (name, args, container, hasContainer) = (other.name, other.args, other.container, other.hasContainer)
        (sandbox, isSandboxed, owner, keeper) = (other.sandbox, other.isSandboxed, other.owner, other.keeper)
    }

    /// What the copies of a wrapper share that is being made, and its settings; nil where it has none.
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

    /// Whether a wrapper resolves other than from the process's root, where it is read.
    static func mayDiffer(_ settings: LazySettings?) -> Bool { settings != nil || ProcessState.has(.sandboxes) }

    /// Runs a body in the sandbox in which the wrapper was made, on behalf of the service that it is part of.
    static func whereItWasMade<Result>(
        _ settings: LazySettings?, for value: LazyValue, of type: Any.Type, _ body: () -> Result
    ) -> Result {
        environment(settings, for: value, of: type).run {
            LazyOwner.asking(for: settings?.owner) { TaskState.resolving(for: settings?.keeper, body) }
        }
    }

    /// The environment that the wrapper was made in.
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
