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
            /// A factory threw, or what closes a service did.
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
            /// A singleton keeps an instance that may end before it, see ``DependencyGraph/Dependency/keeper``.
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
        /// The services that it is about, where that tells it from others of its kind.
        var about: Set<String> = []
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
    public let problems: [Problem]
    /// What was not resolved, as it takes arguments, belongs to the main actor or to a run of a task scope, or is made
    /// asynchronously; the last three are validated by `validateAsync`.
    public let skipped: [Skipped]
    /// How many services were resolved, or tried.
    public let validatedCount: Int
    /// Who needs what, as far as it was resolved.
    public let graph: DependencyGraph
    /// The kinds of problem that are not reported.
    let allowed: Set<Problem.Kind>

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
