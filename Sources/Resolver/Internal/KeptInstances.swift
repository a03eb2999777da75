/// The instances that one scope keeps in one sandbox.
final class KeptInstances {
    private var cells: [WeakReference] = []
    private var sweepAt = 16

    private struct WeakReference { weak var cell: InstanceCell? }

    init() {}

    /// Remembers a cell that is about to be filled.
    ///
    /// Called under the engine's lock; what is returned is released after it.
    func add(_ cell: InstanceCell) -> [AnyObject] {
        var garbage: [AnyObject] = []
        if cells.count >= sweepAt {
            var seen: Set<ObjectIdentifier> = []
            cells.removeAll { reference in
                guard let cell = reference.cell else { return true }
                garbage.append(cell)
                return cell.isEmpty || cell.list != ObjectIdentifier(self)
                    || !seen.insert(ObjectIdentifier(cell)).inserted
            }
            sweepAt = max(16, cells.count * 2)
        }
        cells.append(WeakReference(cell: cell))
        cell.list = ObjectIdentifier(self)
        return garbage
    }

    /// Empties every cell that no other scope keeps by now.
    ///
    /// Called under the engine's lock; what is returned is released after it, the cells among them.
    func removeAll() -> [AnyObject] {
        var garbage: [AnyObject] = []
        for reference in cells {
            guard let cell = reference.cell else { continue }
            garbage.append(cell)
            guard cell.list == ObjectIdentifier(self) else { continue }
            if let content = cell.empty() { garbage.append(content) }
        }
        cells = []
        sweepAt = 16
        return garbage
    }
}

/// The instances that each scope keeps in one sandbox.
///
/// Scopes are not held: every resolver has one of its own, and resolvers come and go.
struct KeptByScope {
    private var entries: [ObjectIdentifier: Entry] = [:]
    private var sweepAt = 16

    private struct Entry {
        weak let scope: ResolverScope?
        let instances: KeptInstances
    }

    /// The instances a scope keeps.
    ///
    /// Called under the engine's lock.
    subscript(scope: ResolverScope) -> KeptInstances {
        mutating get {
            // The address may be that of a scope that is gone.
            if let entry = entries[ObjectIdentifier(scope)], entry.scope === scope { return entry.instances }
            if entries.count >= sweepAt {
                entries = entries.filter { $0.value.scope != nil }
                sweepAt = max(16, entries.count * 2)
            }
            let instances = KeptInstances()
            entries[ObjectIdentifier(scope)] = Entry(scope: scope, instances: instances)
            return instances
        }
    }

    /// Empties every cell of every scope.
    ///
    /// Called under the engine's lock; what is returned is released after it.
    mutating func removeAll() -> [AnyObject] {
        defer { entries = [:] }
        return entries.values.flatMap { $0.instances.removeAll() }
    }
}
