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
/// Resolving what is not registered traps, with what was asked for, by whom, and how to mend it. Ask with
/// `optional` where a service may be absent, and with `require` where failure is to be handled.
public final class Resolver: @unchecked Sendable {
    // Sound because `registry` guards itself, `firstChild` is a shared word, and `lastChild` is guarded by the engine's
    // lock. The factories are the program's own: the runtime face takes any closure, as it always did.

    let registry = Registry()
    /// The scope that ``ResolverScope/container`` stands for in this resolver.
    ///
    /// Reset it to drop the instances that this resolver keeps.
    public let cache: ResolverScope = ContainerCache()

    let firstChild = SharedWord()
    private var lastChild: ChildLink?

    /// Makes a resolver.
    ///
    /// - Parameter child: A resolver that is searched for what this one has no registration for.
    public init(child: Resolver? = nil) {
        if let child { add(child: child) }
    }

    deinit {
        // One after the other, as a link that released the next one would nest as deep as there are children.
        var next = firstChild.load()
        while let link = unsafe UnsafeRawPointer(bitPattern: next) {
            let link = unsafe Unmanaged<ChildLink>.fromOpaque(link).takeRetainedValue()
            next = link.next.load()
        }
    }

    /// Adds a resolver that is searched, after those added before, for what this one has no registration for.
    ///
    /// - Parameter child: The resolver to search, and its children in turn.
    public func add(child: Resolver) {
        let home = Sandbox.active
        Engine.locked { append(ChildLink(child, role: home.role(of: child), home: home)) }
    }

    private func append(_ link: ChildLink) {
        let word = unsafe UInt(bitPattern: Unmanaged.passRetained(link).toOpaque())
        if let lastChild { lastChild.next.store(word) } else { firstChild.store(word) }
        lastChild = link
    }

    /// Takes over the children of another resolver.
    ///
    /// Called under the engine's lock.
    func copyChildren(of other: Resolver) {
        var next = other.firstChild.load()
        while let link = ChildLink.at(next) {
            append(ChildLink(copying: link))
            next = link.next.load()
        }
    }

    // MARK: - Lookup

    /// The registration of a key in this resolver's children, depth first in the order they were added.
    @inline(never)
    func findInChildren(
        _ type: Any.Type, name: String?, hash: UInt, on thread: ThreadState.Pointer, sandbox: Sandbox?
    ) -> Found? {
        guard hasChildren else { return nil }
        var visited: [Resolver] = []
        return unsafe findInChildren(type, name: name, hash: hash, on: thread, sandbox: sandbox, visited: &visited)
    }

    /// The same, with the resolvers whose children have been searched, none of which are searched again.
    ///
    /// What is found is always retained: a child that plays a role in a sandbox may be gone before its factory has run.
    private func findInChildren(
        _ type: Any.Type, name: String?, hash: UInt, on thread: ThreadState.Pointer, sandbox: Sandbox?,
        visited: inout [Resolver]
    ) -> Found? {
        for child in children(in: sandbox) {
            if let found = unsafe Engine.find(type, name: name, hash: hash, in: child, on: thread) {
                defer { withExtendedLifetime(child) {} }
                return unsafe found.isRetained ? found : Found(found.registration.retain(), isRetained: true)
            }
            guard child.hasChildren else { continue }
            // The first of all is searched already, too.
            if visited.isEmpty { visited.append(self) }
            guard !visited.contains(where: { $0 === child }) else { continue }
            visited.append(child)
            if let found = unsafe child.findInChildren(
                type, name: name, hash: hash, on: thread, sandbox: sandbox, visited: &visited)
            {
                return unsafe found
            }
        }
        return nil
    }

    private var hasChildren: Bool { Engine.reading { firstChild.load() } != 0 }

    /// This resolver and all that it searches, in that order, each once.
    func searched(in sandbox: Sandbox) -> [Resolver] {
        var resolvers: [Resolver] = []
        func visit(_ resolver: Resolver) {
            guard !resolvers.contains(where: { $0 === resolver }) else { return }
            resolvers.append(resolver)
            for child in resolver.children(in: sandbox) { visit(child) }
        }
        visit(self)
        return resolvers
    }

    /// The slots of a key in which something is registered, the nearest first.
    func slots(of key: ServiceKey, in sandbox: Sandbox) -> [ServiceSlot] {
        searched(in: sandbox).compactMap { resolver in
            Engine.locked {
                resolver.registry.existingSlot(for: key).flatMap {
                    $0.registration == nil && $0.alternatives.isEmpty ? nil : $0
                }
            }
        }
    }

    /// The children, in the order they were added, as a sandbox sees them.
    func children(in sandbox: Sandbox?) -> some Sequence<Resolver> {
        sequence(state: Engine.reading { firstChild.load() }) { next in
            guard let link = ChildLink.at(next) else { return nil }
            next = Engine.reading { link.next.load() }
            return link.resolver(in: sandbox)
        }
    }
}

/// A child of a resolver, in the list of its children, to which links are only ever added.
///
/// The resolver owns the links.
final class ChildLink: @unchecked Sendable {
    // Sound because `next` is a shared word and the rest never changes.

    /// What a child is to its sandbox, where it is more than itself.
    enum Role: Sendable { case main, root }

    /// The child; not held where it plays a role in a sandbox that ends.
    private let strong: Resolver?
    private weak let weak: Resolver?
    private let role: Role?
    private let home: ObjectIdentifier
    let next = SharedWord()

    init(_ child: Resolver, role: Role?, home: Sandbox) {
        strong = role == nil || home === Sandbox.process ? child : nil
        weak = child
        self.role = role
        self.home = ObjectIdentifier(home)
    }

    init(copying link: ChildLink) {
        strong = link.strong
        weak = link.weak
        role = link.role
        home = link.home
    }

    static func at(_ word: UInt) -> ChildLink? {
        unsafe UnsafeRawPointer(bitPattern: word).map { unsafe Unmanaged.fromOpaque($0).takeUnretainedValue() }
    }

    /// The child as a sandbox sees it: the main or root of another sandbox is its own there.
    func resolver(in sandbox: Sandbox?) -> Resolver {
        let sandbox = sandbox ?? .process
        if let role, ObjectIdentifier(sandbox) != home { return sandbox.resolver(in: role) }
        return strong ?? weak ?? sandbox.resolver(in: role ?? .main)
    }
}
