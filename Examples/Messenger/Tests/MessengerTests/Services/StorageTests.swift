import Foundation
import MessengerCore
import Testing

@Suite struct StorageTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func aDatabaseIsFoundAgain() throws {
        let path = folder.path("test.sqlite")
        let store = OutboxStore(database: try MessageDatabase(path: path))
        let draft = Draft(recipients: ["a@b.c", "d@e.f"], subject: "s", body: "b")
        let date = Date(timeIntervalSince1970: 1_000)
        let queued = try store.queue(draft, messageID: "<1@x>", session: "s1", at: date)
        let again = OutboxStore(database: try MessageDatabase(path: path, creation: .forbidden))
        #expect(try again.queuedMessages() == [queued])
        #expect(queued.recipients == "a@b.c, d@e.f")
        #expect(queued.queuedAt == date)
    }

    @Test func aMissingDatabaseIsMadeOnlyWhereThatIsAllowed() throws {
        let path = folder.path("none.sqlite")
        #expect(throws: MessengerError.noDatabase(path: path)) {
            try MessageDatabase(path: path, creation: .forbidden)
        }
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func aFileThatIsNoDatabaseIsRefused() throws {
        let path = try folder.file("text.sqlite", String(repeating: "text ", count: 1000))
        #expect(throws: MessengerError.notADatabase(path: path)) { try MessageDatabase(path: path) }
    }

    private func overwrite(_ path: String, at offset: UInt64, with bytes: [UInt8]) throws {
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
        try file.seek(toOffset: offset)
        try file.write(contentsOf: Data(bytes))
        try file.close()
    }

    @Test func aDatabaseOfAnotherProgramIsLeftAsItIs() throws {
        let path = folder.path("other.sqlite")
        _ = try MessageDatabase(path: path)
        // SQLite keeps `PRAGMA application_id` here (file format, 1.3).
        try overwrite(path, at: 68, with: [0, 0, 0, 1])
        let before = try Data(contentsOf: URL(fileURLWithPath: path))
        #expect(throws: MessengerError.foreignDatabase(path: path)) { try MessageDatabase(path: path) }
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    }

    @Test func aDatabaseOfANewerVersionIsRefused() throws {
        let path = folder.path("newer.sqlite")
        _ = try MessageDatabase(path: path)
        // And `PRAGMA user_version` here.
        try overwrite(path, at: 60, with: [0, 0, 0, 99])
        #expect(throws: MessengerError.newerDatabase(path: path)) { try MessageDatabase(path: path) }
    }

    @Test func aFolderIsRefused() throws {
        #expect(throws: MessengerError.self) { try MessageDatabase(path: folder.url.path) }
    }

    @Test func messagesArePagedNewestFirstWithUndatedOnesLast() throws {
        let database = try MessageDatabase(path: folder.path("test.sqlite"))
        let archive = try folder.file(
            "test.mbox",
            Mbox.one("Message-ID: <1@x>", "Subject: old", "Date: 1 Jan 2020 00:00:00 +0000")
                + Mbox.one("Message-ID: <2@x>", "Subject: new", "Date: 1 Jan 2021 00:00:00 +0000")
                + "From nobody\nSubject: undated\n\nText.\n\n"
        )
        let importer = ArchiveImporter(database: database)
        _ = try importer.importMessages(from: MboxReader(path: archive), observer: nil)
        let loader = MessageLoader(database: database)
        #expect(try loader.page(limit: 10, offset: 0).messages.map(\.subject) == ["new", "old", "undated"])
        let page = try loader.page(limit: 1, offset: 1)
        #expect(page.messages.map(\.subject) == ["old"])
        #expect(page.total == 3)
        #expect(throws: MessengerError.noSuchMessage(99)) { try loader.message(id: 99) }
    }

    @Test(arguments: [
        ("lens", [1]), ("LENS crack", [1]), ("crac", [1]), ("müll", [2]), ("mull", [2]), ("lens müll", []),
        ("ann", [2, 1]), ("\"lens\" OR", []), ("lens*", [1]), ("NEAR(lens crack)", []), ("body:lens", []),
    ])
    func wordsAreFound(words: String, ids: [Int64]) throws {
        let database = try MessageDatabase(path: folder.path("test.sqlite"))
        let archive = try folder.file(
            "test.mbox",
            Mbox.one("Message-ID: <1@x>", "From: Ann", "Subject: The lens", body: "It has a crack.\n")
                + Mbox.one("Message-ID: <2@x>", "From: Ann", "Subject: Müll", body: "It is full.\n")
        )
        let importer = ArchiveImporter(database: database)
        _ = try importer.importMessages(from: MboxReader(path: archive), observer: nil)
        let hits = try MessageSearch(database: database).messages(matching: words, limit: 10)
        #expect(hits.map(\.message.id) == ids)
    }

    @Test(arguments: ["", "  ", "*", "\"'()"])
    func aSearchNeedsAWord(words: String) throws {
        let search = MessageSearch(database: try MessageDatabase(path: folder.path("test.sqlite")))
        #expect(throws: MessengerError.nothingToSearchFor) { try search.messages(matching: words, limit: 10) }
    }
}
