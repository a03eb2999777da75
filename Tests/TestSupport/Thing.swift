/// An object that tests tell from others by identity.
package final class Thing: Sendable {
    package let label: String
    package init(_ label: String = "") { self.label = label }
}
