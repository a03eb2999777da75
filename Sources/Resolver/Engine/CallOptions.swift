/// What may be stated beside the lifetime of what is asked for: for one call, or for all of a declaration.
@usableFromInline
package class CallOptions: @unchecked Sendable {
    // Sound because nothing in it changes, and the typed face makes sure that the closures are `Sendable`.

    /// For how many seconds after it was last asked for an instance is kept.
    package final let timeToLive: Double?
    /// What an instance is kept for, where there is one for each parameter.
    final let parameter: AnyHashable?
    /// Whether there is one: to ask an `AnyHashable?` copies it.
    final let hasParameter: Bool
    /// Sees each instance.
    final let decorate: ((SeenInstance) -> Void)?

    package init(timeToLive: Double? = nil, decorate: ((SeenInstance) -> Void)? = nil) {
        self.timeToLive = timeToLive
        parameter = nil
        hasParameter = false
        self.decorate = decorate
    }

    package init(timeToLive: Double? = nil, parameter: AnyHashable, decorate: ((SeenInstance) -> Void)? = nil) {
        self.timeToLive = timeToLive
        self.parameter = parameter
        hasParameter = true
        self.decorate = decorate
    }
}
