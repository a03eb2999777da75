import Foundation
import Testing

/// That the way from edition to edition leads where it should.
@Suite(.timeLimit(.minutes(2))) struct LedgerTests {
    /// The first line of a ledger: "14 of 26 services typed, 25 calls resolved at run time".
    private struct Headline {
        let typed: Int
        let services: Int
        let calls: Int

        init(of edition: Edition) async throws {
            let ledger = try await Program(edition).run("tour", "--ledger").output
            let line = try #require(
                ledger.firstMatch(of: /^(\d+) of (\d+) services typed, (\d+) calls resolved at run time\n/)
            )
            typed = try #require(Int(line.1))
            services = try #require(Int(line.2))
            calls = try #require(Int(line.3))
        }
    }

    @Test func theLedgerGoesDown() async throws {
        let runtime = try await Headline(of: .runtime)
        let halfway = try await Headline(of: .halfway)
        let typed = try await Headline(of: .typed)
        #expect(runtime.typed == 0)
        #expect(runtime.typed < halfway.typed && halfway.typed < halfway.services)
        #expect(runtime.calls > halfway.calls && halfway.calls > typed.calls)
    }

    @Test(arguments: Edition.allCases)
    func theFiguresOfTheReadmeAreThoseOfTheLedger(edition: Edition) async throws {
        let ledger = try await Headline(of: edition)
        let readme = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../README.md")
        let text = try String(contentsOf: readme.standardizedFileURL, encoding: .utf8)
        let row = "| `\(edition.rawValue)` | \(ledger.typed) of \(ledger.services) | \(ledger.calls) |"
        #expect(text.contains(row))
    }

    @Test func theLedgerOfTheTypedEditionIsEmpty() async throws {
        let typed = try await Headline(of: .typed)
        #expect(typed.calls == 0)
        #expect(typed.typed == typed.services)
        // Empty because there is nothing to look up, not because nothing was seen.
        #expect(typed.services > 20)
    }
}
