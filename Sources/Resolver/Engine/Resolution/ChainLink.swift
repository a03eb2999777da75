/// A link of a chain as reports show it: it remains when the frame has ended, and other threads may have it.
package struct ChainLink: @unchecked Sendable {
    // Sound because keys are immutable.
    package let key: ServiceKey
    package let location: CodeLocation
    /// Whether it only passes on what another registration makes.
    package let isForward: Bool

    package init(_ key: ServiceKey, at location: CodeLocation, isForward: Bool = false) {
        self.key = key
        self.location = location
        self.isForward = isForward
    }

    /// Whether it is a declaration that stands for a service asked for at a place: it asks at the place of its own call.
    func standsForService(askedForAt place: CodeLocation) -> Bool {
        key.isDeclared && place.isKnown && location == place
    }
}
