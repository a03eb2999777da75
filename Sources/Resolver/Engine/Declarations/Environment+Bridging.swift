// How declarations and keys of the runtime face find each other.

extension Environment {
    /// The key under which the runtime face has something nearer to the root than a declaration that it knows, too.
    package func nearerKey(than reference: SlotReference) -> ServiceKey? {
        nearerKey(than: KeyLookup(reference.key), in: own(reference.resolver))
    }

    /// The key under which the runtime face has something nearer to the root than a declaration that it knows, too; nil
    /// where it has nothing, or where the declaration is not in the root's reach: what is exported elsewhere concerns
    /// nobody there.
    func nearerKey(than lookup: KeyLookup, in owner: Resolver) -> ServiceKey? {
        // Most are known by no key of the runtime face, as a word says.
        guard let entry = owner.table.entry(lookup), entry.word & Slot.isBridged != 0,
            let slot = Lock.held({ owner.registry.slot(of: lookup) })
        else { return nil }
        let root = root
        if root === owner, slot.isOnlyJoined { return nil }
        let keys = slot.otherKeys + slot.exportKeys + slot.bridgeKeys
        let resolvers = searched(from: root)
        let contexts = contexts
        return keys.first { key in
            let found = Lock.held {
                resolvers.compactMap { resolver in
                    resolver.registry.slot(of: key).flatMap {
                        $0.inForce(in: contexts) == nil ? nil : $0.finding(of: slot.key)
                    }
                }
            }
            switch found.first {
            case .registration: return found.contains(.itself) || slot.bridgeKeys.contains(key)
            // Under a key that it is bridged to, what another one's export has is that one's.
            case .export: return found.contains(.itself)
            case .itself, .other, nil: return false
            }
        }
    }

    /// Remembers that a registration of the runtime face, with a resolver, passes on to a declaration.
    package func noteExport(of reference: SlotReference, as key: ServiceKey, with exporting: Resolver) {
        let exporting = own(exporting)
        changing(reference) { resolver, index, garbage in
            resolver.registry.change(index, &garbage) { $0.addExport(key, of: exporting, &$1) }
        }
    }

    /// Lets a declaration see what is registered under a key of the runtime face, which finds nothing there until the
    /// declaration is exported.
    package func bridge(_ reference: SlotReference, to key: ServiceKey) {
        let main = main
        let found = Lock.held { main.registry.slot(of: key) }
        let finding = found?.finding(of: reference.key)
        let isExported = reading(reference) { $0.exportKeys.contains(key) } ?? false
        if let found, finding == .other, found.base?.factory == nil, !isExported {
            Failure.bridgedTwice(reference.key, found.key, key).trap()
        }
        // Where an export of another one has the key, what is registered there is that one's.
        let sees = !isExported && finding != .other && finding != .export
        if sees, reference.resolver === main, key.type == reference.key.type {
            return bridge(reference, to: key, factory: nil, isExport: false)
        }
        // One that was made to be bridged is found from now on.
        changing(reference) { resolver, index, garbage in
            resolver.registry.change(index, &garbage) { slot, _ in if sees { slot.addBridgeKey(key) } }
        }
    }

    /// Lets a key of the runtime face find a declaration's slot, too.
    ///
    /// What the program has registered itself under the key goes over the declaration, unless the key is exported by
    /// the program itself, later.
    ///
    /// - Parameters:
    ///   - reference: The declaration's slot.
    ///   - key: The key of the runtime face, of the same type.
    ///   - factory: What the runtime face runs; nil where it finds nothing until the declaration is exported.
    ///   - isExport: Whether the declaration is exported, and not only found under the key.
    package func bridge(_ reference: SlotReference, to key: ServiceKey, factory: AnyFactory?, isExport: Bool) {
        changing(reference) { resolver, index, garbage in
            let known = resolver.registry.index(of: key)
            let isNew = known != index
            let former = isNew ? known.map { resolver.registry.slots[$0] } : nil
            let registered = former?.registered(isExport: isExport)
            // What another declaration has for contexts stays its own.
            let conditional = former.map { $0.key.isDeclared ? [] : $0.conditional } ?? []
            var dropsOverride = false
            let slot = resolver.registry.slots[index]
            if let factory, let base = slot.base, base.factory == nil {
                let base = changeable(base, resolver, index, &garbage)
                base.setFactory(factory)
                // The runtime face states none.
                if let stated = base.declaredScope { base.setScope(stated) }
                // What the hook has registered, and was found while the declaration was only bridged.
                dropsOverride = slot.override.map { $0.overrider == nil && !$0.isExplicit } ?? false
            }
            let key = isNew ? resolver.registry.take(key, for: index, moving: registered, &garbage) : key
            // In one change: else somebody would find the declaration in place of what counts.
            change(resolver, index, &garbage) { slot, garbage in
                if registered != nil || dropsOverride { slot.setOverride(registered, &garbage) }
                let new = conditional.filter { known in !slot.conditional.contains { $0.context == known.context } }
                slot.setConditional(slot.conditional + new, &garbage)
                if isNew { slot.addOtherKey(key) }
            }
            resolver.registry.addEntry(of: key, index: index)
            guard let former, let known else { return }
            if !former.key.isDeclared {
                if let replaced = former.unconditional, replaced !== registered {
                    drop(replaced, isRetired: true, &garbage)
                }
            } else if registered != nil, let own = resolver.registry.slots[known].unconditional {
                // Of another declaration's slot what was registered has gone, and what was below is in force again.
                existingCell(of: own)?.pointee.isRetired = false
            }
        }
    }
}

extension Slot {
    /// What is registered here that counts over a declaration which gets the key: where that is exported only what the
    /// program has registered outside of the hook, and never what stands for another declaration, or was put over one.
    fileprivate func registered(isExport: Bool) -> Registration? {
        guard let registered = unconditional, !registered.isDeclaration, registered.export == nil,
            !key.isDeclared || registered.overrider == nil, registered.isExplicit || !isExport
        else { return nil }
        return registered
    }
}

extension Slot {
    /// What a key of the runtime face finds.
    fileprivate enum Finding {
        /// A certain declaration, or an export of it.
        case itself
        /// Another declaration.
        case other
        /// What passes on to another one, of another container.
        case export
        /// What the program has registered.
        case registration
    }

    /// What is found here, where a declaration asks.
    fileprivate func finding(of declaration: ServiceKey) -> Finding {
        let export = base?.export?.declaration
        if key == declaration || export == declaration { return .itself }
        return key.isDeclared ? .other : export == nil ? .registration : .export
    }
}
