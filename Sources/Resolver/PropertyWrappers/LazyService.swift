/// The contents of a lazy wrapper: the shared value, how it is resolved, and the settings that few wrappers have.
///
/// It is a structure, so that a copy of the wrapper has settings of its own. The copy shares the service, and the cell that
/// keeps it, until its settings are changed.
///
/// Reads after the first one are inlined into the program, and so compiled for the service's type.
@usableFromInline
@frozen
@safe
struct LazyService<Service> {
    @usableFromInline private(set) var value: LazyValue
    /// Resolves the service into the room that it is given; returns false if the wrapper's container is gone.
    @usableFromInline let resolve: LazySettings.Resolve
    @usableFromInline private(set) var settings: LazySettings?

    @inlinable @inline(__always)
    init(name: Resolver.Name?, container: Resolver?, at location: CodeLocation, isWeak: Bool) {
        unsafe resolve = { unsafe LazyService.find(into: $0, $1, $2) }
        (value, settings) = LazySettings.ofNewWrapper(name, container, at: location, isWeak: isWeak, isTyped: false)
    }

    /// Makes a wrapper that asks a typed factory, which has no use for settings.
    @inlinable @inline(__always)
    init(at location: CodeLocation, isWeak: Bool, resolve: @escaping LazySettings.Resolve) {
        unsafe self.resolve = unsafe resolve
        (value, settings) = LazySettings.ofNewWrapper(nil, nil, at: location, isWeak: isWeak, isTyped: true)
    }

    /// Asks a resolver for the service, and puts it into a room; returns false if the container is gone.
    @usableFromInline @inline(never)
    static func find(into room: UnsafeMutableRawPointer, _ settings: LazySettings?, _ location: CodeLocation) -> Bool {
        // The service is made directly in the room: from a variable it would be copied.
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
        // With other settings, the wrapper may find another service. So it no longer shares a cell with its copies.
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

    /// Whether the wrapper has no service: it has not been resolved, was released, or was held weakly and is gone.
    var isEmpty: Bool { value.isEmpty }

    /// The service; nil if it has not been resolved, was released, or is gone.
    var present: Service? { copied(value.beginRead()) }

    /// The service, which the first access resolves; nil if it was held weakly and is gone.
    @inlinable @inline(__always)
    func resolved() -> Service? {
        let step = value.beginRead()
        return step.kind == .make ? firstRead() : copied(step)
    }

    /// The service that a read has found; nil if the read has found none.
    @inlinable @inline(__always)
    func copied(_ step: Step) -> Service? {
        guard let address = unsafe step.object?.assumingMemoryBound(to: Service.self) else { return nil }
        let service = unsafe step.kind == .take ? address.move() : address.pointee
        value.endRead()
        return service
    }

    /// The service, if it may not be resolved yet: one of the threads that read it resolves it.
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

    /// Does the same for a service that is held weakly; nil stays, and is not resolved again.
    func setWeakly(_ service: Service?) {
        if let service { value.set(service) } else { value.setGone(Service.self) }
    }
}

extension LazyService: @unchecked Sendable where Service: Sendable {
    // Sound because the value guards itself, and settings never change once a wrapper has them.
}

// MARK: - The first read

extension LazyValue {
    /// Reads a service that may not be resolved yet: one thread resolves it, and the others copy it.
    ///
    /// - Returns: The frame, which the caller pops; and what to do with the service. If the step is `make`, this thread has
    ///   resolved the service: the caller copies it, and calls `publish`. Else the caller calls `endCopy` after the copy.
    @usableFromInline @inline(never)
    func firstRead(
        of type: Any.Type, size: Int, alignment: Int, _ settings: LazySettings?, _ resolve: LazySettings.Resolve
    ) -> (frame: Frame.Pointer, step: Step) {
        // The frame of a lazy wrapper has no registration; its `argumentType` is the service's type. See `ChainLink.init(_:)`.
        let frame = unsafe Frame.push(type: type, at: location)
        let step = frame.begin(lazy: self)
        guard step.kind == .make else { return (frame, step) }
        // If something keeps the wrapper's object, the read sees no run that ends before that does.
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
