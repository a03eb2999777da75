// Main, root and other resolvers as an environment has them, and those of shared containers.

extension Environment {
    /// The main resolver of the environment this code runs in.
    package static var activeMain: Resolver { firstMain ?? withActive(\.main) }

    package var main: Resolver {
        get { Lock.held { mainResolver } }
        set {
            let new = own(newValue)
            Lock.changing { replace(main: new, root: rootResolver, &$0) }
        }
    }

    /// The process's first main resolver, which is never released, where it is in force and there are no sandboxes.
    private static var firstMain: Resolver? {
        guard !ProcessState.has(.hookPending | .sandboxes | .mainReplaced) else { return nil }
        return unsafe Unheld(bits: ProcessState.main.load())?.object
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

    /// The root, which is from now on the same even when main is replaced.
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

    /// Leaves what was main or root to those who use it, unless it is still one of the two.
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

    /// Tells resolutions of main and root.
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

    /// What a resolver is in this environment: itself, or in a sandbox a copy of what was made outside.
    package func own(_ resolver: Resolver) -> Resolver {
        withOwn(resolver) { $0 }
    }

    /// Runs a body with what a resolver is in this environment.
    @inline(__always)
    func withOwn<Result>(_ resolver: Resolver, _ body: (Resolver) throws -> Result) rethrows -> Result {
        if resolver.home == number || isProcess { return try body(resolver) }
        return try body(copy(of: resolver))
    }

    // Not inlined with `own`, which is in many places.
    @inline(never)
    private func copy(of resolver: Resolver) -> Resolver {
        Lock.held {
            if let known = copies[resolver] { return known }
            let copy = bring(resolver, isPrepared: false)
            copies.add(copy, of: resolver)
            return copy
        }
    }

    /// A copy of what was made outside, with all that is registered there.
    ///
    /// Under the engine's lock.
    func bring(_ resolver: Resolver, isPrepared: Bool) -> Resolver {
        let copy = Resolver(copying: resolver, home: number)
        // So that the typed face sees once that a container comes from elsewhere.
        if !isPrepared { copy.setFlag(.isUnprepared, true) }
        return copy
    }

    /// A child as this environment sees it: the main or root of another environment is its own here.
    func child(_ link: ChildLink) -> Resolver? {
        if let role = role(of: link) { return role == .main ? main : root }
        return link.child.map { own($0) }
    }

    /// As which resolver of this environment it sees a child; nil for the child itself, or its copy.
    func role(of link: ChildLink) -> ChildLink.Role? {
        guard let role = link.role, link.home != number else { return nil }
        // As it is in its own environment by now: what was replaced there is no more than a resolver. The process has no
        // copies.
        guard !isProcess, let child = link.child else { return role }
        return child.role
    }

    /// Which role a resolver has.
    func role(of resolver: Resolver) -> ChildLink.Role? { resolver.home == number ? resolver.role : nil }

    /// Some resolvers and all that they search, in that order, each once.
    package func searched(from start: Resolver, _ other: Resolver? = nil) -> [Resolver] {
        // Not empty, as most search themselves alone.
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
        for resolver in containers.values { body(resolver) }
        for resolver in inheritedContainers.values { body(resolver) }
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
    /// Takes the resolver of a container that was just made for the shared one of its type.
    ///
    /// What was registered in the shared one of the environment that this one was copied from is registered in it, too.
    ///
    /// - Returns: The resolver that is the container's from now on: where those who have the other environment's container
    ///   may have used its copy, that one, with what it keeps.
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

    /// The resolver of a declaration's container, where a resolver has the declaration: that of singletons has those of
    /// all containers.
    ///
    /// Under the engine's lock.
    func container(of key: ServiceKey, in owner: Resolver) -> Resolver {
        guard owner === singletons, let container = key.declaration?.container else { return owner }
        return containers[ObjectIdentifier(container)] ?? inheritedContainers[ObjectIdentifier(container)] ?? owner
    }

    /// Whether a resolver is that of a container that is shared here.
    package func shares(_ resolver: Resolver) -> Bool {
        Lock.held {
            resolver === mainResolver || containers.values.contains { $0 === resolver }
                || inheritedContainers.values.contains { $0 === resolver }
        }
    }
}
