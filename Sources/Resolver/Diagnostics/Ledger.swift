/// A record of what still goes through lookup at run time.
///
/// It counts from when it is added as an observer until it is removed, and costs nothing before:
///
/// ```swift
/// let ledger = Ledger()
/// Resolver.addObserver(ledger)
/// …
/// print(ledger.report())
/// ```
///
/// Run it over a program's tests or through its main paths. What is left to migrate is what the report lists.
public final class Ledger: ResolutionObserver, @unchecked Sendable {
    // Sound because the counts are guarded by the engine's lock.

    private struct Call: Hashable {
        let service: ObjectIdentifier
        let name: String?
        let site: String
    }

    private var calls: [Call: (key: ServiceKey, site: CallSite, count: Int)] = [:]
    private var resolved: [Call: Int] = [:]

    /// Makes a ledger in which nothing stands.
    public init() {}

    /// Counts a resolution.
    ///
    /// - Parameter event: What was resolved.
    public func observe(_ event: ResolutionEvent) {
        guard event.face == .runtime else { return }
        let key = event.observed.key
        func call(at site: CallSite?) -> Call {
            Call(service: ObjectIdentifier(key.type), name: key.name, site: site?.description ?? "")
        }
        Engine.locked {
            if let registered = event.observed.registered { resolved[call(at: registered), default: 0] += 1 }
            // What a typed factory or implements() asks for was asked of that.
            guard !event.isPassedOn else { return }
            calls[call(at: event.site), default: (key, event.site, 0)].count += 1
        }
    }

    /// What stands in the ledger, and what is registered in the current sandbox.
    ///
    /// It looks at the resolvers `main` and `root` with their children, and at the typed factories that have been used.
    ///
    /// - Returns: The report, in a fixed order.
    public func report() -> Report {
        let sandbox = Sandbox.active
        let calls = Engine.locked { Array(self.calls.values) }
        let resolutions = calls.map {
            Report.Resolution(
                service: $0.key.typeName, name: $0.key.name, file: $0.site.fileText, line: Int($0.site.line),
                count: $0.count)
        }
        return Report(
            resolutions: resolutions.sorted { ($0.file, $0.line, $0.label) < ($1.file, $1.line, $1.label) },
            services: services(in: sandbox).sorted { ($0.label, $0.file, $0.line) < ($1.label, $1.file, $1.line) })
    }

    private func services(in sandbox: Sandbox) -> [Report.Service] {
        let resolvers = sandbox.resolvers
        return Engine.locked {
            let slots = resolvers.flatMap(\.registry.slots)
            // The typed factories that stand for registrations, by what they stand for.
            let standing = slots.compactMap { slot in
                slot.first?.legacyKey.map { (key: $0, factory: slot.key.display) }
            }
            return slots.compactMap { slot -> Report.Service? in
                guard let registration = slot.registration ?? slot.alternatives.first?.registration else { return nil }
                let key = slot.key
                if let place = key.place {
                    // One that is exported or stands for a registration is counted under that.
                    guard key.isFactory, !place.isVariant, slot.exports.isEmpty, slot.first?.legacyKey == nil else {
                        return nil
                    }
                    return Report.Service(
                        service: key.typeName, name: nil, factory: key.display, kind: .typed, file: place.fileText,
                        line: Int(place.line), count: nil)
                }
                let represented = registration.represented
                let legacy = standing.first { $0.key == key }
                let call = Call(
                    service: ObjectIdentifier(key.type), name: key.name, site: registration.site.description)
                return Report.Service(
                    service: key.typeName, name: key.name,
                    factory: represented.export?.factory ?? legacy?.factory,
                    kind: represented.export != nil ? .exported : legacy != nil ? .legacy : .runtime,
                    file: registration.site.fileText, line: Int(registration.site.line), count: resolved[call] ?? 0)
            }
        }
    }
}

extension Ledger {
    /// What a ledger says.
    ///
    /// Write it to a file as JSON, and compare the next one with it:
    ///
    /// ```swift
    /// let grown = ledger.report().growth(since: committed)
    /// #expect(grown == [])
    /// ```
    public struct Report: Codable, Equatable, Sendable {
        /// The calls that were resolved at run time.
        public let resolutions: [Resolution]
        /// What is registered, and what typed factories there are.
        public let services: [Service]

        /// A call that was resolved at run time.
        public struct Resolution: Codable, Equatable, Sendable {
            /// The fully qualified name of the service.
            public let service: String
            /// The name it was asked for under.
            public let name: String?
            /// The file of the call, as `#fileID` has it; empty where the call carries no place.
            public let file: String
            /// The line of the call.
            public let line: Int
            /// How often it was resolved.
            public let count: Int
        }

        /// A service that is registered or declared.
        public struct Service: Codable, Equatable, Sendable {
            /// How far its migration has come.
            public enum Kind: String, Codable, Sendable {
                /// It is registered, and no typed factory is known.
                case runtime
                /// It is registered, and a typed factory stands for it, with `legacy()`.
                case legacy
                /// It is a typed factory that is registered, too.
                case exported
                /// It is a typed factory.
                case typed
            }

            /// The fully qualified name of the service.
            public let service: String
            /// The name it is registered under.
            public let name: String?
            /// The typed factory, `Container.loader` for instance.
            public let factory: String?
            /// How far its migration has come.
            public let kind: Kind
            /// The file in which it is registered or declared.
            public let file: String
            /// The line on which it is registered or declared.
            public let line: Int
            /// How often the registration was resolved; nil where it is none.
            public let count: Int?

            /// Whether a typed factory stands for it.
            public var isTyped: Bool { kind != .runtime }
        }

        /// How many services have a typed factory.
        public var typedCount: Int { services.count { $0.isTyped } }
        /// The registrations that nobody has resolved.
        public var unresolved: [Service] { services.filter { $0.count == 0 } }
        /// Whether nothing is registered or resolved at run time any more.
        public var isEmpty: Bool { resolutions.isEmpty && services.allSatisfy { $0.kind == .typed } }
    }
}
