// How declarations and keys of the runtime face find each other.

extension Environment {
    /// The key under which the runtime face has something nearer to the root than a declaration that it knows, too.
    package func nearerKey(than reference: SlotReference) -> ServiceKey? {
        nearerKey(than: KeyLookup(reference.key), in: own(reference.resolver))
    }

    /// The key under which the runtime face has something nearer to the root than a declaration that it knows, too.
    ///
    /// Nil where it has nothing nearer, or where a search from the root by the key comes neither to the declaration nor to an
    /// export of it: exports elsewhere do not matter.
    func nearerKey(than lookup: KeyLookup, in owner: Resolver) -> ServiceKey? {
        // Most declarations are found by no key of the runtime face, which the entry's word says.
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
            // Under a key of `bridgeKeys`, another declaration's export concerns only that one.
            case .export: return found.contains(.itself)
            case .itself, .other, nil: return false
            }
        }
    }

    /// Notes in a declaration's slot that a resolver's registration of the runtime face forwards to the declaration.
    package func noteExport(of reference: SlotReference, as key: ServiceKey, with exporting: Resolver) {
        let exporting = own(exporting)
        changing(reference) { resolver, index, garbage in
            resolver.registry.change(index, &garbage) { $0.addExport(key, of: exporting, &$1) }
        }
    }

    /// Lets a declaration see what is registered under a key of the runtime face.
    ///
    /// The key does not find the declaration until that is exported.
    package func bridge(_ reference: SlotReference, to key: ServiceKey) {
        let main = main
        let found = Lock.held { main.registry.slot(of: key) }
        let finding = found?.finding(of: reference.key)
        let isExported = reading(reference) { $0.exportKeys.contains(key) } ?? false
        if let found, finding == .other, found.base?.factory == nil, !isExported {
            Failure.bridgedTwice(reference.key, found.key, key).trap()
        }
        // If an export of another declaration has the key, what is registered there concerns only that one.
        let sees = !isExported && finding != .other && finding != .export
        if sees, reference.resolver === main, key.type == reference.key.type {
            return bridge(reference, to: key, exporting: nil)
        }
        // The change also publishes a declaration that was made in order to be bridged.
        changing(reference) { resolver, index, garbage in
            resolver.registry.change(index, &garbage) { slot, _ in if sees { slot.addBridgeKey(key) } }
        }
    }

    /// Lets a key of the runtime face find a declaration's slot, too.
    ///
    /// What is registered under the key goes over the declaration. An export is stricter: only what the program has registered
    /// itself goes over the declaration, and the hook's registrations are dropped.
    ///
    /// - Parameters:
    ///   - reference: The declaration's slot.
    ///   - key: The key of the runtime face, of the same type.
    ///   - factory: For an export, what the runtime face runs; nil where it finds nothing until the declaration is exported.
    package func bridge(_ reference: SlotReference, to key: ServiceKey, exporting factory: AnyFactory?) {
        changing(reference) { resolver, index, garbage in
            let known = resolver.registry.index(of: key)
            let isNew = known != index
            let former = isNew ? known.map { resolver.registry.slots[$0] } : nil
            let registered = former?.registered(isExport: factory != nil)
            // Another declaration keeps its registrations for contexts.
            let conditional = former.map { $0.key.isDeclared ? [] : $0.conditional } ?? []
            var dropsOverride = false
            let slot = resolver.registry.slots[index]
            if let factory, let base = slot.base, base.factory == nil {
                let base = changeable(base, resolver, index, &garbage)
                base.setFactory(factory)
                // Calls of the runtime face state no scope, so the registration must have the declared one.
                if let stated = base.declaredScope { base.setScope(stated) }
                // Drop what the hook has registered: it counted only until the declaration was exported.
                dropsOverride = slot.override.map { $0.overrider == nil && !$0.isExplicit } ?? false
            }
            let key = isNew ? resolver.registry.take(key, for: index, moving: registered, &garbage) : key
            // All in one change: otherwise a reader could find the declaration in place of the registration that counts.
            change(resolver, index, &garbage) { slot, garbage in
                if registered != nil || dropsOverride { slot.setOverride(registered, &garbage) }
                // One that the declaration has, too, is dropped with its instance, as it can never count again.
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
                // The registration has left the other declaration's slot, where the layer below is in force again.
                existingCell(of: own)?.pointee.isRetired = false
            }
        }
    }
}

extension Slot {
    /// The registration here that goes over a declaration which gets the key.
    ///
    /// For an export, it must come from the program and not from the hook. It never is one that stands for another declaration,
    /// or was put over one by a typed factory.
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
        /// A registration that forwards to another declaration.
        case export
        /// What the program has registered.
        case registration
    }

    /// What a key that leads to this slot finds, as seen by a declaration.
    fileprivate func finding(of declaration: ServiceKey) -> Finding {
        let export = base?.export?.declaration
        if key == declaration || export == declaration { return .itself }
        return key.isDeclared ? .other : export == nil ? .registration : .export
    }
}
