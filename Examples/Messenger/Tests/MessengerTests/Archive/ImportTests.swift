import Foundation
import MessengerCore
import Testing

@Suite struct ImportTests {
    private let folder: TemporaryFolder
    private let database: MessageDatabase
    private let loader: MessageLoader

    init() throws {
        folder = try TemporaryFolder()
        database = try MessageDatabase(path: folder.path("test.sqlite"))
        loader = MessageLoader(database: database)
    }

    private func load(_ text: String) throws -> ImportReport {
        let reader = MboxReader(path: try folder.file("test.mbox", text))
        return try ArchiveImporter(database: database).importMessages(from: reader, observer: nil)
    }

    private func conversations() throws -> [[String]] {
        let ids = try loader.page(limit: 100, offset: 0).messages.map(\.id).sorted()
        return try ids.map { try loader.conversation(try loader.message(id: $0).thread).map(\.subject) }
    }

    @Test func theSameArchiveTwiceAddsNothing() throws {
        let text = Mbox.numbered(1...3) + Mbox.one("Subject: without an id")
        let first = try load(text)
        #expect((first.added, first.duplicates) == (4, 0))
        let second = try load(text)
        #expect((second.added, second.duplicates) == (0, 4))
        #expect(try loader.page(limit: 10, offset: 0).total == 4)
    }

    @Test func aLongerArchiveAddsWhatIsNew() throws {
        _ = try load(Mbox.numbered(1...3))
        let report = try load(Mbox.numbered(2...5) + Mbox.numbered(5...5))
        #expect((report.added, report.duplicates) == (2, 3))
    }

    @Test(arguments: ["a\0b\n", "cut off", "\(Mbox.envelope)\nSubject: x\n"])
    func aBadEndTakesBackTheBeginning(end: String) throws {
        _ = try load(Mbox.numbered(1...2))
        #expect(throws: ArchiveError.self) { try load(Mbox.numbered(3...40) + end) }
        #expect(try loader.page(limit: 10, offset: 0).total == 2)
        #expect(try MessageSearch(database: database).messages(matching: "number", limit: 100).count == 2)
    }

    @Test func anErrorFromOutsideTakesBackEverything() throws {
        struct Stop: Error {}
        struct Failing: ArchiveReading {
            let path = "failing"
            func forEachMessage(_ body: (MailMessage) throws -> Void) throws {
                try body(MailMessage(identity: "1", sender: "", recipients: "", subject: "", date: nil, body: ""))
                throw Stop()
            }
        }
        let importer = ArchiveImporter(database: database)
        #expect(throws: Stop.self) { try importer.importMessages(from: Failing(), observer: nil) }
        #expect(try loader.page(limit: 10, offset: 0).total == 0)
    }

    @Test func anImportThatWaitedForAnotherInVainSaysSo() throws {
        /// An archive that does something else while it is imported.
        struct Interrupted: ArchiveReading {
            let path = "interrupted"
            let work: @Sendable () -> Void
            func forEachMessage(_ body: (MailMessage) throws -> Void) throws { work() }
        }
        let path = folder.path("test.sqlite")
        let other = try MessageDatabase(path: path, patience: 0.1)
        let archive = MboxReader(path: try folder.file("test.mbox", Mbox.numbered(1...3)))
        let interrupted = Interrupted {
            let error = #expect(throws: MessengerError.databaseInUse(path: path)) {
                try ArchiveImporter(database: other).importMessages(from: archive, observer: nil)
            }
            let text = "Another Messenger is writing to \(path), perhaps an import. Try again when it has finished."
            #expect(error?.description == text)
        }
        _ = try ArchiveImporter(database: database).importMessages(from: interrupted, observer: nil)
        let report = try ArchiveImporter(database: other).importMessages(from: archive, observer: nil)
        #expect(report.added == 3)
    }

    @Test func theObserverIsToldOfEveryMessage() throws {
        final class Observer: ImportObserving, @unchecked Sendable {
            // Sound: used by one thread.
            var counts: [Int] = []
            func importDidRead(messages: Int) { counts.append(messages) }
        }
        let observer = Observer()
        let reader = MboxReader(path: try folder.file("test.mbox", Mbox.numbered(1...3)))
        _ = try ArchiveImporter(database: database).importMessages(from: reader, observer: observer)
        #expect(observer.counts == [1, 2, 3])
    }

    @Test func answersJoinTheThread() throws {
        _ = try load(
            Mbox.one("Message-ID: <1@x>", "Subject: one")
                + Mbox.one("Message-ID: <2@x>", "Subject: two", "References: <1@x>")
                + Mbox.one("Message-ID: <3@x>", "Subject: three", "In-Reply-To: <2@x>")
                + Mbox.one("Message-ID: <4@x>", "Subject: other")
        )
        #expect(try conversations().first == ["one", "two", "three"])
        #expect(try conversations().last == ["other"])
    }

    @Test func threadsAreJoinedWhateverTheOrder() throws {
        _ = try load(
            Mbox.one("Message-ID: <3@x>", "Subject: three", "In-Reply-To: <2@x>")
                + Mbox.one("Message-ID: <2@x>", "Subject: two", "References: <1@x>")
                + Mbox.one("Message-ID: <1@x>", "Subject: one")
        )
        #expect(try conversations().allSatisfy { $0.count == 3 })
    }
}
