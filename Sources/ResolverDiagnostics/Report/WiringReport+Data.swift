import Resolver

// Makes the data for the page's script. It names services by their index, as each report has a page of its own.

extension WiringReport {
    var data: JSONValue {
        let graph = graph ?? validation?.graph
        let known = KnownServices(graph?.services ?? [])
        return [
            "title": .string(title),
            "services": .array(graph.map { services(of: $0, known) } ?? []),
            "dependencies": .array((graph?.dependencies ?? []).map(WiringReport.data)),
            "problems": .array(
                problems.map { problem in
                    [
                        "services": .array(known.indices(of: problem).map { JSONValue($0) }),
                        "text": .string(problem.description),
                    ]
                }),
            "cycles": .array((graph?.rings ?? []).map { .array($0.map { JSONValue($0) }) }),
            "skipped": .array((validation?.skipped ?? []).map { .string($0.description) }),
            "validated": JSONValue(validation?.validatedCount),
            "times": .array(
                times.map { entry in
                    [
                        "service": JSONValue(known.index(of: entry)),
                        "label": .string(
                            reportName(type: entry.type, name: entry.name?.rawValue, factory: entry.factory)),
                        "count": JSONValue(entry.count), "all": JSONValue(entry.nanoseconds),
                        "own": JSONValue(entry.first.nanoseconds),
                        "total": JSONValue(entry.first.nanosecondsWithNeeds), "thread": JSONValue(entry.first.thread),
                    ]
                }),
            "ledger": ledger.map(WiringReport.data) ?? .null,
        ]
    }

    /// The services of a graph, each with its times and uses from the other tools.
    private func services(of graph: DependencyGraph, _ known: KnownServices) -> [JSONValue] {
        let times = Dictionary(
            times.compactMap { entry in known.index(of: entry).map { ($0, entry) } }, uniquingKeysWith: { $1 })
        let uses = Dictionary(
            (ledger?.services ?? []).flatMap { row in UseKey.keys(of: row).map { ($0, row.uses) } },
            uniquingKeysWith: { max($0, $1) })
        let (labels, references) = (graph.labels, graph.references)
        return graph.services.map { service in
            let index = service.index
            let marks = [
                service.isMissing ? "missing" : nil, service.isInCycle ? "in a cycle" : nil,
                service.isSecondCopy ? "second copy" : nil, service.isUnused ? "never used" : nil,
                service.isSingleUse && !service.isMissing ? "single use" : nil,
            ].compactMap { $0 }
            return [
                "label": .string(labels[index]), "short": .string(service.shortLabel), "id": .string(references[index]),
                "type": .string(service.type), "name": JSONValue(service.name?.rawValue),
                "factory": JSONValue(service.factory), "module": JSONValue(service.module),
                "place": JSONValue(service.place?.description),
                "lifetime": JSONValue(service.isForward ? "stands for another" : service.lifetime?.rawValue),
                "kept": .bool(service.isKept),
                "marks": .array(marks.map { .string($0) }), "made": JSONValue(times[index]?.count),
                "own": JSONValue(times[index]?.nanoseconds),
                "uses": JSONValue(UseKey.keys(of: service).lazy.compactMap { uses[$0] }.first),
            ]
        }
    }

    private static func data(of dependency: DependencyGraph.Dependency) -> JSONValue {
        [
            "from": JSONValue(dependency.service), "to": JSONValue(dependency.needed),
            "marks": .array(dependency.marks.map { .string($0) }),
        ]
    }

    /// The problems of the validation, then those of the graph that the validation does not have.
    private var problems: [ValidationReport.Problem] {
        let found = validation?.problems ?? []
        let known = Set(found.map(\.description))
        let allowed = validation?.allowed ?? []
        return found
            + (graph?.problems ?? []).filter { !known.contains($0.description) && !allowed.contains($0.kind) }
    }

    private static func data(of ledger: Ledger.Report) -> JSONValue {
        [
            "services": .array(
                ledger.services.map { service in
                    [
                        "label": .string(service.label), "typed": .bool(service.isTyped),
                        "file": .string(service.file), "line": JSONValue(service.line),
                    ]
                }),
            "calls": .array(
                ledger.resolutions.map { call in
                    [
                        "label": .string(call.label), "file": .string(call.file), "line": JSONValue(call.line),
                        "count": JSONValue(call.count),
                    ]
                }),
        ]
    }
}

/// Finds the services of a graph that the entries of other tools mean.
private struct KnownServices {
    /// By the services' `key`.
    private var byKey: [[String?]: Int] = [:]
    private var byName: [String: [Int]] = [:]
    /// The services that are second copies, by their type.
    private var copies: [String: [Int]] = [:]

    init(_ services: [DependencyGraph.Service]) {
        for service in services {
            byKey[KnownServices.key(service.type, service.name, service.factory, service.place)] = service.index
            byName[service.display, default: []].append(service.index)
            if service.isSecondCopy { copies[service.type, default: []].append(service.index) }
        }
    }

    func index(of entry: ServiceTimes.Entry) -> Int? {
        byKey[KnownServices.key(entry.type, entry.name, entry.factory, entry.place)]
    }

    private static func key(
        _ type: String, _ name: Resolver.Name?, _ factory: String?, _ place: ResolutionEvent.Place?
    ) -> [String?] { [type, name?.rawValue, factory, place?.description] }

    /// The services that a problem is about: those with the name that it states, or all copies of a type.
    func indices(of problem: ValidationReport.Problem) -> [Int] {
        (problem.kind == .secondCopy ? copies : byName)[problem.service] ?? []
    }
}

/// A key by which a row of a ledger is matched with a service of the graph.
private struct UseKey: Hashable {
    let name: String
    /// The file of the registration or declaration; nil for a typed factory that a registered service has, as the row only says
    /// where the registration is.
    let file: String?

    /// The keys of a row: of its registration, and of its typed factory.
    static func keys(of row: Ledger.Report.Service) -> [UseKey] {
        guard let factory = row.factory else { return [UseKey(name: row.label, file: row.file)] }
        guard row.kind != .typed else { return [UseKey(name: factory, file: row.file)] }
        return [UseKey(name: row.label, file: row.file), UseKey(name: factory, file: nil)]
    }

    /// The keys under which a service may be found.
    static func keys(of service: DependencyGraph.Service) -> [UseKey] {
        [UseKey(name: service.display, file: service.place?.file ?? "")]
            + (service.factory.map { [UseKey(name: $0, file: nil)] } ?? [])
    }
}
