/// An environment's copies of resolvers that were made elsewhere, by the originals.
///
/// A list while there are few, as in most sandboxes: to make a dictionary and to end it takes a third of the time that opening
/// and ending the sandbox does. Guarded by the engine's lock.
struct ResolverCopies {
    private(set) var all: [(original: Resolver, copy: Resolver)] = []
    /// Where each is in the list, once there are many.
    private var indices: [ObjectIdentifier: Int] = [:]
    private static var few: Int { 16 }

    /// The copy of a resolver, if there is one.
    subscript(original: Resolver) -> Resolver? {
        if all.count > ResolverCopies.few { return indices[ObjectIdentifier(original)].map { all[$0].copy } }
        // By index, as what is looked at in a list of references is counted.
        for index in all.indices where all[index].original === original { return all[index].copy }
        return nil
    }

    mutating func reserveCapacity(_ count: Int) { all.reserveCapacity(count) }

    /// Remembers a copy, unless there is one.
    mutating func add(_ copy: Resolver, of original: Resolver) {
        guard self[original] == nil else { return }
        all.append((original, copy))
        guard all.count > ResolverCopies.few else { return }
        // With the first one too many come all others.
        for index in indices.count..<all.count { indices[ObjectIdentifier(all[index].original)] = index }
    }
}
