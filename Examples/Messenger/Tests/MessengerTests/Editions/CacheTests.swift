import MessengerCommands
import MessengerCore
import Resolver
import SafeFacade
import SafeFacadeTesting
import Testing

@testable import Messenger
@testable import MessengerTyped

/// That an import empties the cache of messages, and leaves everything else that is cached as it is.
@Suite(.sandboxed(.fresh), .timeLimit(.minutes(2))) struct CacheTests {
    fileprivate final class Neighbour: Sendable {}

    private let folder: TemporaryFolder
    private let launch: Launch

    init() throws {
        folder = try TemporaryFolder()
        launch = Launch(databasePath: folder.path("test.sqlite"), creation: .allowed)
    }

    @Test func anImportEmptiesTheCacheOfMessagesAlone() throws {
        // Two editions are in this program, each with a hook: this one's counts.
        Resolver.registerServices = {
            Resolver.registerAllServices()
            Resolver.register { Neighbour() }.scope(.cached)
        }
        let app = try Messenger.AppCoordinator(launch: launch)
        let neighbour = Resolver.resolve(Neighbour.self)
        try expectAnImportIsSeen(in: app)
        #expect(Resolver.resolve(Neighbour.self) === neighbour)
    }

    @Test func anImportEmptiesTheCacheOfMessagesAloneInTheTypedEdition() throws {
        let app = try MessengerTyped.AppCoordinator(launch: launch)
        let neighbour = Container.shared.neighbour()
        try expectAnImportIsSeen(in: app)
        #expect(Container.shared.neighbour() === neighbour)
    }

    /// Opens a message, imports an older one that it answers, and opens it again.
    private func expectAnImportIsSeen(in app: some MessengerApp) throws {
        let answer = Mbox.one("Message-ID: <2@x>", "Subject: answer", "In-Reply-To: <1@x>")
        _ = try app.importArchive(at: folder.file("answer.mbox", answer), damage: .refuse)
        #expect(try app.openMessage(1).conversation.map(\.subject) == ["answer"])

        let question = Mbox.one("Message-ID: <1@x>", "Subject: question", "References: <0@x>")
        _ = try app.importArchive(at: folder.file("question.mbox", question), damage: .refuse)
        #expect(try app.openMessage(1).conversation.map(\.subject) == ["answer", "question"])
    }
}

extension Container {
    fileprivate var neighbour: Factory<CacheTests.Neighbour> { self { CacheTests.Neighbour() }.cached }
}
