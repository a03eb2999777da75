// Main, root and other resolvers as an environment has them, and those of shared containers.

extension Environment {
    /// The main resolver of the environment this code runs in.
    package static var activeMain: Resolver { firstMain?.object ?? withActive(\.main) }

    package var main: Resolver {
        get { Lock.held { mainResolver } }
        set {
            let new = own(newValue)
            Lock.changing { replace(main: new, root: rootResolver, &$0) }
        }
    }

    /// The process's first main resolver, which is never released, where it is in force and there are no sandboxes.
    static var firstMain: Unheld<Resolver>? {
        guard !ProcessState.has(.hookPending | .sandboxes | .mainReplaced) else { return nil }
        return unsafe Unheld(bits: ProcessState.main.load())
    }

    /// The resolver that calls ask which name none.
    package var root: Resolver {
        get { Lock.held { fixedRoot } }
        set {
            let new = own(newValue)
            Lock.changing { replace(main: mainResolver, root: new, &$0) }
        }
    }

    /// The root, without fixing it: for a report.
    var rootAsItIs: Resolver { Lock.held { rootResolver ?? mainResolver } }

    /// The root.
    ///
    /// From now on, replacing main does not change it.
    ///
    /// Under the engine's lock.
    var fixedRoot: Resolver {
        if let rootResolver { return rootResolver }
        rootResolver = mainResolver
        publishResolvers()
        return mainResolver
    }

    /// Puts resolvers in the place of main and root.
    ///
    /// Under the engine's lock.
    func replace(main: Resolver, root: Resolver?, _ garbage: inout Garbage) {
        let (formerMain, formerRoot) = (mainResolver, rootResolver)
        (mainResolver, rootResolver) = (main, root)
        publishResolvers()
        retire(formerMain, &garbage)
        if let formerRoot, formerRoot !== formerMain { retire(formerRoot, &garbage) }
    }

    /// Retires a former main or root, unless it still is one of the two; calls that use it can go on.
    ///
    /// Under the engine's lock.
    private func retire(_ resolver: Resolver, _ garbage: inout Garbage) {
        if resolver === mainResolver || resolver === rootResolver { return }
        resolver.setRole(nil)
        if isProcess {
            garbage.add(held: Unheld(resolver), readThrough: ProcessState.root)
        } else {
            former.append(resolver)
        }
    }

    /// Publishes main and root to resolutions.
    ///
    /// Under the engine's lock.
    func publishResolvers() {
        mainWord.exchange(Unheld(mainResolver).bits)
        // Until somebody asks for it, the root is whatever main is.
        rootWord.exchange(Unheld(rootResolver)?.bits ?? 0)
        if let rootResolver, rootResolver !== mainResolver { rootResolver.setRole(.root) }
        mainResolver.setRole(.main)
        guard isProcess, ProcessState.root.load() != 0 else { return }
        ProcessState.set(.rootReplaced, ProcessState.root.load() != Unheld(fixedRoot).bits)
        ProcessState.set(.mainReplaced, ProcessState.main.load() != Unheld(mainResolver).bits)
    }

    /// This environment's form of a resolver: the resolver itself, or in a sandbox the copy of one that was made outside.
    package func own(_ resolver: Resolver) -> Resolver {
        withOwn(resolver) { $0 }
    }

    /// Runs a body with this environment's form of a resolver.
    @inline(__always)
    func withOwn<Result>(_ resolver: Resolver, _ body: (Resolver) throws -> Result) rethrows -> Result {
        if resolver.home == number || isProcess { return try body(resolver) }
        return try body(copy(of: resolver))
    }

    /// The copy of a resolver that was made outside, with all its registrations.
    // Not inlined with `own`, which is in many places.
    @inline(never)
    private func copy(of resolver: Resolver) -> Resolver {
        Lock.held {
            if let known = copies[resolver] { return known }
            let copy = Resolver(copying: resolver, home: number)
            // The flag makes the typed face see once that the container comes from elsewhere.
            copy.setFlag(.isUnprepared, true)
            copies.add(copy, of: resolver)
            return copy
        }
    }

    /// A child as this environment sees it: the main or root of another environment means this one's main or root.
    func child(_ link: ChildLink) -> Resolver? {
        if let role = role(of: link) { return role == .main ? main : root }
        return link.child.map { own($0) }
    }

    /// Whether a child means this environment's main or root; nil where it means the child itself, or its copy.
    func role(of link: ChildLink) -> ChildLink.Role? {
        guard let role = link.role, link.home != number else { return nil }
        // A sandbox asks for the child's role by now: one that was replaced in its own environment is a plain resolver, which
        // the sandbox copies. The process has no copies, so the role in the link counts.
        guard !isProcess, let child = link.child else { return role }
        return child.role
    }

    /// The role of a resolver in this environment; nil for a resolver of another one.
    func role(of resolver: Resolver) -> ChildLink.Role? { resolver.home == number ? resolver.role : nil }

    /// Some resolvers and all that they search, in the order of the search, each once.
    package func searched(from start: Resolver, _ other: Resolver? = nil) -> [Resolver] {
        // It begins with the first resolver, as most search themselves alone.
        var resolvers = [own(start)]
        func visitChildren(of resolver: Resolver) {
            for link in resolver.childLinks { if let child = child(link) { visit(child) } }
        }
        func visit(_ resolver: Resolver) {
            guard !resolvers.contains(where: { $0 === resolver }) else { return }
            resolvers.append(resolver)
            visitChildren(of: resolver)
        }
        visitChildren(of: resolvers[0])
        if let other { visit(own(other)) }
        return resolvers
    }

    /// Runs a body with every resolver of the environment, with some of them twice.
    ///
    /// Under the engine's lock.
    func eachResolver(_ body: (Resolver) -> Void) {
        body(mainResolver)
        body(singletons)
        if let rootResolver { body(rootResolver) }
        for resolver in former { body(resolver) }
        for known in copies.all { body(known.copy) }
        // Inherited containers are copies.
        for resolver in containers.values { body(resolver) }
    }

    /// The resolvers that a report looks at: main and root with those they search, and those of shared containers.
    package var reported: [Resolver] {
        let found = searched(from: rootAsItIs, main)
        let shared = Lock.held { [singletons] + Array(containers.values) }
        return found + shared.filter { shared in !found.contains { $0 === shared } }
    }
}

// MARK: - Shared containers

extension Environment {
    /// Makes a new container's resolver the shared one of the container's type.
    ///
    /// The environment from which this one was copied may have had a shared container of the type. Its registrations count
    /// here, too.
    ///
    /// - Returns: The container's resolver from now on. It is the copy of the other environment's resolver, where there is one:
    ///   calls by way of the other container may have used that copy, which has their instances.
    package func adopt(_ resolver: Resolver, as container: Any.Type) -> Resolver {
        let key = ObjectIdentifier(container)
        return Lock.changing { garbage in
            let inherited = inheritedContainers.removeValue(forKey: key)
            garbage.add(containers.updateValue(inherited ?? resolver, forKey: key))
            guard let inherited else { return resolver }
            // The container's initializer may be using it.
            former.append(resolver)
            for slot in resolver.registry.slots where slot.hasOverrides {
                let index = inherited.registry.makeIndex(for: slot.key)
                guard !inherited.registry.slots[index].hasOverrides else { continue }
                change(inherited, index, &garbage) { $0.takeOver(slot, &$1) }
            }
            inherited.takeSettings(of: resolver, &garbage)
            return inherited
        }
    }

    /// The resolver of a declaration's container.
    ///
    /// That is the resolver which has the declaration, unless it is `singletons`, which has declarations of all containers.
    ///
    /// Under the engine's lock.
    func container(of key: ServiceKey, in owner: Resolver) -> Resolver {
        guard owner === singletons, let container = key.declaration?.container else { return owner }
        return containers[ObjectIdentifier(container)] ?? inheritedContainers[ObjectIdentifier(container)] ?? owner
    }

    /// Whether a resolver is that of a container that is shared here.
    package func shares(_ resolver: Resolver) -> Bool { Lock.held { isShared(resolver) } }

    /// The same under the engine's lock.
    func isShared(_ resolver: Resolver) -> Bool {
        resolver === mainResolver || containers.values.contains { $0 === resolver }
            || inheritedContainers.values.contains { $0 === resolver }
    }
}
