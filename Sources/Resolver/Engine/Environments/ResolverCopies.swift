/// An environment's copies of resolvers that were made elsewhere, by the originals.
///
/// A list while there are few, as in most sandboxes: making and freeing a dictionary would be a third of the time in which
/// a sandbox is opened and ended. Guarded by the engine's lock.
struct ResolverCopies {
    private(set) var all: [(original: Resolver, copy: Resolver)] = []
    /// Where each is in the list, once there are many.
    private var indices: [ObjectIdentifier: Int] = [:]
    private static var few: Int { 16 }

    /// The copy of a resolver, if there is one.
    subscript(original: Resolver) -> Resolver? {
        if all.count > ResolverCopies.few { return indices[ObjectIdentifier(original)].map { all[$0].copy } }
        // By index, as iterating over the list would count references.
        for index in all.indices where all[index].original === original { return all[index].copy }
        return nil
    }

    mutating func reserveCapacity(_ count: Int) { all.reserveCapacity(count) }

    /// Remembers a copy, unless there is one.
    mutating func add(_ copy: Resolver, of original: Resolver) {
        guard self[original] == nil else { return }
        all.append((original, copy))
        guard all.count > ResolverCopies.few else { return }
        // The first one that is too many for the list puts all into the dictionary.
        for index in indices.count..<all.count { indices[ObjectIdentifier(all[index].original)] = index }
    }
}
