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

    private(set) var mainResolver: Resolver
    /// The root, once somebody has asked for it or set it; until then it is main.
    private var rootResolver: Resolver?
    private var scope: ResolverScope = .graph
    private var decorator: Resolver.Decorator?
    private var observerList: [any ResolutionObserver] = []
    /// Whether there are observers.
    private let observedWord = SharedWord()
    var hook = Hook.pending
    /// What `Resolver.registerServices` was set to.
    var services: ServicesSetting = .standard
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
    var sharedHomes: [ObjectIdentifier: ContainerHome] = [:]
    /// What those of the sandbox that this one was copied from stood on then.
    var inheritedHomes: [ObjectIdentifier: ContainerHome] = [:]
    /// Settings of the typed face.
    var typedSettings: [ObjectIdentifier: any Sendable] = [:]

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
            var copies = ResolverCopies()
            copies.add(sandbox.mainResolver, of: mainResolver)
            if let root = rootResolver, root !== mainResolver { sandbox.rootResolver = copies.copy(root) }
            _ = sandbox.containerHome.copySettings(of: containerHome)
            sandbox.inheritedHomes = inheritedHomes.merging(sharedHomes) { $1 }.mapValues { $0.copy(&copies) }
            copies.fill()
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
    var settledRoot: Resolver {
        if let rootResolver { return rootResolver }
        rootResolver = mainResolver
        return mainResolver
    }

    var defaultScope: ResolverScope {
        get { Engine.locked { scope } }
        set { Engine.locked { scope = newValue } }
    }

    var decorate: Resolver.Decorator? {
        get { Engine.locked { decorator } }
        set {
            Engine.replacing(decorator) {
                decorator = newValue
                publishWatched()
            }
        }
    }

    /// Whether anybody is told of resolutions.
    var isObserved: Bool { Engine.reading { observedWord.load() } != 0 }

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
    static func keep(_ resolver: Resolver, at word: borrowing SharedWord) {
        guard word.load() == 0 else { return }
        word.store(self.word(of: resolver))
        _ = unsafe Unmanaged.passRetained(resolver)
    }

    static func word(of resolver: Resolver) -> UInt {
        unsafe UInt(bitPattern: Unmanaged.passUnretained(resolver).toOpaque())
    }

    /// Tells the fast path of the process's root.
    ///
    /// Called under the engine's lock.
    func publishRoot() {
        guard self === Sandbox.process, let root = rootResolver else { return }
        let known = Engine.processRoot.load()
        guard known != 0 else { return }
        Engine.set(.rootReplaced, known != Sandbox.word(of: root))
    }
}
