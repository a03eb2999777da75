/// A registry of services, and the way to resolve them.
///
/// Register how each service is made, and resolve it where it is needed:
///
/// ```swift
/// Resolver.register { HTTPClient() as any NetworkClient }
/// let client: any NetworkClient = Resolver.resolve()
/// ```
///
/// The static functions register with ``main`` and resolve from ``root``, which are the same resolver unless a program
/// makes them differ. Resolvers may be used from any thread; no lock is held while a factory runs.
///
/// Resolving a service that is not registered traps; the message says what was asked for, by whom, and how to mend it.
/// Ask with `optional` where a service may be absent, and with `require` where you handle the failure.
public final class Resolver: @unchecked Sendable {
    // Sound because the words are shared words, and what else changes is guarded by the engine's lock. The factories
    // are the program's own: the runtime face takes any closure, as it always did.

    /// What is read without the lock; each word has a name below.
    @exclusivity(unchecked) private var storedWords: StoredWords.Three = (0, 0, 0)
    /// The number of the environment that it was made in; every other sandbox has a copy of its own.
    let home: UInt

    // Guarded by the engine's lock. No access is checked at run time, as none begins while another is under way.

    @safe @exclusivity(unchecked) var registry: Registry
    private var lastChild: ChildLink?
    /// Sees every instance that typed factories of this resolver give, and whether it was just made.
    private(set) var decorator: Decorator?
    /// What the typed face keeps of the container that this resolver belongs to.
    private var containerState: (any ContainerState)?
    /// The scope of the container's declarations that state none; nil where nobody has set it.
    private var statedDefault: ResolverScope?
    /// The snapshots that `push` has saved of the container, the last one last; only an environment reads them.
    @safe @exclusivity(unchecked) var saved: [AnyObject] = []
    /// The parts of the resolver that were closed.
    @safe @exclusivity(unchecked) var closedParts: [ClosedPart] = []
    /// What ``ResolverScope/container`` stands for in this resolver.
    ///
    /// Made when it is first asked for, as most resolvers never have one.
    lazy var scopeCache: ResolverScope = ContainerCache()
    /// Whether its sandbox has ended.
    private var isEnded = false

    package typealias Decorator = @Sendable (_ service: Any, _ made: Bool) -> Void

    package init(home: UInt) {
        self.home = home
        registry = Registry()
        registry.begin(tableWord)
        flagsWord.store(Flags.isUnprepared.rawValue)
    }

    /// A copy for another environment: what is registered, and no instances.
    ///
    /// Under the engine's lock.
    init(copying other: Resolver, home: UInt) {
        self.home = home
        registry = Registry(copying: &other.registry)
        // Both have the same scope: each environment has its own list of what a scope keeps.
        scopeCache = other.scopeCache
        registry.begin(tableWord)
        decorator = other.decorator
        flagsWord.store(other.flagsWord.load())
        setRole(nil)
        containerState = other.containerState?.copy()
        statedDefault = other.statedDefault
        for link in other.childLinks { append(ChildLink(copying: link)) }
    }

    deinit {
        registry.free()
        // In a loop: if each link released the next one, the calls would nest as deep as there are children.
        var next = childWord.load()
        while let link = unsafe Unheld<ChildLink>(bits: next)?.takeRetained() {
            next = link.next.load()
        }
    }

    /// The word with the address of the registry's newest table; readers' marks name the registry by this word.
    @inline(__always) var tableWord: Word { Word(firstStoredIn: self) }
    @inline(__always) private var childWord: Word { Word(firstStoredIn: self) + 1 }
    /// The ``Flags`` and, above them, how often the container was armed.
    @inline(__always) private var flagsWord: Word { Word(firstStoredIn: self) + 2 }

    /// The newest table of the registry.
    @inline(__always) var table: Table { Table(at: tableWord.load()) }
    /// The same, in the one total order of all exchanges.
    @inline(__always) var tableInOrder: Table { Table(at: tableWord.loadInOrder()) }

    // MARK: - Settings

    /// What a call of one of the container's factories must do, and the resolver's role in its environment.
    struct Flags: BitSet {
        let rawValue: UInt

        /// ``decorator`` is set.
        static let isDecorated = Flags(rawValue: 1)
        /// The container has not registered its own overrides yet.
        static let isUnprepared = Flags(rawValue: 2)
        /// It is its environment's main resolver.
        static let isMain = Flags(rawValue: 4)
        /// It is its environment's root, and not its main resolver.
        static let isRoot = Flags(rawValue: 8)

        /// Whether a call need neither prepare the container nor decorate.
        @inline(__always) var isPlain: Bool { !has(.isDecorated | .isUnprepared) }
    }

    /// The flags, with how often the container was armed.
    ///
    /// A call that reads the same before and after its lookup knows that no reset came between.
    @inline(__always) var flags: Flags { Flags(rawValue: flagsWord.load()) }
    func has(_ flag: Flags) -> Bool { flags.has(flag) }

    private static var oneArming: UInt { 256 }

    /// Under the engine's lock.
    func setFlag(_ flag: Flags, _ isOn: Bool) {
        flagsWord.store(flags.setting(flag, isOn).rawValue)
    }

    /// Its role in its environment; nil where it is neither main nor root.
    var role: ChildLink.Role? { has(.isMain) ? .main : has(.isRoot) ? .root : nil }

    /// Under the engine's lock.
    func setRole(_ role: ChildLink.Role?) {
        let flag: Flags = role == .main ? .isMain : role == .root ? .isRoot : .nothing
        let new = flags.without(.isMain | .isRoot) | flag
        if new.rawValue != flags.rawValue { flagsWord.store(new.rawValue) }
    }

    /// Lets a function see every instance that typed factories of this resolver give, or none.
    package func decorate(with new: Decorator?) { Lock.changing { setDecorator(new, &$0) } }

    /// The function that sees these instances.
    package var currentDecorator: Decorator? { Lock.held { decorator } }

    /// Whether the container's own overrides are still to be registered.
    package var isUnprepared: Bool { has(.isUnprepared) }

    /// Marks the container as prepared, so that calls go through.
    ///
    /// Under the engine's lock, so that the flag changes together with the container's preparation.
    package func setPrepared() { setFlag(.isUnprepared, false) }

    /// Lets the container register its own overrides again.
    ///
    /// The same section drops the former overrides afterwards: a call that finds one dropped must find the container armed.
    func arm() {
        containerState?.arm()
        flagsWord.store(flagsWord.load() &+ Resolver.oneArming | Flags.isUnprepared.rawValue)
    }

    /// Whether its sandbox has ended.
    var hasEnded: Bool { Lock.held { isEnded } }

    /// The scope of the container's declarations that state none.
    ///
    /// Under the engine's lock. To set it needs no `Garbage`: programs cannot subclass scopes.
    var containerDefault: ResolverScope {
        get { statedDefault ?? .unique }
        set { statedDefault = newValue }
    }

    /// The same, for a caller that does not hold the lock.
    package var currentContainerDefault: ResolverScope { Lock.held { containerDefault } }

    /// What the typed face keeps of the container, made if there is nothing yet.
    package func state<State: ContainerState>(orMake make: () -> State) -> State {
        Lock.held {
            if let state = containerState as? State { return state }
            let state = make()
            containerState = state
            return state
        }
    }

    /// Under the engine's lock.
    func setDecorator(_ new: Decorator?, _ garbage: inout Garbage) {
        if decorator == nil, new == nil { return }
        garbage.add(value: decorator as Any)
        decorator = new
        setFlag(.isDecorated, new != nil)
    }

    /// Empties the registry, as its sandbox has ended; calls that still use the resolver fail and say so.
    ///
    /// Also drops what may hold the container: the decorator, and what `push` has saved. Under the engine's lock.
    func end(_ garbage: inout Garbage) {
        if isEnded { return }
        isEnded = true
        setDecorator(nil, &garbage)
        for snapshot in saved { garbage.add(snapshot) }
        saved = []
        registry.hide(&garbage)
    }

    /// Takes over the settings that a container has stated in its initializer, where this resolver has none.
    ///
    /// Under the engine's lock.
    func takeSettings(of other: Resolver, _ garbage: inout Garbage) {
        if decorator == nil, let decorator = other.decorator { setDecorator(decorator, &garbage) }
        if containerState == nil { containerState = other.containerState?.copy() }
        if statedDefault == nil { statedDefault = other.statedDefault }
    }

    // MARK: - Children

    /// Under the engine's lock.
    func append(_ link: ChildLink) {
        let word = unsafe Unheld.retaining(link).bits
        (lastChild?.next ?? childWord).store(word)
        lastChild = link
    }

    @inline(__always) var hasChildren: Bool { childWord.load() != 0 }

    /// The first of its children, which it holds.
    @inline(__always) var firstChild: Unheld<ChildLink>? { ChildLink.at(childWord) }

    /// The children, in the order they were added.
    var childLinks: [ChildLink] {
        var links: [ChildLink] = []
        var next = firstChild
        while let link = next?.object {
            links.append(link)
            next = link.nextLink
        }
        return links
    }
}

/// A link in the list of a resolver's children.
///
/// The resolver owns the links, and only ever adds some.
@safe
final class ChildLink: @unchecked Sendable {
    // Sound because `next` is a shared word and the rest never changes.

    /// The role that a child had in its own environment when it was added.
    enum Role: Sendable { case main, root }

    @exclusivity(unchecked) private var storedWords: StoredWords.One = 0
    /// The child; nil where it has a role in a sandbox: that is held weakly, as a sandbox ends.
    private let strong: Resolver?
    private let weak: WeakResolver?
    let role: Role?
    /// The number of the environment in which it has the role.
    let home: UInt

    init(_ child: Resolver, role: Role?, home: UInt) {
        strong = role == nil || home == 0 ? child : nil
        weak = strong == nil ? WeakResolver(child) : nil
        self.role = role
        self.home = home
    }

    init(copying link: ChildLink) {
        strong = link.strong
        weak = link.weak
        role = link.role
        home = link.home
    }

    /// The link after it.
    @inline(__always) var next: Word { Word(firstStoredIn: self) }

    /// The link at an address that a word has; nil for 0.
    @inline(__always)
    static func at(_ word: Word) -> Unheld<ChildLink>? {
        unsafe Unheld(bits: word.load())
    }

    /// The next link, which the resolver holds as well.
    @inline(__always) var nextLink: Unheld<ChildLink>? { ChildLink.at(next) }

    /// The child without a reference, for callers that hold the link; nil where the link holds its child weakly.
    @inline(__always) var heldChild: Unheld<Resolver>? { Unheld(strong) }

    /// The child itself; nil where it had a role in a sandbox that has ended.
    var child: Resolver? { strong ?? weak?.resolver }
}

/// A weak reference, which is copied without holding its object: else the last reference might be released under the lock.
///
/// Made only where it is needed, as it makes the resolver's other references slow.
struct WeakResolver {
    private(set) weak var resolver: Resolver?
    init(_ resolver: Resolver) { self.resolver = resolver }
}

/// What the typed face keeps of a container.
///
/// A protocol, as the class is in `SafeFacade`: it refers to a container of that module.
package protocol ContainerState: AnyObject, Sendable {
    /// A copy for another environment. Under the engine's lock.
    func copy() -> any ContainerState
    /// Begins a new preparation, unless this thread is preparing the container, which goes on. Under the engine's lock.
    func arm()
}
