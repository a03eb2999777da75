import Foundation
import MessengerCore
import Resolver
import ResolverDiagnostics
import SafeFacadeTesting
import Testing

@testable import Messenger
@testable import MessengerCommands

/// That the program is wired as it was when that was last reviewed: a change of the graph is a change of a committed file.
@Suite(.sandboxed(.fresh), .timeLimit(.minutes(2))) struct WiringTests {
    @Test func theWiringIsReviewed() throws {
        expectReviewed(try graph(), as: "../Golden/wiring-Messenger.json")
    }

    private static let records = ProcessInfo.processInfo.environment["RESOLVER_RECORD_WIRING"] != nil

    @Test(.disabled(if: records, "it would record the change"))
    func aChangeOfTheWiringIsToldInWordsThatLeadOn() throws {
        let graph = try changedGraph()
        do throws(UnreviewedWiring) {
            try checkReviewed(graph, as: "../Golden/wiring-Messenger.json")
            Issue.record("the change was not seen")
        } catch {
            #expect(
                error.description == """
                    The wiring is not the one that was reviewed, in '../Golden/wiring-Messenger.json', beside \
                    WiringTests.swift.

                    The wiring has changed: 1 service changed

                    ~ MessengerCore.MessageCache  cached → unique, Messenger/Storage.swift → MessengerTests/WiringTests.swift

                    If the change is meant, record it with RESOLVER_RECORD_WIRING=1 in the tests' environment, and commit \
                    the file with the change: a review then shows both.
                    """)
        }
    }

    /// The graph of everything that a user can do.
    private func graph(rewiring: @escaping () -> Void = {}) throws -> DependencyGraph {
        // Two editions are in this program, each with a hook: this one's counts.
        Resolver.registerServices = {
            Resolver.registerAllServices()
            rewiring()
        }
        let recorder = DependencyGraph.Recorder()
        Resolver.addObserver(recorder)
        let folder = try TemporaryFolder()
        let launch = Launch(databasePath: folder.path("wiring.sqlite"), creation: .allowed, isVerbose: false)
        let app = try AppCoordinator(launch: launch)
        _ = try app.importArchive(at: Sample.url().path, damage: .refuse)
        _ = try app.openMessage(app.listMessages(limit: 1, offset: 0).messages[0].id)
        _ = try app.searchMessages(for: "lens", limit: 1)
        _ = try app.send(Draft(recipients: ["ines@lighthouse.example"], subject: "The lens", body: "On Saturday."))
        _ = try app.queuedMessages()
        return recorder.graph(of: .root)
    }

    /// The same where the cache has become unique.
    private func changedGraph() throws -> DependencyGraph {
        try graph {
            Resolver.register { MessageCache(capacity: 64) }.scope(.unique)
        }
    }
}
