import Foundation
import Testing

/// Compares a text with the file that has the expected text.
///
/// After an intended change, `RESOLVER_WRITE_GOLDEN=1 swift test` writes the files anew: review the changes.
func expectGolden(_ text: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden/\(name)")
    if ProcessInfo.processInfo.environment["RESOLVER_WRITE_GOLDEN"] == "1" {
        try text.write(to: file, atomically: true, encoding: .utf8)
    }
    let golden = try String(contentsOf: file, encoding: .utf8)
    #expect(text == golden, sourceLocation: sourceLocation)
}
