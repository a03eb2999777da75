/// One isolated set: main and root resolvers, the registration hook, settings, and the instances of every scope.
///
/// The process has a default one, whose instances stand in the registrations themselves, where the fast path finds
/// them. Every other sandbox keeps cells of its own.
@usableFromInline
package final class Sandbox: @unchecked Sendable {
    // Sound because everything that changes is guarded by the engine's lock.

    /// The sandbox of a program that never asked for one.
    ///
    /// Whoever needs a sandbox starts with this one, so it is here that the engine is made ready for use.
    static let process: Sandbox = {
        Engine.start()
        return Sandbox(main: Resolver())
    }()

    @TaskLocal static var current: Sandbox?

    private var mainResolver: Resolver
    /// The root, once somebody has asked for it or set it; until then it is main.
    private var rootResolver: Resolver?
    private var scope: ResolverScope = .graph
    private var decorator: Resolver.Decorator?
    private var observerList: [any ResolutionObserver] = []
    /// Whether there are observers.
    private let observedWord = SharedWord()
    private var hook = Hook.pending
    /// What `Resolver.registerServices` was set to.
    private var services: ServicesSetting = .standard
    private var cells: [UInt: CellReference] = [:]
    /// How many cells there may be before those are dropped whose registrations are gone.
    private var cellsSweptAt = 64
    private var kept = KeptByScope()

    private struct CellReference {
        let cell: InstanceCell
        weak let registration: Registration?
    }

    /// What the sandbox's default container stands on.
    private(set) lazy var containerHome = ContainerHome(sandbox: self)
    /// What the containers that are shared in this sandbox stand on, by their types.
    private var sharedHomes: [ObjectIdentifier: ContainerHome] = [:]
    /// What those of the sandbox that this one was copied from stood on then.
    private var inheritedHomes: [ObjectIdentifier: ContainerHome] = [:]
    /// Settings of the typed face.
    private var typedSettings: [ObjectIdentifier: any Sendable] = [:]

    private init(main: Resolver) {
        mainResolver = main
        _ = containerHome
    }

    /// The sandbox this code runs in.
    ///
    /// One flag is read as long as the program has none but the default one.
    static var active: Sandbox {
        let sandboxes = Engine.reading { Engine.state.load() } & Engine.Condition.sandboxes.rawValue
        return sandboxes == 0 ? process : current ?? process
    }

    /// The sandbox this code runs in, with its registration hook run.
    static func prepared() -> Sandbox {
        let sandbox = active
        sandbox.runHook()
        return sandbox
    }

    /// Runs an operation in a sandbox; nil stands for the default one.
    static func within<Result>(_ sandbox: Sandbox?, _ operation: () throws -> Result) rethrows -> Result {
        guard active !== sandbox ?? process else { return try operation() }
        return try $current.withValue(sandbox === process ? nil : sandbox, operation: operation)
    }

    /// Runs an asynchronous operation in a sandbox.
    static func within<Result>(
        _ sandbox: Sandbox, _ operation: () async throws -> Result
    ) async rethrows -> Result {
        guard active !== sandbox else { return try await operation() }
        return try await $current.withValue(sandbox === process ? nil : sandbox, operation: operation)
    }

    /// Makes a sandbox that starts with a copy of this one's registrations and settings, or with none.
    func makeSandbox(_ contents: SandboxContents) -> Sandbox {
        Engine.locked {
            Engine.set(.sandboxes, true)
            let sandbox = Sandbox(main: Resolver())
            sandbox.scope = scope
            sandbox.decorator = decorator
            sandbox.observerList = observerList
            sandbox.observedWord.store(observedWord.load())
            sandbox.typedSettings = typedSettings
            guard contents == .copied else { return sandbox }
            sandbox.services = services
            if case .running = hook {} else { sandbox.hook = hook }
            sandbox.mainResolver.copyContents(of: mainResolver)
            _ = sandbox.containerHome.copySettings(of: containerHome)
            sandbox.inheritedHomes = inheritedHomes.merging(sharedHomes.mapValues { $0.copy() }) { $1 }
            guard let root = rootResolver, root !== mainResolver else { return sandbox }
            let copy = Resolver()
            copy.copyContents(of: root)
            sandbox.rootResolver = copy
            return sandbox
        }
    }

    // MARK: - Settings

    var main: Resolver {
        get { Engine.locked { mainResolver } }
        set {
            Engine.replacing(mainResolver) {
                mainResolver = newValue
                publishMain()
            }
        }
    }

    var root: Resolver {
        get { Engine.locked { settledRoot } }
        set {
            Engine.replacing(rootResolver) {
                rootResolver = newValue
                publishRoot()
            }
        }
    }

    /// The root for who only looks around: a report must not settle it.
    var rootAsItStands: Resolver { Engine.locked { rootResolver ?? mainResolver } }

    /// The root, which is from now on the same even when main is replaced.
    ///
    /// Called under the engine's lock.
    private var settledRoot: Resolver {
        if let rootResolver { return rootResolver }
        rootResolver = mainResolver
        return mainResolver
    }

    var defaultScope: ResolverScope {
        get { Engine.locked { scope } }
        set { Engine.locked { scope = newValue } }
    }

    @usableFromInline var decorate: Resolver.Decorator? {
        get { Engine.locked { decorator } }
        set {
            Engine.replacing(decorator) {
                decorator = newValue
                publishWatched()
            }
        }
    }

    /// Whether anybody is told of resolutions.
    @usableFromInline var isObserved: Bool { Engine.reading { observedWord.load() } != 0 }

    /// Who is told of resolutions, in order.
    var observers: [any ResolutionObserver] { Engine.locked { observerList } }

    func changeObservers(_ change: (inout [any ResolutionObserver]) -> Void) {
        Engine.replacing(observerList) {
            change(&observerList)
            observedWord.store(observerList.isEmpty ? 0 : 1)
            publishWatched()
        }
    }

    /// Tells the fast path whether anybody watches.
    ///
    /// Called under the engine's lock.
    private func publishWatched() {
        guard self === Sandbox.process else { return }
        Engine.set(.watched, decorator != nil || !observerList.isEmpty)
    }

    /// Whether a resolver plays one of this sandbox's roles.
    ///
    /// Called under the engine's lock.
    func role(of resolver: Resolver) -> ChildLink.Role? {
        if resolver === mainResolver { return .main }
        return resolver === rootResolver ? .root : nil
    }

    /// The resolver that plays a role.
    func resolver(in role: ChildLink.Role) -> Resolver {
        role == .main ? main : root
    }

    /// Every resolver there is in the sandbox: main and root with those they search, and those of shared containers.
    var resolvers: [Resolver] {
        let shared = Engine.locked { sharedHomes.values.compactMap(\.own) }
        return ([main, rootAsItStands].flatMap { $0.searched(in: self) } + shared).reduce(into: []) { resolvers, next in
            if !resolvers.contains(where: { $0 === next }) { resolvers.append(next) }
        }
    }

    // MARK: - Instances

    /// Where a registration keeps its instance in this sandbox.
    ///
    /// Called under the engine's lock; what is added to `garbage` is released after it.
    func cell(of registration: Registration, _ garbage: inout [AnyObject]) -> InstanceCell {
        if self === Sandbox.process { return registration.cell }
        let registration = registration.cellOwner ?? registration
        if let reference = cells[registration.id] { return reference.cell }
        if cells.count >= cellsSweptAt {
            for (id, reference) in cells {
                if let registration = reference.registration {
                    garbage.append(registration)
                } else {
                    garbage.append(reference.cell)
                    cells[id] = nil
                }
            }
            cellsSweptAt = max(64, cells.count * 2)
        }
        let cell = InstanceCell()
        cells[registration.id] = CellReference(cell: cell, registration: registration)
        return cell
    }

    /// Tells a scope of a cell that is about to be filled.
    ///
    /// Called under the engine's lock; what is returned is released after it.
    func keep(_ cell: InstanceCell, by scope: ResolverScope) -> [AnyObject] { kept[scope].add(cell) }

    /// Drops what a registration keeps.
    ///
    /// Called under the engine's lock; what is returned is released after it.
    func dropInstance(of registration: Registration) -> [AnyObject] {
        let id = (registration.cellOwner ?? registration).id
        guard self !== Sandbox.process, let cell = cells.removeValue(forKey: id)?.cell else { return [] }
        return [cell] + (cell.empty().map { [$0] } ?? [])
    }

    func dropInstances(keptBy scope: ResolverScope) {
        let garbage = Engine.locked {
            let garbage = kept[scope].removeAll()
            Engine.awaitCopies()
            return garbage
        }
        withExtendedLifetime(garbage) {}
    }

    /// Begins anew: new main and root, no instances, and the hook will run again.
    func reset() {
        let main = Resolver()
        let garbage = Engine.locked { () -> ([AnyObject], ServicesSetting) in
            let services = services
            var garbage: [AnyObject] = [mainResolver]
            if let rootResolver { garbage.append(rootResolver) }
            garbage += kept.removeAll()
            garbage += cells.values.map(\.cell)
            cells = [:]
            mainResolver = main
            rootResolver = main
            self.services = .standard
            hook = .pending
            if self === Sandbox.process { Engine.set(.hookPending, true) }
            garbage += containerHome.rearm()
            for home in sharedHomes.values { garbage += [home] + home.removeAll() }
            garbage += Array(inheritedHomes.values)
            sharedHomes = [:]
            inheritedHomes = [:]
            publishRoot()
            publishMain()
            Engine.awaitCopies()
            return (garbage, services)
        }
        withExtendedLifetime(garbage) {}
    }

    /// Keeps a resolver for ever where the fast path finds it, unless one is there already.
    ///
    /// Called under the engine's lock.
    private static func keep(_ resolver: Resolver, at word: borrowing SharedWord) {
        guard word.load() == 0 else { return }
        word.store(self.word(of: resolver))
        _ = unsafe Unmanaged.passRetained(resolver)
    }

    private static func word(of resolver: Resolver) -> UInt {
        unsafe UInt(bitPattern: Unmanaged.passUnretained(resolver).toOpaque())
    }

    /// Tells the fast path of the process's root.
    ///
    /// Called under the engine's lock.
    private func publishRoot() {
        guard self === Sandbox.process, let root = rootResolver else { return }
        let known = Engine.processRoot.load()
        guard known != 0 else { return }
        Engine.set(.rootReplaced, known != Sandbox.word(of: root))
    }
}

// MARK: - The typed face

extension Sandbox {
    /// The time that a time to live is measured by.
    package struct Clock: Sendable {
        let now: (@Sendable () -> UInt64)?

        package init(now: (@Sendable () -> UInt64)?) { self.now = now }
    }

    /// Nanoseconds on this sandbox's clock.
    var now: UInt64 {
        let clock = Engine.locked { typedSettings[ObjectIdentifier(Clock.self)] as? Clock }
        return clock?.now?() ?? monotonicTime()
    }

    /// A setting of the typed face in the current sandbox.
    package static func setting<Value: Sendable>(_ type: Value.Type) -> Value? {
        let sandbox = active
        return Engine.locked { sandbox.typedSettings[ObjectIdentifier(type)] as? Value }
    }

    /// Makes a setting of the typed face in the current sandbox.
    package static func set<Value: Sendable>(_ value: Value) {
        let sandbox = active
        Engine.replacing(sandbox.typedSettings) { sandbox.typedSettings[ObjectIdentifier(Value.self)] = value }
    }

    /// What the process's default container stands on.
    package static var processHome: ContainerHome { process.containerHome }

    /// What the current sandbox's default container stands on; nil for the process's own.
    @usableFromInline package static var currentHome: ContainerHome? {
        let sandbox = active
        return sandbox === process ? nil : sandbox.containerHome
    }

    /// Whether a container is the one of its type that is shared in this sandbox.
    func shares(_ home: ContainerHome) -> Bool {
        Engine.locked { home === containerHome || sharedHomes.values.contains { $0 === home } }
    }

    /// Takes a container that was just made for this sandbox's shared one of its type.
    ///
    /// What was registered in the shared one that this sandbox was copied from is registered in it, too.
    func adopt(_ home: ContainerHome, as type: Any.Type) {
        let garbage = Engine.locked {
            let old = sharedHomes.updateValue(home, forKey: ObjectIdentifier(type))
            let inherited = inheritedHomes.removeValue(forKey: ObjectIdentifier(type))
            let replaced = [old, inherited].compactMap { $0 as AnyObject? }
            return replaced + (inherited.map { home.copyContents(of: $0) } ?? [])
        }
        withExtendedLifetime(garbage) {}
    }

    /// Tells the fast path of the process's main resolver.
    ///
    /// Called under the engine's lock.
    private func publishMain() {
        let known = Engine.processMain.load()
        guard self === Sandbox.process, known != 0 else { return }
        Engine.set(.mainReplaced, known != Sandbox.word(of: mainResolver))
    }
}

// MARK: - Registration hook

extension Sandbox {
    /// How far the registration hook has come.
    enum Hook {
        case pending
        case running(Construction)
        /// It has run, or the main thread found that the program has none.
        case done
        /// A thread other than the main thread found none; there may be one that is isolated to the main actor.
        case unseen
    }

    /// What `Resolver.registerServices` was set to: nothing, or a function or nil in its place.
    enum ServicesSetting {
        case standard
        case replaced((() -> Void)?)
    }

    /// Runs the registration hook if it has not run yet; a thread that comes meanwhile waits for it.
    func runHook() {
        let thread = unsafe ThreadState.current
        Engine.acquire()
        while case .running(let construction) = hook {
            if unsafe construction.thread == thread.pointee.shared { break }
            unsafe construction.wait(on: thread, for: Sandbox.hookLink)
        }
        guard case .pending = hook else {
            Engine.release()
            return
        }
        let construction = unsafe Construction(
            thread: thread, chain: [Sandbox.hookLink] + Engine.chain(from: thread.pointee.top))
        hook = .running(construction)
        let services = services
        Engine.release()

        let outer = unsafe thread.pointee.hookRunning
        unsafe thread.pointee.hookRunning = Unmanaged.passUnretained(self)
        let result = register(with: services)
        unsafe thread.pointee.hookRunning = outer

        Engine.locked {
            // A reset meanwhile has armed it again.
            if case .running(let current) = hook, current === construction { hook = result }
            construction.finish(with: nil)
            guard self === Sandbox.process else { return }
            let root = settledRoot
            Sandbox.keep(root, at: Engine.processRoot)
            Sandbox.keep(mainResolver, at: Engine.processMain)
            publishRoot()
            publishMain()
            switch hook {
            case .pending, .running: break
            case .done, .unseen: Engine.set(.hookPending, false)
            }
        }
    }

    /// Looks for a hook again after a lookup on the main thread found nothing, as the thread that looked first may
    /// have been unable to see it; returns whether it ran.
    func runUnseenHook() -> Bool {
        guard mayHaveUnseenHook, isOnMainActor() else { return false }
        let isUnseen = Engine.locked {
            guard case .unseen = hook else { return false }
            hook = .pending
            return true
        }
        if isUnseen { runHook() }
        return isUnseen
    }

    /// Runs the registration hook if it has not run yet, also where an earlier look could not see it.
    func runUnseenOrPendingHook() {
        if !runUnseenHook() { runHook() }
    }

    /// Whether a hook isolated to the main actor may exist that nobody has called.
    var mayHaveUnseenHook: Bool {
        Engine.locked { if case .unseen = hook { true } else { false } }
    }

    private func register(with services: ServicesSetting) -> Hook {
        if case .replaced(let function) = services {
            function?()
            return .done
        }
        // Of a value, as a cast of the type would find a conformance that is isolated to the main actor anywhere.
        if let registering = main as Any as? any ResolverRegistering {
            type(of: registering).registerAllServices()
            return .done
        }
        return isOnMainActor() ? .done : .unseen
    }

    private static var hookLink: ChainLink {
        ChainLink(key: ServiceKey((any ResolverRegistering).self, name: nil), site: .unknown)
    }

    /// Runs the registration hook now; nil once it has run.
    var registerServices: (() -> Void)? {
        get {
            let hasNothingToRun = Engine.locked {
                if case .replaced(nil) = services { return true }
                if case .done = hook { return true }
                return false
            }
            if hasNothingToRun { return nil }
            return { self.runUnseenOrPendingHook() }
        }
        set {
            let old = Engine.locked { () -> ServicesSetting in
                let old = services
                services = .replaced(newValue)
                // Also where there is nothing to run: the next resolution sees to that, and opens the fast path.
                hook = .pending
                if self === Sandbox.process { Engine.set(.hookPending, true) }
                return old
            }
            withExtendedLifetime(old) {}
        }
    }
}
