/// What may be stated beside the lifetime of what is asked for: for one call, or for all of a declaration.
@usableFromInline
package class CallOptions: @unchecked Sendable {
    // Sound because nothing in it changes.

    package typealias ParameterKey = @Sendable (GivenArguments) -> AnyHashable?
    package typealias Decorate = @Sendable (SeenInstance) -> Void

    /// For how many seconds after it was last asked for an instance is kept.
    package final let timeToLive: Double?
    /// Tells what an instance is kept for, where there is one for each parameter.
    package final let parameterKey: ParameterKey?
    /// Sees each instance.
    package final let decorate: Decorate?

    package init(timeToLive: Double? = nil, parameterKey: ParameterKey? = nil, decorate: Decorate? = nil) {
        self.timeToLive = timeToLive
        self.parameterKey = parameterKey
        self.decorate = decorate
    }
}
