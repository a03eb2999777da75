import Foundation
import Resolver
import TestSupport
import Testing

// Where this library is meant to differ from Resolver 1.5.1: each is a row of the table of differences.

@Suite struct DifferenceTests {
    @Test(
        "own defect B8: the first access of a weak lazy service gives it, though nobody holds it",
        arguments: Surroundings.allCases)
    func aWeakLazyServiceThatNobodyHolds(_ surroundings: Surroundings) async {
        await #expect(processExitsWith: .success) { [surroundings] in
            surroundings.run {
                Resolver.register { Radio() }
                @WeakLazyInjected var radio: Radio?
                // 1.5.1 gives nil.
                ensure(radio != nil)
                ensure(radio == nil)
            }
        }
    }

    @Test(
        "own defect B8: an application instance goes with the resolver it was registered with",
        arguments: Surroundings.allCases)
    func anApplicationInstanceOfAResolverThatIsGone(_ surroundings: Surroundings) async {
        await #expect(processExitsWith: .success) { [surroundings] in
            surroundings.run {
                do {
                    let resolver = Resolver()
                    resolver.register { Radio(station: "first") }.scope(.application)
                    ensure(resolver.resolve(Radio.self).station == "first")
                }
                // 1.5.1 gives the first one, which it keeps by its type.
                let resolver = Resolver()
                resolver.register { Radio(station: "second") }.scope(.application)
                ensure(resolver.resolve(Radio.self).station == "second")
            }
        }
    }

    @Test(
        "own defect B8: what registerServices is set to after the hook ran runs once", arguments: Surroundings.allCases)
    func aHookThatIsSetLate(_ surroundings: Surroundings) async {
        await #expect(processExitsWith: .success) { [surroundings] in
            surroundings.run {
                _ = Resolver.optional(Radio.self)
                let runs = Locked(0)
                Resolver.registerServices = {
                    runs.withLock { $0 += 1 }
                    Resolver.register { Radio() }
                }
                // 1.5.1 calls it at every resolution.
                for _ in 0..<3 { ensure(Resolver.optional(Radio.self) != nil) }
                ensure(runs.withLock { $0 } == 1)
            }
        }
    }

    /// What a row of the table must speak of.
    private static let rows: [[String]] = [
        ["@WeakLazyInjected", "first access"],
        ["`.application`", "resolver", "gone"],
        ["`registerServices`", "after"],
        ["identity", "`resolver`", "1.6.0"],
    ]

    @Test("own defect B8: each difference is a row of a table", arguments: rows)
    func aDifferenceIsARow(_ words: [String]) throws {
        let rows = try Documents.rows()
        #expect(rows.contains { row in words.allSatisfy { row.localizedCaseInsensitiveContains($0) } })
    }
}

/// The documents of this repository, for what they must say.
enum Documents {
    /// Migration.md and the pages of Documentation.
    static func texts() throws -> [String] {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
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
