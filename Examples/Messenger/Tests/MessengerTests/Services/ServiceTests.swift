import Foundation
import MessengerCore
import Testing

@Suite struct ServiceTests {
    private let clock = ManualClock(now: Date(timeIntervalSince1970: 0))
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func sender() throws -> MessageSender {
        MessageSender(
            outbox: OutboxStore(database: try MessageDatabase(path: folder.path("test.sqlite"))),
            tokens: TokenManager(clock: clock, identifiers: CountingIdentifiers()),
            clock: clock,
            identifiers: CountingIdentifiers()
        )
    }

    @Test func aMessageIsStampedWithIdTimeAndSession() throws {
        let draft = Draft(recipients: ["a@b.c"], subject: "s", body: "b")
        let queued = try sender().send(draft)
        #expect(queued.messageID == "<1@messenger.invalid>")
        #expect(queued.session == "session-1")
        #expect(queued.queuedAt == clock.now)
    }

    @Test func aSessionExpires() throws {
        let sender = try sender()
        let draft = Draft(recipients: ["a@b.c"], subject: "s", body: "b")
        clock.advance(bySeconds: TokenManager.lifetime - 1)
        #expect(try sender.send(draft).id == 1)
        clock.advance(bySeconds: 1)
        #expect(throws: MessengerError.sessionExpired) { try sender.send(draft) }
    }

    @Test(
        arguments: [
            (Draft(recipients: [], subject: "s", body: "b"), .noRecipient),
            (Draft(recipients: ["a@b.c", "d"], subject: "s", body: "b"), .notAnAddress("d")),
            (Draft(recipients: ["@b"], subject: "s", body: "b"), .notAnAddress("@b")),
            (Draft(recipients: ["a@b, c@d"], subject: "s", body: "b"), .notAnAddress("a@b, c@d")),
            (Draft(recipients: ["a@b.c\nBcc: d@e.f"], subject: "s", body: "b"), .notAnAddress("a@b.c\nBcc: d@e.f")),
            (Draft(recipients: ["a@b.c"], subject: "s\nBcc: d@e.f", body: "b"), .subjectHasLineBreak),
            (Draft(recipients: ["a@b.c"], subject: "s", body: " \n"), .emptyBody),
        ] as [(Draft, MessengerError)])
    func badDraftsAreRefused(draft: Draft, error: MessengerError) throws {
        #expect(throws: error) { try draft.validate() }
        #expect(throws: error) { try sender().send(draft) }
    }

    @Test func theCacheKeepsWhatWasUsedLast() {
        func message(_ id: Int64) -> Message {
            Message(
                id: id, identity: "", thread: "", sender: "", recipients: "", subject: "", date: nil, body: ""
            )
        }
        let cache = MessageCache(capacity: 2)
        cache.store(message(1))
        cache.store(message(2))
        #expect(cache.message(id: 1) != nil)
        cache.store(message(3))
        #expect(cache.message(id: 2) == nil)
        #expect(cache.message(id: 1) != nil)
        cache.removeAll()
        #expect(cache.message(id: 1) == nil)
    }

    @Test func theCacheIsAskedFirst() throws {
        struct Once: MessageLoading {
            let counter: EventCounter
            func page(limit: Int, offset: Int) -> MessagePage { MessagePage(messages: [], total: 0) }
            func conversation(_ thread: String) -> [MessageSummary] { [] }
            func message(id: Message.ID) -> Message {
                counter.record(.openedMessage)
                return Message(
                    id: id, identity: "", thread: "", sender: "", recipients: "", subject: "", date: nil, body: ""
                )
            }
        }
        let counter = EventCounter()
        let loader = CachingMessageLoader(loader: Once(counter: counter), cache: MessageCache(capacity: 8))
        for _ in 0..<3 { #expect(try loader.message(id: 7).id == 7) }
        #expect(counter.count(of: .openedMessage) == 1)
    }
}
