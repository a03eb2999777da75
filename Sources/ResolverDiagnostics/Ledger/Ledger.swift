public import Resolver
public import SafeFacade

/// A record of what a program still looks up at run time.
///
/// It counts from when it is added as an observer until it is removed. Before that, it costs nothing:
///
/// ```swift
/// let ledger = Ledger()
/// Resolver.addObserver(ledger)
/// …
/// print(ledger.report())
/// ```
///
/// Run it over a program's tests or through its main paths. The report lists what is left to migrate.
///
/// A ledger knows a typed factory once that is used. Include a manifest, so that its factories are known before, and the number
/// of services stays the same while a program migrates:
///
/// ```swift
/// ledger.include(Container.manifest)
/// ```
public final class Ledger: ResolutionObserver, Sendable {
    private struct Call: Hashable {
        let service: ServiceKey
        let location: CodeLocation
    }

    /// A resolution of a service, for the program or for another service that passes it on.
    private struct Use: Hashable {
        let service: ServiceKey
        /// The service that passes it on; nil where the program asked.
        let passedOnBy: ServiceKey?
    }

    private struct Counts {
        /// How often each service was looked up at each place.
        var calls: [Call: Int] = [:]
        /// How often each service was resolved.
        var uses: [Use: Int] = [:]
        /// The typed factories of manifests, each with the key of the registration that it passes on, if any.
        var declared: [ServiceKey: ServiceKey?] = [:]
    }

    private let counts = Guarded(Counts())

    /// Makes an empty ledger.
    public init() {}

    /// Counts a resolution.
    ///
    /// - Parameter event: The resolution.
    public func observe(_ event: ResolutionEvent) {
        let service = event.observed.key
        let passedOnBy = event.links.first.flatMap { $0.isForward ? $0.key : nil }
        counts.withLock { counts in
            if event.isRegistered {
                counts.uses[Use(service: service, passedOnBy: passedOnBy), default: 0] += 1
            }
            // Where a typed factory or `implements` passes a service on, the program has not asked for the registration itself.
            guard event.face == .runtime, !event.isAskedByForward else { return }
            counts.calls[Call(service: service, location: event.location), default: 0] += 1
        }
    }

    /// Makes typed factories known, whether they are used or not.
    ///
    /// - Parameter manifest: Key paths of factories, hand-written as for `unbound(in:)`.
    public func include<C: SharedContainer>(_ manifest: [PartialKeyPath<C>]) {
        let container = C.shared
        let factories = manifest.compactMap { container[keyPath: $0] as? any ServiceDeclaration }
        counts.withLock { counts in
            for factory in factories { counts.declared[factory.key] = factory.forwardsTo }
        }
    }

    /// A report of what was counted, and of what is registered in the current sandbox.
    ///
    /// The report covers the resolvers `root` and `main` with their children, and the typed factories that were used or
    /// included.
    ///
    /// - Returns: The report, in a fixed order.
    public func report() -> Report {
        // Copied into arrays: the thread sanitizer reports a race where a dictionary is read while another thread has a copy.
        let (calls, allUses, declared) = counts.withLock { (Array($0.calls), Array($0.uses), $0.declared) }
        let resolutions = calls.map { call, count in
            Report.Resolution(
                service: call.service.shownType, name: call.service.shownName, file: call.location.file,
                line: Int(call.location.line), count: count)
        }
        let known = LedgerServices(ToolSupport.services(), declared: declared)
        let uses = Dictionary(grouping: allUses, by: \.key.service)
        let services = known.rows.map { row in
            let all = row.members.flatMap { uses[$0] ?? [] }
            let count = row.registered.map { service in (uses[service] ?? []).reduce(0) { $0 + $1.value } }
            let service = Report.Service(
                service: row.service.shownType, name: row.service.shownName, factory: row.factory?.factory,
                kind: row.kind, file: row.place?.file ?? "", line: row.place?.line ?? 0, count: count,
                uses: all.reduce(0) { $0 + (row.isCountedElsewhere($1.key.passedOnBy) ? 0 : $1.value) })
            // The last key tells factories apart whose containers, of different types, have one name.
            let order = (
                service.label, service.file, service.line, service.factory ?? "", row.factory?.containerName ?? ""
            )
            return (service: service, order: order)
        }
        return Report(
            resolutions: resolutions.sorted { ($0.file, $0.line, $0.label) < ($1.file, $1.line, $1.label) },
            services: services.sorted { $0.order < $1.order }.map(\.service))
    }
}
