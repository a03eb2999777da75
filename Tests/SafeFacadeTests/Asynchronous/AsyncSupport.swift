import SafeFacade
import TestSupport
import Testing

// Helpers for the tests of this folder.

/// The stop at which the constructions of one test wait, and the lines that constructions and closers add.
enum Stage {
    @TaskLocal static var stop = Stop()
    @TaskLocal fileprivate static var lines = Locked<[String]>([])

    static func add(_ line: String) { lines.withLock { $0.append(line) } }
    /// The lines, in the order in which they were added.
    static var all: [String] { lines.withLock { $0 } }
}

/// Runs a body in a fresh sandbox with a stage of its own, and returns the lines that were added.
@discardableResult
func withStage(_ body: () async throws -> Void) async rethrows -> [String] {
    let lines = Locked<[String]>([])
    try await Stage.$stop.withValue(Stop()) {
        try await Stage.$lines.withValue(lines) { try await withSandbox(.fresh) { try await body() } }
    }
    return lines.withLock { $0 }
}

extension ResolutionError {
    /// The path of the cycle; nil for another failure.
    var cyclePath: [String]? { if case .cycle(let links) = reason { links.map(\.description) } else { nil } }
}

extension Container {
    /// Each call has another number, so that the thing is never there already.
    fileprivate var probe: AsyncParameterFactory<Int, Thing> { self { _ in Thing() }.cached.scopeOnParameters }
}

/// Waits, in a task that a run has started, until the end of that run has begun: until a service of the run is refused.
func waitUntilRunEnds(_ ask: () async throws -> Void) async throws {
    #expect(try await wait { await refusal(ask) == "ended-run" })
}

/// Waits until the shared container refuses a service that it would have to keep, as it does once `close()` has begun.
///
/// For the end of a single scope, `ask` must ask for a service of that scope.
func waitUntilClosed(_ ask: (Int) async throws -> Thing = { try await Container.shared.probe($0) }) async throws {
    let number = Counter()
    #expect(try await wait { await refusal { _ = try await ask(number.add()) } == "closed" })
}
