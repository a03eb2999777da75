import Resolver

/// A graph can be committed with the sources, so that a review shows what a change did to the wiring.
///
/// The encoded form names services by key and declaration. It has no lines, counts or times, so that it only changes when the
/// wiring does. A decoded place and the name of a decoded static factory therefore have no line, and a decoded service's
/// ``Service/isSingleUse`` is false. Encode with sorted keys:
///
/// ```swift
/// let encoder = JSONEncoder()
/// encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
/// try encoder.encode(graph).write(to: file)
/// ```
extension DependencyGraph: Codable {
    /// Encodes the services, each with what it needs.
    ///
    /// - Parameter encoder: The encoder.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        let (references, needs) = (references, needs)
        let entries = services.map { service in
            let needs = needs[service.index]
            func named(_ isIncluded: (Dependency) -> Bool) -> [String]? {
                let included = needs.filter(isIncluded).map { references[$0.needed] }
                return included.isEmpty ? nil : included.sorted()
            }
            return Entry(
                service: references[service.index], type: service.type, name: service.name?.rawValue,
                factory: service.factoryWithoutLine, file: service.place?.file, lifetime: service.lifetime?.rawValue,
                isForward: Entry.ifTrue(service.isForward), isMissing: Entry.ifTrue(service.isMissing),
                isUnused: Entry.ifTrue(service.isUnused), isSecondCopy: Entry.ifTrue(service.isSecondCopy),
                needs: named { $0.kind == .direct }, needsLazily: named { $0.kind == .lazy },
                needsWeakly: named { $0.kind == .weak })
        }
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(entries.sorted { $0.order < $1.order }, forKey: .services)
    }

    /// Decodes a graph.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: What the decoder throws, and `DecodingError.dataCorrupted` where two services have one name, a service needs
    ///   another twice or needs one that is not in the graph, or a lifetime is unknown.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let entries = try container.decode([Entry].self, forKey: .services).sorted { $0.order < $1.order }
        func corrupted(_ text: String) -> DecodingError {
            .dataCorruptedError(forKey: .services, in: container, debugDescription: text)
        }
        var indices: [String: Int] = [:]
        for (index, entry) in entries.enumerated() {
            guard indices.updateValue(index, forKey: entry.service) == nil else {
                throw corrupted("Two services are named '\(entry.service)'.")
            }
        }
        let services = try entries.enumerated().map { index, entry in
            let lifetime = try entry.lifetime.map { text in
                guard let lifetime = ResolutionEvent.Lifetime(rawValue: text) else {
                    throw corrupted("'\(entry.service)' has the lifetime '\(text)', which is not known.")
                }
                return lifetime
            }
            return Service(entry, index: index, lifetime: lifetime)
        }
        var dependencies: [Dependency] = []
        for (index, entry) in entries.enumerated() {
            var known: Set<String> = []
            for (reference, kind) in entry.allNeeds {
                guard known.insert(reference).inserted else {
                    throw corrupted("'\(entry.service)' needs '\(reference)' twice.")
                }
                guard let needed = indices[reference] else {
                    throw corrupted("'\(entry.service)' needs '\(reference)', which is no service of the graph.")
                }
                dependencies.append(Dependency(service: index, needed: needed, kind: kind))
            }
        }
        self.init(marking: services, dependencies)
    }

    private enum CodingKeys: CodingKey { case services }

    /// A service as it is encoded.
    fileprivate struct Entry: Codable {
        let service: String
        let type: String
        let name: String?
        let factory: String?
        let file: String?
        let lifetime: String?
        let isForward: Bool?
        let isMissing: Bool?
        let isUnused: Bool?
        let isSecondCopy: Bool?
        let needs: [String]?
        let needsLazily: [String]?
        let needsWeakly: [String]?

        /// True, or nil, which is not encoded: for most services all of these are false.
        static func ifTrue(_ isSo: Bool) -> Bool? { isSo ? true : nil }

        /// What services are ordered by: the number that may end a reference counts as one, so that 10 comes after 9.
        var order: (String, Int) {
            guard let end = service.lastIndex(of: "#"), let number = Int(service[end...].dropFirst()) else {
                return (service, 0)
            }
            return (String(service[..<end]), number)
        }

        var allNeeds: [(String, EdgeKind)] {
            (needs ?? []).map { ($0, EdgeKind.direct) }
                + (needsLazily ?? []).map { ($0, EdgeKind.lazy) }
                + (needsWeakly ?? []).map { ($0, EdgeKind.weak) }
        }
    }
}

extension DependencyGraph.Service {
    fileprivate init(_ entry: DependencyGraph.Entry, index: Int, lifetime: ResolutionEvent.Lifetime?) {
        self.init(
            index: index, type: entry.type, name: .name(fromString: entry.name), factory: entry.factory,
            place: entry.file.map { ResolutionEvent.Place(file: $0, line: 0) }, lifetime: lifetime,
            isForward: entry.isForward ?? false, isMissing: entry.isMissing ?? false,
            isUnused: entry.isUnused ?? false, isSingleUse: false, isSecondCopy: entry.isSecondCopy ?? false)
    }
}
