import Resolver

/// What a reset drops.
public struct ResetPart: Sendable {
    let selection: ResetSelection

    /// Overrides and instances; of a container, not its singletons.
    public static let all = ResetPart(selection: ResetSelection(registrations: true, instances: true))
    /// What was registered at run time.
    public static let registration = ResetPart(selection: ResetSelection(registrations: true, instances: false))
    /// Instances; of a container, not its singletons.
    public static let scope = ResetPart(selection: ResetSelection(registrations: false, instances: true))

    /// The instances of one scope, of singletons too.
    ///
    /// - Parameter scope: The scope.
    /// - Returns: The part.
    public static func scope(_ scope: Scope) -> ResetPart {
        ResetPart(selection: ResetSelection(registrations: false, instances: true, scope: scope))
    }
}
