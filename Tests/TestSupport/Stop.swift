/// Where a factory waits that does not see that it is cancelled.
package final class Stop: Sendable {
    private let begun = AsyncStream.makeStream(of: Void.self)
    private let goOn = AsyncStream.makeStream(of: Void.self)

    package init() {}

    /// Says that the factory runs.
    package func begin() { begun.continuation.finish() }

    /// Says so, and waits until the test lets it go on.
    package func pass() async {
        begin()
        let stream = goOn.stream
        // A task of its own is not cancelled.
        await Task { for await _ in stream {} }.value
    }

    /// Waits until the factory runs.
    package func hasBegun() async { for await _ in begun.stream {} }

    /// Lets it go on.
    package func open() { goOn.continuation.finish() }
}
