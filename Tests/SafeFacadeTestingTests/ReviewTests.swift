import Foundation
import Resolver
import ResolverDiagnostics
import SafeFacadeTesting
import TestSupport
import Testing

private final class Pen {}
private final class Desk {}

@Suite(.sandboxed(.fresh)) struct ReviewTests {
    /// The graph of a program with a single service, which has a given lifetime.
    private func graph(_ scope: ResolverScope) -> DependencyGraph {
        withSandbox(.fresh) {
            Resolver.register(file: "App/Desk.swift", line: 1) { Pen() }.scope(scope)
            return DependencyGraph.Recorder().graph(of: .root)
        }
    }

    /// Checks a graph in an environment, and returns the error.
    private func complaint(
        _ graph: DependencyGraph, in folder: URL, _ environment: [String: String] = [:]
    ) -> UnreviewedWiring? {
        let review = WiringReview(
            file: "Wiring/Desk.json", testFile: folder.path + "/DeskTests.swift", environment: environment)
        do throws(UnreviewedWiring) {
            try review.check(graph)
            return nil
        } catch {
            return error
        }
    }

    private let record = ["RESOLVER_RECORD_WIRING": "1"]

    private func file(in folder: URL) -> URL { folder.appendingPathComponent("Wiring/Desk.json") }

    @Test func whatWasNeverRecordedIsRecordedAndSaidSo() throws {
        try withTemporaryFolder { folder in
            #expect(
                complaint(graph(.graph), in: folder)?.description == """
                    There was no reviewed wiring in 'Wiring/Desk.json', beside DeskTests.swift. It is recorded there now.

                    Look at the file and commit it: from now on the test compares with it.
                    """)
            #expect(complaint(graph(.graph), in: folder) == nil)
            let recorded = try String(contentsOf: file(in: folder), encoding: .utf8)
            #expect(
                recorded == """
                    {
                      "services" : [
                        {
                          "file" : "App/Desk.swift",
                          "isUnused" : true,
                          "lifetime" : "graph",
                          "service" : "SafeFacadeTestingTests.Pen",
                          "type" : "SafeFacadeTestingTests.Pen"
                        }
                      ]
                    }

                    """)
        }
    }

    @Test func aChangeIsNamedAndHowToAcceptIt() throws {
        try withTemporaryFolder { folder in
            _ = complaint(graph(.graph), in: folder)
            let complaint = complaint(graph(.cached), in: folder)
            #expect(complaint?.changes?.services.count == 1)
            #expect(
                complaint?.description == """
                    The wiring is not the one that was reviewed, in 'Wiring/Desk.json', beside DeskTests.swift.

                    The wiring has changed: 1 service changed

                    ~ SafeFacadeTestingTests.Pen  graph → cached

                    If the change is meant, record it with RESOLVER_RECORD_WIRING=1 in the tests' environment, and commit \
                    the file with the change: a review then shows both.
                    """)
        }
    }

    @Test func aChangeIsAcceptedWhereThatIsAskedFor() throws {
        try withTemporaryFolder { folder in
            #expect(complaint(graph(.graph), in: folder, record) == nil)
            #expect(complaint(graph(.cached), in: folder, record) == nil)
            #expect(complaint(graph(.cached), in: folder) == nil)
            #expect(complaint(graph(.graph), in: folder) != nil)
            #expect(complaint(graph(.graph), in: folder, ["RESOLVER_RECORD_WIRING": "0"]) != nil)
        }
    }

    @Test func nothingIsRecordedInCI() throws {
        try withTemporaryFolder { folder in
            #expect(
                complaint(graph(.graph), in: folder, record.merging(["CI": "true"]) { $1 })?.description == """
                    There is no reviewed wiring in 'Wiring/Desk.json', beside DeskTests.swift, and CI records none.

                    Run the test on your own machine, and commit the file that it writes.
                    """)
            #expect(!FileManager.default.fileExists(atPath: file(in: folder).path))
            _ = complaint(graph(.graph), in: folder, ["CI": "false"])
            let complaint = complaint(graph(.cached), in: folder, record.merging(["CI": "1"]) { $1 })
            #expect(complaint?.description.contains("(not here: CI never records)") == true)
            let unasked = self.complaint(graph(.cached), in: folder, ["CI": "1"])
            #expect(unasked?.description.contains("not here") == false)
            #expect(self.complaint(graph(.graph), in: folder) == nil)
            // With these values, `CI` says that this is not CI.
            for value in ["", "0", "False"] {
                let scope: ResolverScope = value.isEmpty ? .shared : value == "0" ? .unique : .cached
                #expect(self.complaint(graph(scope), in: folder, record.merging(["CI": value]) { $1 }) == nil)
            }
        }
    }

    @Test func aFileThatIsNoGraphIsSaidSo() throws {
        try withTemporaryFolder { folder in
            _ = complaint(graph(.graph), in: folder)
            let broken = #"{ "services": [{ "service": "A", "type": "A", "needs": ["B"] }] }"#
            try broken.write(to: file(in: folder), atomically: true, encoding: .utf8)
            #expect(
                complaint(graph(.graph), in: folder)?.description == """
                    The reviewed wiring in 'Wiring/Desk.json', beside DeskTests.swift cannot be read: 'A' needs 'B', which \
                    is no service of the graph.

                    Take back what was done to the file, or record it with RESOLVER_RECORD_WIRING=1 in the tests' \
                    environment.
                    """)
        }
    }

    @Test func theExpectationRecordsOneIssueAndTheOtherFormThrows() throws {
        try withTemporaryFolder { folder in
            let test = folder.path + "/DeskTests.swift"
            _ = complaint(graph(.graph), in: folder)
            try checkReviewed(graph(.graph), as: "Wiring/Desk.json", testFile: test)
            expectReviewed(graph(.graph), as: "Wiring/Desk.json", testFile: test)
            let recorded = Recorded()
            let line = #line + 2
            withKnownIssue {
                expectReviewed(graph(.cached), as: "Wiring/Desk.json", testFile: test)
            } matching: {
                recorded.add($0)
                return true
            }
            #expect(recorded.issues.map(\.sourceLocation?.line) == [line])
            #expect(throws: UnreviewedWiring.self) {
                try checkReviewed(graph(.cached), as: "Wiring/Desk.json", testFile: test)
            }
        }
    }
}
