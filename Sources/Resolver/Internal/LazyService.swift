/// What a lazy wrapper shares between its copies: how to resolve the service, and the service once it is resolved.
final class LazyService<Service>: @unchecked Sendable {
    // Sound because `cell` is guarded by the engine, the settings by its lock, and the rest never changes. The service
    // itself is as safe to share as the program makes it; the wrapper is Sendable only where the service is.

    /// How to resolve.
    ///
    /// The container is not held, as it may well hold the object that holds the wrapper.
    struct Settings {
        weak var container: Resolver?
        var hasContainer: Bool
        var name: Resolver.Name?
        var args: Any?
    }

    private let cell = InstanceCell()
    private var state: Settings
    private let site: CallSite
    /// The sandbox the wrapper was made in, and whether that is another than the default one.
    private weak let sandbox: Sandbox?
    private let isSandboxed: Bool
    private let isWeak: Bool
    /// The service in whose making the wrapper was made; known only where somebody observes.
    private let owner: LazyOwner?
    /// How to resolve, where not with a resolver; nil where its container is gone.
    private let source: (() -> Service?)?

    init(
        name: Resolver.Name? = nil, container: Resolver? = nil, site: CallSite, isWeak: Bool,
        resolve: (() -> Service?)? = nil
    ) {
        source = resolve
        state = Settings(container: container, hasContainer: container != nil, name: name, args: nil)
        self.site = site
        self.isWeak = isWeak
        let sandbox = Sandbox.active
        isSandboxed = sandbox !== Sandbox.process
        self.sandbox = isSandboxed ? sandbox : nil
        owner = Engine.lazyOwner(holds: !isWeak, in: sandbox)
    }

    var settings: Settings {
        get { Engine.locked { state } }
        set { Engine.replacing(state) { state = newValue } }
    }

    /// Whether there is no service: it has not been resolved, was released, or was held weakly and is gone.
    var isEmpty: Bool { unsafe cell.value(as: Service.self, on: ThreadState.current) == nil }

    /// The service, resolved at the first access; nil where it was held weakly and is gone.
    func resolved() -> Service? {
        let thread = unsafe ThreadState.current
        if let service = unsafe cell.valueOrGone(as: Service.self, on: thread) { return service }
        let settings = settings
        let container = settings.container
        if settings.hasContainer && container == nil { Failure.endedContainer(Service.self, site).trap() }
        if isSandboxed && sandbox == nil { Failure.endedSandbox(Service.self, site).trap() }
        return Sandbox.within(sandbox) { () -> Service? in
            let link = ChainLink(key: ServiceKey(Service.self, name: settings.name), site: site)
            let resolve = { [site, source] () -> Service in
                if let source {
                    if let service = source() { return service }
                    Failure.endedContainer(Service.self, site).trap()
                }
                return unsafe withUnsafePointer(to: settings.args) { arguments in
                    unsafe Engine.resolved(
                        Service.self, name: settings.name, arguments: arguments, site: site, asked: container)
                }
            }
            // The very thread that resolves it asks again: the engine sees whether that is a cycle.
            if unsafe Engine.isConstructing(cell, on: thread) { return resolve() }
            do throws(ResolutionError) {
                return try unsafe Engine.instance(
                    in: cell, for: link, on: thread, begin: { _ in (isWeak ? .shared : .cached, []) },
                    make: { unsafe Engine.asking(for: owner, on: thread, resolve) })
            } catch {
                Engine.trap(error)
            }
        }
    }

    /// Replaces the service, or drops it so that the next access resolves again.
    func set(_ service: Service?) {
        let box: AnyObject? = service.flatMap { service -> AnyObject? in isWeak ? WeakBox(service) : Box(service) }
        let garbage = Engine.locked {
            // Whoever resolves it meanwhile does not undo this.
            let garbage = cell.empty()
            if let box { _ = cell.keep(box, weak: isWeak) }
            Engine.awaitCopies()
            return garbage
        }
        withExtendedLifetime(garbage) {}
    }
}
