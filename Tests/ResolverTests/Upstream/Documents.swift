import Foundation

/// The documents of this repository, to check what they must say.
enum Documents {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// Migration.md and the pages of Documentation.
    static func texts() throws -> [String] {
        let pages = FileManager.default.enumerator(atPath: root.appendingPathComponent("Documentation").path)?
            .compactMap { $0 as? String }.filter { $0.hasSuffix(".md") }.map { "Documentation/" + $0 }
        return try (["Migration.md"] + (pages ?? [])).map {
            try String(contentsOf: root.appendingPathComponent($0), encoding: .utf8)
        }
    }

    /// The rows of their tables.
    static func rows() throws -> [String] {
        try texts().flatMap { $0.split(separator: "\n").map(String.init) }.filter { $0.hasPrefix("|") }
    }
}
