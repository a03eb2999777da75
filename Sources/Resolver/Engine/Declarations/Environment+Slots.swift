// How the typed face declares factories, and reads which registration of a slot counts.

extension Environment {
    /// Reads this environment's slot; nil if it has none.
    ///
    /// The body runs under the engine's lock.
    func reading<Value>(_ reference: SlotReference, _ read: (Slot) -> Value?) -> Value? {
        let resolver = own(reference.resolver)
        return Lock.held { resolver.registry.slot(of: reference.key).flatMap(read) }
    }

    /// Changes this environment's slot; does nothing if it has none.
    ///
    /// The body runs under the engine's lock.
    func changing(_ reference: SlotReference, _ change: (Resolver, _ index: Int, inout Garbage) -> Void) {
        let resolver = own(reference.resolver)
        Lock.changing { garbage in
            guard let index = resolver.registry.index(of: reference.key) else { return }
            change(resolver, index, &garbage)
        }
    }

    /// Declares a typed factory, unless it is declared already.
    ///
    /// - Parameters:
    ///   - key: Its key.
    ///   - resolver: The resolver of its container.
    ///   - stated: The scope that the factory states, if it states one.
    ///   - scope: The scope of a factory that states none; nil for its container's default.
    ///   - isAsynchronous: Whether its closure is asynchronous.
    ///   - forwardedKey: For a `legacy()` factory: the key of the registration for which it stands.
    ///   - closer: What closes its instances.
    ///   - isBridged: Whether the caller bridges it next. No reader finds it before that, as one could use it where a
    ///     registration of the runtime face counts.
    package func declare(
        _ key: ServiceKey, in resolver: Resolver, stated: ResolverScope?, keptBy scope: ResolverScope? = nil,
        isAsynchronous: Bool = false, forwardedKey: ServiceKey? = nil, closer: Closer? = nil,
        isBridged: Bool = false
    ) {
        Lock.changing { garbage in
            let index = resolver.registry.makeIndex(for: key)
            guard resolver.registry.slots[index].base == nil else { return }
            let key = resolver.registry.slots[index].key
            var traits: Registration.Traits = .isExplicit | .isDeclaration
            if isAsynchronous { traits.add(.isAsynchronous) }
            if key.declaration?.isVariant ?? false { traits.add(.isVariant) }
            let registration = Registration(
                key, at: key.declaration?.location ?? .unknown, home: number,
                scope: scope ?? resolver.containerDefault, factory: nil, traits: traits, declaredScope: stated,
                follows: .containerDefault, forwardedKey: forwardedKey, closer: closer)
            if isBridged {
                resolver.registry.changeUnseen(index) { $0.setBase(registration, &garbage) }
            } else {
                resolver.registry.change(index, &garbage) { $0.setBase(registration, &$1) }
            }
        }
    }

    /// The registration of a typed factory itself, also if it is overridden.
    ///
    /// It is nil if the factory is not declared yet. It is also nil before the registration hook has run: the caller then goes
    /// the longer way, which runs the hook.
    ///
    /// - Parameters:
    ///   - type: The service's type.
    ///   - file: The file of the declaration.
    ///   - position: Its position there.
    ///   - container: Its container; nil if the resolver has declarations of one container only.
    ///   - resolver: The resolver in which it is declared.
    /// - Returns: The registration.
    package func declared(
        _ type: Any.Type, file: UnsafePointer<UInt8>, position: UInt64, of container: Any.Type?, in resolver: Resolver
    ) -> Registration? {
        let lookup = unsafe DeclarationLookup(file: file, position: position, container: container)
        guard hasRunHook, let inForce = unsafe resolver.table.entry(lookup, of: type)?.word else { return nil }
        if let found = Slot.unmarkedDeclaration(inForce) { return found.object }
        return Lock.held {
            guard let entry = unsafe resolver.table.entry(lookup, of: type) else { return nil }
            return resolver.base(at: Int(entry.index))
        }
    }

    /// The registration of a typed factory itself, without a reference, where it is found at once and lives on: in the process,
    /// in the first main resolver or in that of a container, and not overridden.
    ///
    /// The caller has the container. Bindings of runs on all threads would write the counts of the registration and of the
    /// resolver.
    ///
    /// - Parameters:
    ///   - type: The service's type.
    ///   - file: The file of the declaration.
    ///   - position: Its position there.
    ///   - details: Its container, or its options; not of a singleton.
    /// - Returns: The registration.
    package func livingDeclared(
        _ type: Any.Type, file: UnsafePointer<UInt8>, position: UInt64, _ details: DeclarationDetails?
    ) -> Unheld<Registration>? {
        guard isProcess, hasRunHook, let resolver = details?.unheldResolver ?? Environment.firstMain else { return nil }
        let lookup = unsafe DeclarationLookup(file: file, position: position, container: nil)
        return resolver.with { unsafe $0.table.entry(lookup, of: type) }.flatMap { Slot.unmarkedDeclaration($0.word) }
    }

    /// The registration of a typed factory itself, by its slot; nil if it is not declared yet.
    package func declared(in reference: SlotReference) -> Registration? { reading(reference) { $0.base } }

    /// Sets the scope of those factories of a container that state none.
    ///
    /// It also changes factories that are declared already, and their overrides that state no scope.
    package func setDefaultScope(_ scope: ResolverScope, of resolver: Resolver, container: Any.Type) {
        Lock.changing { setDefaultScope(scope, of: resolver, container: container, &$0) }
    }

    /// Under the engine's lock.
    func setDefaultScope(
        _ scope: ResolverScope, of resolver: Resolver, container: Any.Type, _ garbage: inout Garbage
    ) {
        if scope === resolver.containerDefault { return }
        resolver.containerDefault = scope
        for index in resolver.registry.slots.indices {
            let slot = resolver.registry.slots[index]
            guard slot.key.belongs(to: container) else { continue }
            for registration in slot.all
            where registration.follows == .containerDefault && registration.scope !== scope {
                changeable(registration, resolver, index, &garbage).setScope(scope, follows: .containerDefault)
            }
        }
    }

    /// Whether a declaration is overridden in this environment, in the contexts that hold.
    ///
    /// - Parameter reference: The declaration's slot.
    /// - Returns: Whether an override is in force.
    package func isOverridden(_ reference: SlotReference) -> Bool {
        registration(in: reference)?.isDeclaration == false
    }

    /// The first slot under a key of the runtime face that gives a service, in the order of a search from a resolver.
    package func nearest(_ key: ServiceKey, from resolver: Resolver) -> SlotReference? {
        let contexts = contexts
        return searched(from: resolver).first { resolver in
            Lock.held { resolver.registry.slot(of: key)?.answersRuntimeFace(in: contexts) ?? false }
        }
        .map { SlotReference(resolver: $0, key: key) }
    }

    /// The scope of what is registered under a key of the runtime face; nil if nothing is.
    ///
    /// It is searched for from a resolver, then from the root. In a slot, the lowest layer counts; the override only if there is
    /// no such layer.
    package func lowestScope(of key: ServiceKey, from resolver: Resolver) -> ResolverScope? {
        for resolver in searched(from: resolver, root) {
            let scope = reading(SlotReference(resolver: resolver, key: key)) { slot in
                (slot.runtimeBase ?? slot.override)?.ownScope
            }
            if let scope { return scope }
        }
        return nil
    }

    /// The registration in force in a slot, in the contexts that hold.
    package func registration(in reference: SlotReference) -> Registration? {
        let contexts = contexts
        return reading(reference) { $0.inForce(in: contexts) }
    }
}

extension Resolver {
    /// Whether a declaration may have an override.
    ///
    /// It takes no lock: it reads the marks of the table's entry.
    ///
    /// - Parameters:
    ///   - type: The service's type.
    ///   - file: The file of the declaration.
    ///   - position: Its position there.
    ///   - container: Its container.
    /// - Returns: False if there is no override, or no such declaration. A mark may have other reasons than an override, so if
    ///   this is true, the caller must look into the slot.
    package func mayHaveOverride(
        of type: Any.Type, file: UnsafePointer<UInt8>, position: UInt64, container: Any.Type
    ) -> Bool {
        let lookup = unsafe DeclarationLookup(file: file, position: position, container: container)
        // The declaration is the first registration of its slot. If another one may be in force, the word has a mark.
        return unsafe table.entry(lookup, of: type).map { $0.word & Slot.marks != 0 } ?? false
    }
}
