public import ResolverDiagnostics
public import Testing

/// Expects that a program is wired as it was when that was last reviewed.
///
/// ```swift
/// @Test(.sandboxed) func theWiringIsReviewed() {
///     expectReviewed(Resolver.validate().graph, as: "Wiring/Program.json")
/// }
/// ```
///
/// The file holds the graph as JSON and is committed. Where the graph differs from it, one issue is recorded that names
/// every change and says how to accept it: with `RESOLVER_RECORD_WIRING=1` in the environment of the tests, the file is
/// written anew and the test passes. Where there is no file it is written, and an issue says so. With `CI` in the
/// environment, nothing is ever written.
///
/// - Parameters:
///   - graph: The graph, recorded the same way in each run.
///   - file: The file, relative to that of the test; its folder is made where there is none.
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

/// Throws unless a program is wired as it was when that was last reviewed; for XCTest.
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
///   - graph: The graph, recorded the same way in each run.
///   - file: The file, relative to that of the test; its folder is made where there is none.
///   - testFile: The file of the test.
/// - Throws: ``UnreviewedWiring``, where the graph differs or there is no file that can be read.
public func checkReviewed(
    _ graph: DependencyGraph, as file: String, testFile: String = #filePath
) throws(UnreviewedWiring) {
    try WiringReview(file: file, testFile: testFile).check(graph)
}

/// That a program's wiring is not the one that was reviewed.
public struct UnreviewedWiring: Error, CustomStringConvertible {
    /// What has changed; nil where there is no reviewed wiring to compare with.
    public let changes: DependencyGraph.Changes?
    /// What has changed, and how to accept it.
    public let description: String
}
