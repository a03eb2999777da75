/// The result of validating a program's wiring.
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
        /// The kinds of problem.
        public enum Kind: String, Sendable, CaseIterable {
            /// Nothing is registered for a service.
            case missing
            /// A factory returned nil.
            case returnedNil
            /// A factory threw, or a closer did.
            case threw
            /// Nothing is bound to a declaration that has no implementation.
            case unbound
            /// A service depends on itself, or nests too deep.
            case cycle
            /// A service was resolved in a way that is not allowed, for instance with the wrong argument.
            case misused
            /// A key was registered at two places, and the second registration replaced the first.
            case registeredTwice
            /// Two types have one name, because a module is in the program twice.
            case secondCopy
            /// A singleton keeps an instance that may end before it, see ``DependencyGraph/Dependency/keeper``.
            case captive
            /// None of the entry points leads to a service.
            case neverResolved
        }

        /// The kind of problem.
        public let kind: Kind
        /// The service that was being validated, as reports name it.
        public let service: String
        /// The whole report: what is wrong, who asked, and how to mend it.
        public let description: String
        /// The services that the problem is about, where they tell it from others of its kind.
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

    /// What is wrong: one problem for each cause, however many services it affects.
    public let problems: [Problem]
    /// The services that were not resolved.
    ///
    /// Such a service takes arguments, belongs to the main actor or to a run of a task scope, or is made asynchronously.
    /// `validateAsync` validates the last three.
    public let skipped: [Skipped]
    /// How many services the validation resolved or tried to resolve.
    public let validatedCount: Int
    /// Which service needs which, as far as they were resolved.
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
            + (skipped.isEmpty ? [] : [(["Skipped:"] + skipped.map { "  \($0)".onOneLine }).joined(separator: "\n")]))
            .joined(separator: "\n\n")
    }
}
