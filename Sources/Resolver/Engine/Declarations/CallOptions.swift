/// What may be stated beside the lifetime of what is asked for: for one call, or for all of a declaration.
@usableFromInline
package class CallOptions: @unchecked Sendable {
    // Sound because nothing in it changes, and the typed face makes sure that the closures are `Sendable`.

    /// For how many seconds after it was last asked for an instance is kept.
    package final let timeToLive: Double?
    /// Tells what an instance is kept for, where there is one for each parameter.
    final let parameterKey: ((GivenArguments) -> AnyHashable?)?
    /// Sees each instance.
    final let decorate: ((SeenInstance) -> Void)?

    package init(
        timeToLive: Double? = nil, parameterKey: ((GivenArguments) -> AnyHashable?)? = nil,
        decorate: ((SeenInstance) -> Void)? = nil
    ) {
        self.timeToLive = timeToLive
        self.parameterKey = parameterKey
        self.decorate = decorate
    }
}
