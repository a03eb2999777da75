/// What may be stated beside a lifetime, for one call or for all calls of a declaration.
@usableFromInline
package class CallOptions: @unchecked Sendable {
    // Sound because nothing in it changes.

    package typealias MakeParameter = @Sendable (GivenArguments) -> AnyHashable?
    package typealias Decorate = @Sendable (SeenInstance) -> Void

    /// For how many seconds an instance is kept after it was last asked for.
    package final let timeToLive: Double?
    /// Makes the parameter from a call's arguments, where an instance is kept for each parameter.
    package final let makeParameter: MakeParameter?
    /// Sees each instance.
    package final let decorate: Decorate?

    package init(timeToLive: Double? = nil, makeParameter: MakeParameter? = nil, decorate: Decorate? = nil) {
        self.timeToLive = timeToLive
        self.makeParameter = makeParameter
        self.decorate = decorate
    }
}
