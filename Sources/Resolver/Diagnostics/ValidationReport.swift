/// What a validation of a program's wiring has found.
///
/// ```swift
/// @Test func theWiringIsSound() {
///     let report = Resolver.validate()
///     #expect(report.problems.isEmpty, "\(report)")
/// }
/// ```
public struct ValidationReport: Sendable, CustomStringConvertible {
    /// Something that is wrong.
    public struct Problem: Sendable, CustomStringConvertible {
        /// What kind of thing is wrong.
        public enum Kind: String, Sendable, CaseIterable {
            /// Nothing is registered for a service.
            case missing
            /// A factory returned nil.
            case returnedNil
            /// A factory threw.
            case threw
            /// Nothing is bound to a declaration without an implementation.
            case unbound
            /// A service depends on itself, or nests too deep.
            case cycle
            /// A service was resolved in another way than it may be: with the wrong argument, for instance.
            case misused
            /// A key was registered at two places, and the second registration replaced the first.
            case registeredTwice
            /// Two types have one name, as a module is in the program twice.
            case secondCopy
            /// A longer-lived instance keeps a shorter-lived one.
            case captive
            /// None of the entry points leads to a service.
            case neverResolved
        }

        /// What kind of thing is wrong.
        public let kind: Kind
        /// The service that was being validated, as reports name it.
        public let service: String
        /// The whole report: what is wrong, who asked, and how to mend it.
        public let description: String
    }

    /// A service that was not resolved.
    public struct Skipped: Sendable, Equatable, CustomStringConvertible {
        /// The service, as reports name it.
        public let service: String
        /// Why it was not resolved.
        public let reason: String

        /// The service, and why it was not resolved.
        public var description: String { "\(service) \(reason)" }
    }

    /// What is wrong: one problem for each cause, however many services run into it.
    public internal(set) var problems: [Problem]
    /// What was not resolved, as it takes arguments or belongs to the main actor.
    public internal(set) var skipped: [Skipped]
    /// How many services were resolved, or tried.
    public internal(set) var validatedCount: Int
    /// Who needs what, as far as it was resolved.
    public let graph: DependencyGraph

    /// The problems, each with its whole report, and what was skipped.
    public var description: String {
        let counts = [
            problems.isEmpty ? "no problem" : "\(problems.count) problem\(problems.count == 1 ? "" : "s")",
            "\(validatedCount) resolved", skipped.isEmpty ? nil : "\(skipped.count) skipped",
        ].compactMap { $0 }
        return
            (["Validation: " + counts.joined(separator: ", ")] + problems.map(\.description)
            + (skipped.isEmpty ? [] : [(["Skipped:"] + skipped.map { "  \($0)" }).joined(separator: "\n")]))
            .joined(separator: "\n\n")
    }
}

/// Where a validation runs the factories.
public enum ValidationThread: Sendable {
    /// On threads of its own, where the validation goes on after a failure that would end the program.
    ///
    /// The thread that failed is left standing where it is, with what it holds, until the program ends. Services of the
    /// main actor are skipped.
    case own
    /// On the thread that calls: the main one, for services that belong to the main actor.
    ///
    /// A failure that cannot be thrown to the validation ends the program there, after writing what was found so far.
    case current
}

/// Arguments to validate a service with.
public struct ValidationSample {
    let key: ServiceKey
    let args: Any

    /// States arguments for a service that takes some.
    ///
    /// - Parameters:
    ///   - type: The service's type.
    ///   - name: The name it is registered under.
    ///   - args: What `resolve` would be given as `args`.
    public init<Service>(_ type: Service.Type, name: Resolver.Name? = nil, args: Any) {
        key = ServiceKey(type, name: name)
        self.args = args
    }
}
