/// A registration that is nearly what was asked for.
struct NearMiss: Sendable {
    enum Kind: Sendable {
        /// The type is registered under another name, or without one.
        case otherName
        /// The very key is registered with a resolver that was not asked.
        case otherResolver
        /// A typed factory of the type is declared, which is no registration.
        case declaration
        /// A type with the same last name is registered, of another module or outer type.
        case sameLastName
        /// A type with the same full name is registered, which is not the same type: a second copy of its module.
        case secondCopy
        /// A private or local type with the same name is registered, of another file or function.
        case otherPrivate
    }

    let kind: Kind
    let key: ServiceKey
    let site: CallSite

    /// The near misses of a key, the most telling first, three at the most; none of those that ask for it.
    static func all(
        for key: ServiceKey, in resolver: Resolver, sandbox: Sandbox, besides asking: [ServiceKey]
    ) -> [NearMiss] {
        var resolvers = resolver.searched(in: sandbox)
        let searched = resolvers.count
        for root in [sandbox.rootAsItStands, sandbox.main] {
            for resolver in root.searched(in: sandbox) where !resolvers.contains(where: { $0 === resolver }) {
                resolvers.append(resolver)
            }
        }

        let name = key.typeName
        let lastName = lastComponent(of: name)
        var misses: [NearMiss] = []
        for (index, resolver) in resolvers.enumerated() {
            for registration in Engine.locked({ resolver.registry.slots.compactMap(\.registration) }) {
                let other = registration.key
                let kind: Kind
                if other.place != nil {
                    guard other.type == key.type, other.isFactory, !asking.contains(where: { $0 == other }) else {
                        continue
                    }
                    kind = .declaration
                } else if other == key {
                    guard index >= searched else { continue }
                    kind = .otherResolver
                } else if other.type == key.type {
                    kind = .otherName
                } else {
                    let otherName = other.typeName
                    guard lastComponent(of: otherName) == lastName else { continue }
                    if otherName != name {
                        kind = .sameLastName
                    } else {
                        // The names of private and local types may well be the same in one copy of a module.
                        kind = isPrivate(key.type) || isPrivate(other.type) ? .otherPrivate : .secondCopy
                    }
                }
                misses.append(NearMiss(kind: kind, key: other, site: registration.site))
            }
        }
        let ranks: [Kind] = [
            .secondCopy, .otherResolver, .otherName, .declaration, .otherPrivate, .sameLastName,
        ]
        return Array(ranks.flatMap { rank in misses.filter { $0.kind == rank } }.prefix(3))
    }

    /// Where a key is registered that a resolver finds.
    static func registrationSite(of key: ServiceKey, in resolver: Resolver) -> CallSite {
        let slot = resolver.slots(of: key, in: Sandbox.active).first
        return Engine.locked { slot?.registration?.site } ?? .unknown
    }

    /// The part of a type's full name behind its module and outer types: `Analytics` of `any Messenger.Analytics`.
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
