public import ResolverDiagnostics
public import Testing

/// Expects that a program's wiring is the one that was last reviewed.
///
/// ```swift
/// @Test(.sandboxed) func theWiringIsReviewed() {
///     expectReviewed(Resolver.validate().graph, as: "Wiring/Program.json")
/// }
/// ```
///
/// The file holds the graph as JSON, and is committed. If the graph differs from the file, one issue is recorded, which names
/// every change and says how to accept them: with `RESOLVER_RECORD_WIRING=1` in the environment of the tests, the file is
/// written anew and the test passes. If there is no file, it is written, and an issue says so. With `CI` in the environment,
/// the file is never written.
///
/// - Parameters:
///   - graph: The graph, which must be recorded in the same way in each run.
///   - file: The path of the file, relative to the test's file; missing folders are made.
///   - testFile: The file of the test.
///   - sourceLocation: Where the call is.
public func expectReviewed(
    _ graph: DependencyGraph, as file: String, testFile: String = #filePath,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    do throws(UnreviewedWiring) {
        try checkReviewed(graph, as: file, testFile: testFile)
    } catch {
        Issue.record("\(error)", sourceLocation: sourceLocation)
    }
}

/// Throws unless a program's wiring is the one that was last reviewed; for XCTest.
///
/// ```swift
/// func testWiringIsReviewed() throws {
///     try checkReviewed(Resolver.validate().graph, as: "Wiring/Program.json")
/// }
/// ```
///
/// See ``expectReviewed(_:as:testFile:sourceLocation:)`` for when the file is written.
///
/// - Parameters:
///   - graph: The graph, which must be recorded in the same way in each run.
///   - file: The path of the file, relative to the test's file; missing folders are made.
///   - testFile: The file of the test.
/// - Throws: ``UnreviewedWiring``, if the graph differs, or the file is missing or cannot be read or written.
public func checkReviewed(
    _ graph: DependencyGraph, as file: String, testFile: String = #filePath
) throws(UnreviewedWiring) {
    try WiringReview(file: file, testFile: testFile).check(graph)
}

/// The error that a program's wiring is not the one that was reviewed.
public struct UnreviewedWiring: Error, CustomStringConvertible {
    /// The changes since the review; nil where there is no reviewed wiring to compare with.
    public let changes: DependencyGraph.Changes?
    /// The changes since the review, and how to accept them.
    public let description: String
}
