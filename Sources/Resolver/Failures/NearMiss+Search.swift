extension NearMiss {
    /// The near misses of a key: three at most, the most telling first.
    ///
    /// A typed factory, or a likely implementation, is left out if it is itself asking for the key.
    static func all(
        for key: ServiceKey, in resolver: Resolver, _ environment: Environment, besides asking: [ServiceKey]
    ) -> [NearMiss] {
        let searched = environment.searched(from: resolver)
        let others = environment.searched(from: environment.rootAsItIs, environment.main)
            .filter { other in !searched.contains { $0 === other } }
        let misses =
            searched.flatMap { nearMisses(of: key, in: $0, isSearched: true, asking) }
            + others.flatMap { nearMisses(of: key, in: $0, isSearched: false, asking) }
        // If the type itself is registered, nothing need be guessed by names of implementations.
        let isKnown = misses.contains { $0.key.type == key.type }
        return Array(
            Kind.allCases.filter { !isKnown || $0 != .implementation }
                .flatMap { kind in misses.filter { $0.kind == kind } }.prefix(3))
    }

    private static func nearMisses(
        of key: ServiceKey, in resolver: Resolver, isSearched: Bool, _ asking: [ServiceKey]
    ) -> [NearMiss] {
        let registered = Lock.held {
            resolver.registry.slots.compactMap { slot in slot.unconditional.map { (slot.key, $0) } }
        }
        let name = key.typeName
        return registered.compactMap { other, registration in
            kind(of: other, asKey: key, named: name, isSearched: isSearched, asking)
                .map { NearMiss(kind: $0, key: other, location: registration.location) }
        }
    }

    private static func kind(
        of other: ServiceKey, asKey key: ServiceKey, named name: String, isSearched: Bool, _ asking: [ServiceKey]
    ) -> Kind? {
        if other.isDeclared {
            let isAsking = asking.contains { $0.withoutVariant == other }
            return other.type == key.type && other.isNamedFactory && !isAsking ? .declaration : nil
        }
        if other == key { return isSearched ? nil : .otherResolver }
        if other.type == key.type { return .otherName }
        let otherName = other.typeName
        guard lastComponent(of: otherName) == lastComponent(of: name) else {
            // A service that asks for the protocol, such as a decorator of it, would need itself.
            return isNamed(otherName, asImplementationOf: name) && !asking.contains(other) ? .implementation : nil
        }
        if otherName != name { return .sameLastName }
        // Two private or local types may have the same full name in one copy of a module.
        return isPrivate(key.type) || isPrivate(other.type) ? .otherPrivate : .secondCopy
    }

    /// Whether a type has a name as implementations of a protocol usually have: `LiveAnalytics` for `any Analytics`.
    private static func isNamed(_ name: String, asImplementationOf other: String) -> Bool {
        guard other.hasPrefix("any "), !name.hasPrefix("any ") else { return false }
        var stem = lastComponent(of: other)
        for ending in ["Protocol", "Type"] where stem.hasSuffix(ending) { stem = stem.dropLast(ending.count) }
        let own = lastComponent(of: name)
        return stem.count > 2 && (own.hasPrefix(stem) || own.hasSuffix(stem))
    }

    /// The part of a type's full name after its module and outer types: `Analytics` for `any Messenger.Analytics`.
    private static func lastComponent(of name: String) -> Substring {
        var depth = 0
        var start = name.startIndex
        for index in name.indices {
            switch name[index] {
            case "<", "(": depth += 1
            case ">", ")": depth -= 1
            case ".", " ": if depth == 0 { start = name.index(after: index) }
            default: break
            }
        }
        return name[start...]
    }
}
