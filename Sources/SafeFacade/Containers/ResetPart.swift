import Resolver

/// What a reset drops.
public struct ResetPart: Sendable {
    let selection: ResetSelection

    private init(registrations: Bool = false, contexts: Bool = false, instances: Bool = false, scope: Scope? = nil) {
        selection = ResetSelection(
            registrations: registrations, contexts: contexts, instances: instances, scope: scope)
    }

    /// Overrides and instances; of a container, not its singletons.
    public static let all = ResetPart(registrations: true, contexts: true, instances: true)
    /// Overrides, and their instances; not those that were registered for a context.
    public static let registration = ResetPart(registrations: true)
    /// Overrides that were registered for a context.
    public static let context = ResetPart(contexts: true)
    /// Instances; of a container, not its singletons.
    public static let scope = ResetPart(instances: true)
    /// Nothing.
    public static let none = ResetPart()

    /// The instances of one scope, of singletons too.
    ///
    /// - Parameter scope: The scope.
    /// - Returns: The part.
    public static func scope(_ scope: Scope) -> ResetPart { ResetPart(instances: true, scope: scope) }
}
