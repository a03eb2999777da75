/// The typed factory to which an exported registration forwards, where the two cannot share a slot.
///
/// So it is where the factory is in another registry, of an optional type, or `legacy()`, and where it has closures for
/// contexts, or options that concern its calls.
///
/// Registering under the registration's key overrides the factory.
package final class Export: @unchecked Sendable {
    // Sound because it never changes, and the closure is that of a key path.

    /// The declaration's resolver and key in the current environment; declares it there if that was not done yet.
    package let target: () -> SlotReference
    /// The key of the declaration.
    let declaration: ServiceKey
    /// The type of the container that it belongs to.
    let container: Any.Type

    package init(
        of declaration: ServiceKey, container: Any.Type, target: @escaping () -> SlotReference
    ) {
        self.declaration = declaration
        self.container = container
        self.target = target
    }
}
