/// A place where a factory waits without noticing that it is cancelled.
package final class Stop: Sendable {
    private let begun = AsyncStream.makeStream(of: Void.self)
    private let goOn = AsyncStream.makeStream(of: Void.self)

    package init() {}

    /// Says that the factory runs.
    package func begin() { begun.continuation.finish() }

    /// Says that the factory runs, and waits until the test opens the stop.
    package func pass() async {
        begin()
        let stream = goOn.stream
        // The inner task is not cancelled with the factory's.
        await Task { for await _ in stream {} }.value
    }

    /// Waits until the factory runs.
    package func hasBegun() async { for await _ in begun.stream {} }

    /// Lets the factory go on.
    package func open() { goOn.continuation.finish() }
}
