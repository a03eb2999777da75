/// One isolated set of everything that is otherwise static: main and root resolvers, the registration hook, settings,
/// observers, and where instances are.
///
/// The process has one, and every sandbox is another. A registration's own cell keeps its instance in the environment
/// in which it was registered; every other sandbox that sees the registration has a cell for it. In a sandbox every
/// resolver is a copy of its own: main and root from the beginning, any other since it was first asked.
package final class Environment: @unchecked Sendable {
    // Sound because the words are shared words, and what else changes is guarded by the engine's lock.

    /// The environment of code that runs in no sandbox.
    package static var process: Environment { unheldProcess.object }
    /// The same without a reference: it lives for ever.
    @inline(__always) static var unheldProcess: Unheld<Environment> {
        unsafe Unheld(bits: ProcessState.environment.load()) ?? Unheld(madeProcess)
    }
    private static let madeProcess = {
        let process = Environment()
        ProcessState.environment.store(Unheld(process).bits)
        return process
    }()

    @TaskLocal static var local = TaskReference<Environment>()
    static var current: Environment? { local.object }

    /// What is read without the lock; each word has a name below.
    @exclusivity(unchecked) private var storedWords: StoredWords.Six = (0, 0, 0, 0, 0, 0)
    /// 0 for the process's environment; no number is used twice.
    let number: UInt
    /// The resolver of what has one instance in the environment, whichever container is asked: of shared containers, and of
    /// singletons of the program's own containers.
    package let singletons: Resolver

    // Guarded by the engine's lock. Accesses to what calls read are not checked at run time, as none begins while another
    // is under way.

    @safe @exclusivity(unchecked) var mainResolver: Resolver
    /// The root; nil while it is whatever main is.
    @safe @exclusivity(unchecked) var rootResolver: Resolver?
    /// Main and root resolvers that were replaced: resolutions in this sandbox may still use them without a reference.
    @safe @exclusivity(unchecked) var former: [Resolver] = []
    @safe @exclusivity(unchecked) var copies = ResolverCopies()
    @safe @exclusivity(unchecked) var settings = Settings()
    /// The preparation that runs the registration hook.
    @safe @exclusivity(unchecked) var hook = Preparation()
    /// Registrations for single parameters, by the numbers of the registrations they are for.
    @safe @exclusivity(unchecked) var byParameter: [UInt: ParameterRegistrations] = [:]
    /// Overrides of declarations as singletons, by the declarations' keys; they count for all instances of the containers.
    var singletonOverrides: [ServiceKey: Registration] = [:]
    @safe @exclusivity(unchecked) private var kept: [UInt: ScopeInstances] = [:]
    private var sweepKeptAt = 16
    /// The number of the last reset of everything; it also counts for scopes that have kept nothing yet.
    private(set) var lastResetOfAll: UInt = 0
    /// A number that is higher than those of all registrations made before the last reset of everything.
    private var firstRegistration: UInt = 0
    /// Copies of the resolvers of shared containers of the environment from which this one was copied, by the containers'
    /// types.
    @safe @exclusivity(unchecked) var inheritedContainers: [ObjectIdentifier: Resolver] = [:]
    /// The resolvers of the containers that are shared in this environment, by the containers' types.
    @safe @exclusivity(unchecked) var containers: [ObjectIdentifier: Resolver] = [:]

    /// What a sandbox takes over from the environment it is made in.
    package struct Settings {
        package var defaultScope: ResolverScope = .graph
        var decorate: ((Any) -> Void)?
        var observers: [any ResolutionObserver] = []
        /// What `Resolver.registerServices` was set to.
        var services = ServicesSetting.standard
        /// The contexts that hold; nil for those of the process.
        package var contexts: Set<ContextKey>?
        /// Seconds, from any beginning, by which a time to live is measured; nil for the system's clock.
        package var clock: (@Sendable () -> Double)?
    }

    /// Whether the hook runs `registerAllServices`, or what the program runs in its place.
    enum ServicesSetting {
        case standard
        case replaced((() -> Void)?)
    }

    private init() {
        number = 0
        mainResolver = Resolver(home: 0)
        singletons = Resolver(home: 0)
        publishResolvers()
        publishContexts()
    }

    /// A sandbox that starts with a copy of another environment's registrations and settings, or with none.
    init(of other: Environment, isCopy: Bool) {
        let number = UniqueNumber.next()
        func copy(_ resolver: Resolver) -> Resolver {
            isCopy ? Resolver(copying: resolver, home: number) : Resolver(home: number)
        }
        self.number = number
        // All this is read in one section, with the hook: if the hook counted as run and the registrations were older, nobody
        // would add those of the hook. A resolver that is copied later has at least what it had at this moment.
        let (otherMain, main, root, singletons, containers, known, overrides, hook, isHookUnseen) = Lock.held {
            (
                other.mainResolver, copy(other.mainResolver), other.rootResolver, copy(other.singletons),
                other.inheritedContainers.merging(other.containers) { $1 }.mapValues { ($0, copy($0)) }, other.known,
                isCopy ? other.singletonOverrides : [:], isCopy ? other.hookOfSandbox : Preparation(),
                isCopy && other.hasUnseenHook
            )
        }
        mainResolver = main
        self.singletons = singletons
        inheritedContainers = containers.mapValues(\.1)
        singletonOverrides = overrides
        self.hook = hook
        Lock.held {
            copies.reserveCapacity(known.count * 2 + containers.count + 3)
            if let root, isCopy { rootResolver = root === otherMain ? main : copy(root) }
            copies.add(main, of: otherMain)
            if let root { copies.add(rootResolver ?? main, of: root) }
            copies.add(singletons, of: other.singletons)
            for (original, own) in containers.values { copies.add(own, of: original) }
            for (original, copy) in known {
                let own = copies[copy] ?? Resolver(copying: copy, home: number)
                copies.add(own, of: original)
                copies.add(own, of: copy)
            }
            settings = other.settings
            firstRegistration = other.firstRegistration
            let watched = other.flags & (.isDecorated | .isObserved)
            let ofHook: Flags = (hook.isDone ? .hasRunHook : .nothing) | (isHookUnseen ? .hasUnseenHook : .nothing)
            flagsWord.store((watched | ofHook).rawValue)
            unsafe Environment.living += 1
            ProcessState.set(.sandboxes, true)
            publishResolvers()
            publishContexts()
        }
    }

    /// The resolvers that end with this environment, each with the original as which it is known, too.
    ///
    /// A sandbox that is opened in this environment may outlive them.
    ///
    /// Under the engine's lock.
    private var known: [(original: Resolver, copy: Resolver)] {
        former.isEmpty ? copies.all : copies.all + former.map { ($0, $0) }
    }

    deinit {
        Lock.changing { garbage in
            unsafe Environment.living -= 1
            if unsafe Environment.living == 0 { ProcessState.set(.sandboxes, false) }
            for list in kept.values { list.empty(&garbage, reset: 0) }
            eachResolver { $0.end(&garbage) }
        }
        cells.free()
    }

    // The words by name; the properties that read them say what they mean.
    @inline(__always) private var words: Word { Word(firstStoredIn: self) }
    @inline(__always) var mainWord: Word { words }
    @inline(__always) var rootWord: Word { words + 1 }
    @inline(__always) private var flagsWord: Word { words + 2 }
    @inline(__always) private var resetsWord: Word { words + 3 }
    @inline(__always) var contextsWord: Word { words + 4 }
    /// The cells of registrations that were made elsewhere.
    @inline(__always) var cells: CellTable { CellTable(at: words + 5) }

    /// The address of the main resolver, which is read without a lock.
    ///
    /// The process's main resolver may be released at any moment.
    @inline(__always) var mainInOrder: UInt { mainWord.loadInOrder() }
    /// The same for the root; 0 until somebody has asked for it.
    @inline(__always) var rootInOrder: UInt { rootWord.loadInOrder() }
    /// How many resets of scopes there have been.
    @inline(__always) var resets: UInt { resetsWord.load() }
    /// Under the engine's lock.
    func nextReset() -> UInt {
        resetsWord.store(resets + 1)
        return resets
    }

    /// What calls must know of an environment.
    struct Flags: BitSet {
        let rawValue: UInt

        /// `decorate` is set.
        static let isDecorated = Flags(rawValue: 1)
        /// There are observers.
        static let isObserved = Flags(rawValue: 2)
        /// The registration hook has run.
        static let hasRunHook = Flags(rawValue: 4)
        /// There is a hook that has not run, as only the main actor can see it.
        static let hasUnseenHook = Flags(rawValue: 8)
        /// Something was closed, at any time.
        static let hasClosed = Flags(rawValue: 16)
    }

    @inline(__always) private var flags: Flags { Flags(rawValue: flagsWord.load()) }
    @inline(__always) var isDecorated: Bool { flags.has(.isDecorated) }
    @inline(__always) var isObserved: Bool { flags.has(.isObserved) }
    @inline(__always) var hasRunHook: Bool { flags.has(.hasRunHook) }
    @inline(__always) var hasUnseenHook: Bool { flags.has(.hasUnseenHook) }
    /// Read in the one total order of all exchanges.
    ///
    /// A call claims a cell, and then reads this flag; a closing sets the flag, and then looks at the cells. So at least one of
    /// the two sees the other.
    @inline(__always) var hasClosed: Bool { Flags(rawValue: flagsWord.loadInOrder()).has(.hasClosed) }

    /// Under the engine's lock.
    func setFlags(_ changed: Flags, _ isOn: Bool) {
        flagsWord.exchange(flags.setting(changed, isOn).rawValue)
    }

    // Sound because it is only touched under the engine's lock.
    nonisolated(unsafe) private static var living = 0
}

/// A reference to an environment.
///
/// The process's is not counted: it lives for ever, and counting would make all threads write one word.
struct EnvironmentReference: Sendable {
    let unheld: Unheld<Environment>
    private let held: Environment?

    init(_ environment: Environment) {
        unheld = Unheld(environment)
        held = environment.isProcess ? nil : environment
    }

    @inline(__always)
    func with<Result>(_ body: (Environment) -> Result) -> Result { unheld.with(body) }
}

// MARK: - The one this code runs in

extension Environment {
    /// The environment this code runs in.
    ///
    /// One flag is read as long as there are no sandboxes.
    package static var active: Environment {
        ProcessState.has(.sandboxes) ? current ?? process : process
    }

    /// Runs a body with the environment this code runs in.
    ///
    /// The process's is not counted, as all threads would write its count.
    @inline(__always)
    package static func withActive<Result>(_ body: (Environment) throws -> Result) rethrows -> Result {
        guard ProcessState.has(.sandboxes), let current else { return try unheldProcess.with(body) }
        return try body(current)
    }

    /// The environment this code runs in, with its registration hook run.
    package static func activeAfterHook() -> Environment {
        let environment = active
        environment.runUnseenOrPendingHook()
        return environment
    }

    var isProcess: Bool { number == 0 }

    /// The value of the task-local for code that runs in this environment.
    var taskValue: TaskReference<Environment> { TaskReference(isProcess ? nil : self) }

    /// Runs an operation in an environment.
    func run<Result>(_ operation: () throws -> Result) rethrows -> Result {
        guard Environment.active !== self else { return try operation() }
        return try Environment.$local.withValue(taskValue, operation: operation)
    }
}

// MARK: - Instances

extension Environment {
    /// Whether a registration keeps its instance here in the cell of its own.
    @inline(__always)
    private func hasOwnCell(_ registration: Registration) -> Bool { number == 0 || registration.home == number }

    /// Where a registration keeps its instance in this environment.
    @inline(__always)
    func cell(of registration: Registration) -> InstanceCell.Pointer {
        if hasOwnCell(registration) { return registration.cell }
        return cells.cell(registration.id)
    }

    /// The same; nil where the registration has no cell here yet.
    ///
    /// Under the engine's lock.
    func existingCell(of registration: Registration) -> InstanceCell.Pointer? {
        if hasOwnCell(registration) { return registration.existingCellInOrder }
        return cells.find(registration.id)
    }

    /// The list of what a scope keeps.
    ///
    /// The environment has it at least until the lock is released.
    ///
    /// Under the engine's lock.
    func instances(of scope: ResolverScope) -> Unheld<ScopeInstances> {
        if isProcess, let list = unsafe scope.listOfProcess { return list }
        if let list = kept[scope.number] { return Unheld(list) }
        if kept.count >= sweepKeptAt {
            kept = kept.filter { !$0.value.isForgotten }
            sweepKeptAt = max(16, kept.count * 2)
        }
        let list = ScopeInstances(scope, lastReset: lastResetOfAll)
        kept[scope.number] = list
        // The scope needs no reference: its list is forgotten only where nobody else has the scope.
        if isProcess { unsafe scope.listOfProcess = Unheld(list) }
        return Unheld(list)
    }
}

// MARK: - Reset

extension Environment {
    /// Drops the instances that a scope keeps.
    func reset(_ scope: ResolverScope) {
        resetting { garbage in
            let reset = nextReset()
            instances(of: scope).with { $0.empty(&garbage, reset: reset) }
        }
    }

    /// Drops instances in one section of the lock, and then forgets the parameters for which nothing is kept any more.
    ///
    /// A scope does not know whose parameters have its instances. Resets of factories and containers do, and forget only those.
    @inline(__always)
    private func resetting(_ drop: (inout Garbage) -> Void) {
        let hasReset = Lock.changing { garbage in
            drop(&garbage)
            return !byParameter.isEmpty && byParameter.values.contains(where: \.wasReset)
        }
        if hasReset { sweepParameters() }
    }

    /// Begins anew: new main and root, no instances, and the hook will run again.
    func reset() {
        resetting { garbage in
            lastResetOfAll = nextReset()
            firstRegistration = UniqueNumber.next()
            for list in kept.values { list.empty(&garbage, reset: lastResetOfAll) }
            for resolver in containers.values { resolver.arm() }
            for resolver in [singletons] + containers.values { removeOverrides(in: resolver, &garbage) }
            for resolver in Array(containers.values) + inheritedContainers.values { garbage.add(resolver) }
            for registration in singletonOverrides.values { garbage.add(registration) }
            singletonOverrides = [:]
            containers = [:]
            inheritedContainers = [:]
            garbage.add(value: settings.services)
            settings.services = .standard
            // Before the new resolvers: a call that finds those must also find that the hook has not run. A hook that itself
            // resets everything goes on.
            if !hook.isMine { rearmHook() }
            let new = Resolver(home: number)
            replace(main: new, root: new, &garbage)
        }
    }

    /// Whether the program itself has registered something since the last reset, so that the hook does not replace it.
    ///
    /// Under the engine's lock.
    func isOfProgram(_ registration: Registration) -> Bool {
        registration.isExplicit && registration.id > firstRegistration
    }

    private func removeOverrides(in resolver: Resolver, _ garbage: inout Garbage) {
        for index in resolver.registry.slots.indices {
            change(resolver, index, &garbage) { slot, garbage in slot.removeOverrides(&garbage) }
        }
    }
}
