extension Ledger {
    /// The contents of a ledger.
    ///
    /// Write a report to a file as JSON, and compare the next report with it:
    ///
    /// ```swift
    /// let grown = ledger.report().growth(since: committed)
    /// #expect(grown == [])
    /// ```
    public struct Report: Codable, Equatable, Sendable {
        // Programs commit reports and read them years later: a new stored property, here or in an entry, must be an optional.

        /// The calls that were looked up at run time.
        public let resolutions: [Resolution]
        /// What is registered, and the typed factories: one entry for each service.
        ///
        /// Several registrations under one key, as in a resolver with mocks, are one service. So are a registration and the
        /// typed factory that is declared for it, or that it exports.
        public let services: [Service]

        /// A call that was looked up at run time.
        public struct Resolution: Codable, Equatable, Sendable {
            /// The fully qualified name of the service.
            public let service: String
            /// The name under which the call asks for the service.
            public let name: String?
            /// The file of the call, as `#fileID` has it; empty where the call carries no place.
            public let file: String
            /// The line of the call.
            public let line: Int
            /// How often the call was made.
            public let count: Int
        }

        /// A service that is registered or declared.
        public struct Service: Codable, Equatable, Sendable {
            /// How far its migration has come.
            public enum Kind: String, Codable, Sendable {
                /// The service is registered, and no typed factory is known.
                case runtime
                /// The service is registered, and a typed factory is declared for it with `legacy()`.
                case legacy
                /// The service is a typed factory that is also registered.
                case exported
                /// The service is a typed factory alone.
                case typed
            }

            /// The fully qualified name of the service.
            public let service: String
            /// The name under which the service is registered.
            public let name: String?
            /// The typed factory, for instance `Container.loader`.
            public let factory: String?
            /// How far its migration has come.
            public let kind: Kind
            /// The file in which the service is registered or declared.
            public let file: String
            /// The line on which the service is registered or declared.
            public let line: Int
            /// How often the registration was resolved, also by typed factories that pass it on; nil where nothing is
            /// registered.
            public let count: Int?
            /// How often the service was asked for, through either face; a call that one face passes on to the other counts
            /// once.
            public let uses: Int

            /// Whether the service has a typed factory.
            public var isTyped: Bool { kind != .runtime }
        }

        /// How many services have a typed factory.
        public var typedCount: Int { services.count { $0.isTyped } }
        /// The registrations that were never resolved.
        ///
        /// If an exported service is listed here and is in use, its export is no longer needed. If the service is also
        /// ``unused``, it may be dead.
        public var unresolved: [Service] { services.filter { $0.count == 0 } }
        /// The services that were never asked for, through either face.
        public var unused: [Service] { services.filter { $0.uses == 0 } }
        /// Whether no call was looked up at run time, and every service is a typed factory alone.
        public var isEmpty: Bool { resolutions.isEmpty && services.allSatisfy { $0.kind == .typed } }
    }
}
