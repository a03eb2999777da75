import Resolver

/// The rows of a ledger's report: one for each service, however many registrations and factories it has.
struct LedgerServices {
    struct Row {
        /// The key that gives the row its name.
        let service: ServiceKey
        /// The key under which the service is registered; nil where it is not.
        let registered: ServiceKey?
        let kind: Ledger.Report.Service.Kind
        /// The service's typed factory, if there is one.
        let factory: ServiceKey?
        let place: ResolutionEvent.Place?
        /// All keys of the service, on either face.
        let members: Set<ServiceKey>

        /// Whether a use must not count here: another key of the same service passed it on, and that use counts.
        func isCountedElsewhere(_ passedOnBy: ServiceKey?) -> Bool { passedOnBy.map(members.contains) ?? false }
    }

    /// The registrations by their keys: of several, the one that passes on a typed factory, or else the nearest to the root.
    private var registrations: [ServiceKey: ServiceListing] = [:]
    /// The typed factories, each with the key of the registration that it passes on, if any.
    private var factories: [ServiceKey: ServiceKey?]

    init(_ listings: [ServiceListing], declared: [ServiceKey: ServiceKey?]) {
        factories = declared
        for listing in listings {
            let service = listing.service.key
            if service.factory != nil {
                factories[service] = listing.forwardsTo
            } else if registrations[service] == nil || listing.forwardsTo?.factory != nil {
                registrations[service] = listing
            }
        }
    }

    var rows: [Row] {
        let legacy = Dictionary(
            grouping: factories.compactMap { factory, key in key.map { (factory: factory, key: $0) } }, by: \.key
        ).mapValues {
            $0.map(\.factory).sorted {
                ($0.display, $0.containerName ?? "") < ($1.display, $1.containerName ?? "")
            }
        }
        let registered = registrations.map { key, listing in
            let exported = factory(of: key)
            return Row(
                service: key, registered: key,
                kind: exported != nil ? .exported : legacy[key] != nil ? .legacy : .runtime,
                factory: exported ?? legacy[key]?.first, place: listing.service.place,
                members: Set(
                    [key] + (legacy[key] ?? []) + [listing.forwardsTo].compactMap { $0?.factory == nil ? nil : $0 }))
        }
        // Factories with `legacy()` whose registration is missing.
        let unregistered = legacy.filter { registrations[$0.key] == nil }.map { key, factories in
            Row(
                service: key, registered: nil, kind: .legacy, factory: factories[0], place: factories[0].declared,
                members: Set([key] + factories))
        }
        let exported = Set(registrations.values.compactMap(\.forwardsTo))
        let typed = factories.filter { $0.value == nil && !exported.contains($0.key) }.keys.map { factory in
            Row(
                service: factory, registered: nil, kind: .typed, factory: factory, place: factory.declared,
                members: [factory])
        }
        return registered + unregistered + typed
    }

    /// The typed factory that a registration passes on, directly or through other registrations.
    private func factory(of key: ServiceKey, seen: Set<ServiceKey> = []) -> ServiceKey? {
        guard let target = registrations[key]?.forwardsTo, !seen.contains(target) else { return nil }
        return target.factory == nil ? factory(of: target, seen: seen.union([target])) : target
    }
}
