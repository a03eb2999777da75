/// What a registration stands for that answers for a typed factory of another registry, or of an optional type.
///
/// What is registered under its key overrides the factory.
package final class Export: @unchecked Sendable {
    // Sound because it never changes, and the closure is that of a key path.

    /// The declaration in the current environment: its resolver and its key, declared if it was not.
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
