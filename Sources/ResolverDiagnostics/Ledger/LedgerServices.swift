import Resolver

/// The services that a ledger's report has a row for: one for each, however many registrations and factories it has.
struct LedgerServices {
    struct Row {
        /// What the row is named after.
        let service: ServiceKey
        /// The key under which it is registered; nil where it is not.
        let registered: ServiceKey?
        let kind: Ledger.Report.Service.Kind
        /// The typed factory.
        let factory: ServiceKey?
        let place: ResolutionEvent.Place?
        /// All that the service is known as, to either face.
        let members: Set<ServiceKey>

        /// Whether a use is one of another member, which passes the service on and is counted itself.
        func isCountedElsewhere(_ passedOnBy: ServiceKey?) -> Bool { passedOnBy.map(members.contains) ?? false }
    }

    /// The registrations by their keys: of several the one that passes on a typed factory, or else the nearest.
    private var registrations: [ServiceKey: ServiceListing] = [:]
    /// The typed factories, each with the key of the registration it passes on.
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
        ).mapValues { $0.map(\.factory).sorted { $0.display < $1.display } }
        let registered = registrations.map { key, listing in
            let exported = factory(of: key)
            return Row(
                service: key, registered: key,
                kind: exported != nil ? .exported : legacy[key] != nil ? .legacy : .runtime,
                factory: exported ?? legacy[key]?.first, place: listing.service.place,
                members: Set(
                    [key] + (legacy[key] ?? []) + [listing.forwardsTo].compactMap { $0?.factory == nil ? nil : $0 }))
        }
        // A factory with `legacy()` whose registration is missing.
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

    /// The typed factory that a registration passes on, itself or by way of others.
    private func factory(of key: ServiceKey, seen: Set<ServiceKey> = []) -> ServiceKey? {
        guard let target = registrations[key]?.forwardsTo, !seen.contains(target) else { return nil }
        return target.factory == nil ? factory(of: target, seen: seen.union([target])) : target
    }
}
