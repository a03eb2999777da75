import Resolver

/// What a reset drops.
public struct ResetPart: Sendable {
    let selection: ResetSelection

    /// Overrides and instances; of a container, not its singletons.
    public static let all = ResetPart(selection: ResetSelection(registrations: true, contexts: true, instances: true))
    /// Overrides, and their instances; not those that were registered for a context.
    public static let registration = ResetPart(selection: ResetSelection(registrations: true))
    /// Overrides that were registered for a context.
    public static let context = ResetPart(selection: ResetSelection(contexts: true))
    /// Instances; of a container, not its singletons.
    public static let scope = ResetPart(selection: ResetSelection(instances: true))
    /// Nothing.
    public static let none = ResetPart(selection: ResetSelection())

    /// The instances of one scope, of singletons too.
    ///
    /// - Parameter scope: The scope.
    /// - Returns: The part.
    public static func scope(_ scope: Scope) -> ResetPart {
        ResetPart(selection: ResetSelection(instances: true, scope: scope))
    }
}
