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
        /// What is registered, and what typed factories there are: one entry a service.
        ///
        /// What is registered under one key several times, in a resolver with mocks for instance, is one service, and
        /// so is a registration with the typed factory that is declared for it, or that it exports.
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
                /// It is registered, and a typed factory is declared for it, with `legacy()`.
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
            /// How often the registration was resolved, by typed factories that pass it on included; nil where nothing
            /// is registered.
            public let count: Int?
            /// How often the service was asked for, through either face; once where one face passes on to the other.
            public let uses: Int

            /// Whether it has a typed factory.
            public var isTyped: Bool { kind != .runtime }
        }

        /// How many services have a typed factory.
        public var typedCount: Int { services.count { $0.isTyped } }
        /// The registrations that nobody has resolved.
        ///
        /// One that is exported and used is not needed any more as an export; one that is ``unused``, too, may be dead.
        public var unresolved: [Service] { services.filter { $0.count == 0 } }
        /// The services that nobody has asked for, through either face.
        public var unused: [Service] { services.filter { $0.uses == 0 } }
        /// Whether nothing is registered or resolved at run time any more.
        public var isEmpty: Bool { resolutions.isEmpty && services.allSatisfy { $0.kind == .typed } }
    }
}
