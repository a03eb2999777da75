/// Which resolvers of a sandbox are copies of which: what they hold refers to each other as the originals do.
///
/// Used under the engine's lock.
struct ResolverCopies {
    private var pairs: [(original: Resolver, copy: Resolver)] = []

    mutating func add(_ copy: Resolver, of original: Resolver) { pairs.append((original, copy)) }

    /// A new resolver that is to be a copy.
    mutating func copy(_ original: Resolver) -> Resolver {
        let copy = Resolver()
        add(copy, of: original)
        return copy
    }

    /// Takes over the registrations and children of the originals, without instances.
    func fill() { for (original, copy) in pairs { fill(copy, from: original) } }

    private func fill(_ copy: Resolver, from original: Resolver) {
        for source in original.registry.slots where source.isCopied {
            copy.registry.makeSlot(for: source.key).copyContents(of: source) { registration in
                let alias = registration.alias.map { Alias(target: slot(for: $0.target), factory: $0.factory) }
                return Registration(
                    copying: registration, scope: scope(for: registration.scope),
                    factory: alias.map { $0.factory($0.target) } ?? registration.erased, alias: alias,
                    sharing: registration.cellOwner.map(cellOwner),
                    // They were stated of the factory that asks the original's target.
                    options: alias == nil ? options(for: registration.options) : [])
            }
        }
        copy.copyChildren(of: original)
    }

    /// The scope that stands for one: a copy's own where it is the original's own.
    private func scope(for scope: ResolverScope) -> ResolverScope {
        pairs.first { $0.original.cache === scope }?.copy.cache ?? scope
    }

    private func options(for options: [ExportOptions]) -> [ExportOptions] {
        options.map { options in
            var copy = options
            copy.before.scope = scope(for: options.before.scope)
            copy.before.options = self.options(for: options.before.options)
            return copy
        }
    }

    /// The slot that stands for one: itself where it is in a resolver that is not copied.
    private func slot(for slot: ServiceSlot) -> ServiceSlot {
        pairs.first { $0.original.registry.existingSlot(for: slot.key) === slot }?.copy.registry.makeSlot(for: slot.key)
            ?? slot
    }

    /// The declaration whose cell a copy shares: that of the copied resolver where the original shares the original's.
    private func cellOwner(for owner: Registration) -> Registration {
        for (original, copy) in pairs where original.registry.existingSlot(for: owner.key)?.first === owner {
            let slot = copy.registry.makeSlot(for: owner.key)
            if let first = slot.first { return first }
            let registration = Registration(copying: owner, scope: owner.scope, factory: nil)
            _ = slot.replace(with: registration)
            return registration
        }
        return owner
    }
}
