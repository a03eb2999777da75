import Foundation
package import ResolverDiagnostics

/// Compares a graph with the committed one, and records it if that is asked for.
package struct WiringReview {
    private let url: URL
    /// The file, as texts name it.
    private let name: String
    private let environment: [String: String]

    package init(
        file: String, testFile: String, environment: [String: String] = ProcessInfo.processInfo.environment
    ) {
        let test = URL(fileURLWithPath: testFile)
        url = URL(fileURLWithPath: file, relativeTo: test.deletingLastPathComponent())
        name = "'\(file)', beside \(test.lastPathComponent)"
        self.environment = environment
    }

    /// Whether this runs in CI: a file that is recorded there would be lost, and the check with it.
    private var isCI: Bool { !["", "0", "false"].contains(environment["CI", default: ""].lowercased()) }

    private var isAskedToRecord: Bool { environment["RESOLVER_RECORD_WIRING"] == "1" }

    package func check(_ graph: DependencyGraph) throws(UnreviewedWiring) {
        guard FileManager.default.fileExists(atPath: url.path) else {
            if isCI {
                throw UnreviewedWiring(
                    "There is no reviewed wiring in \(name), and CI records none.",
                    mend: "Run the test on your own machine, and commit the file that it writes.")
            }
            try record(graph)
            if isAskedToRecord { return }
            throw UnreviewedWiring(
                "There was no reviewed wiring in \(name). It is recorded there now.",
                mend: "Look at the file and commit it: from now on the test compares with it.")
        }
        if isAskedToRecord && !isCI { return try record(graph) }
        let changes = graph.changes(since: try reviewed())
        guard !changes.isEmpty else { return }
        throw UnreviewedWiring(
            "The wiring is not the one that was reviewed, in \(name).", changes: changes,
            mend: "If the change is meant, \(recording), and commit the file with the change: a review then shows both."
        )
    }

    /// Says how to accept the current wiring.
    private var recording: String {
        // Outside of CI it would have been recorded.
        let reminder = isAskedToRecord ? " (not here: CI never records)" : ""
        return "record it with RESOLVER_RECORD_WIRING=1 in the tests' environment\(reminder)"
    }

    private func reviewed() throws(UnreviewedWiring) -> DependencyGraph {
        do {
            return try JSONDecoder().decode(DependencyGraph.self, from: Data(contentsOf: url))
        } catch {
            throw UnreviewedWiring(
                "The reviewed wiring in \(name) cannot be read: \(reason(error))",
                mend: "Take back what was done to the file, or \(recording).")
        }
    }

    private func record(_ graph: DependencyGraph) throws(UnreviewedWiring) {
        do {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            let folder = url.deletingLastPathComponent()
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try (encoder.encode(graph) + Data("\n".utf8)).write(to: url, options: .atomic)
        } catch {
            throw UnreviewedWiring(
                "The wiring cannot be recorded in \(name): \(reason(error))",
                mend: "Let the tests write there, or name another file.")
        }
    }

    private func reason(_ error: any Error) -> String {
        if case DecodingError.dataCorrupted(let context) = error { return context.debugDescription }
        return "\(error)"
    }
}

extension UnreviewedWiring {
    fileprivate init(_ headline: String, changes: DependencyGraph.Changes? = nil, mend: String) {
        self.init(
            changes: changes,
            description: ([headline, ""] + (changes.map { ["\($0)"] } ?? []) + [mend]).joined(separator: "\n"))
    }
}
