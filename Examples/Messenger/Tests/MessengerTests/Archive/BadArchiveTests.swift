import Foundation
import MessengerCore
import Testing

/// What is not an mbox archive, or no longer.
@Suite struct BadArchiveTests {
    @Test(
        arguments: [
            ("", nil, .empty),
            ("\n\n", nil, .empty),
            ("Dear all,\n", 1, .notAnArchive),
            ("\n\nSubject: x\n\nText.\n", 3, .notAnArchive),
            ("From the beginning\nit was good.\n", 1, .notAnArchive),
            ("FROM a@b.c\nSubject: x\n\n", 1, .notAnArchive),
            ("From a@b.c\nno header here\n\n", 2, .notAHeader),
            ("From a@b.c Mon Mar  2 09:15:00 2026\n\u{1}\u{2}\n", 2, .notAHeader),
        ] as [(String, Int?, ArchiveError.Reason)])
    func whatIsNoArchiveIsRefused(text: String, line: Int?, reason: ArchiveError.Reason) throws {
        let failure = try #require(Mbox.failure(text))
        #expect(failure.line == line)
        #expect(failure.reason == reason)
    }

    @Test func binaryFilesAreRefused() throws {
        let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]
        #expect(Mbox.failure(png)?.reason == .notAnArchive)
        #expect(Mbox.failure([UInt8](repeating: 0, count: 300_000))?.reason == .notAnArchive)
        let text = Mbox.numbered(1...2)
        #expect(try #require(Mbox.failure(text + "a\0b\n")) == (13, .binary))
    }

    @Test(arguments: [
        ("From a@b.c", 1), ("From a@b.c\n", 1), ("From a@b.c\nSubj", 2), ("From a@b.c\nSubject: x\n", 2),
        ("From a@b.c\nSubject: x\n\nTex", 4),
        ("From a@b.c\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nText.\n", 6),
    ])
    func archivesThatAreCutOffAreRefused(text: String, line: Int) throws {
        #expect(try #require(Mbox.failure(text)) == (line, text.contains(":") || line == 1 ? .cutOff : .notAHeader))
    }

    @Test func aCutInAnyPlaceOfALineIsSeen() throws {
        let text = Array(Mbox.numbered(1...3).utf8)
        for length in 1..<text.count where text[length - 1] != 0x0A {
            #expect(Mbox.failure(text[..<length]) != nil, "cut at \(length)")
        }
    }

    @Test func damagedArchivesAreSalvagedOnDemand() throws {
        let cut = Mbox.numbered(1...2) + Mbox.one("Subject: a\0b", body: "half a te").dropLast()
        #expect(Mbox.failure(String(cut))?.reason == .binary)
        let messages = try Mbox.read(String(cut), damage: .salvage)
        #expect(messages.map(\.subject) == ["Number 1", "Number 2", "a\0b"])
        #expect(messages.last?.body == "half a te")
    }

    @Test func whatIsNoFileIsRefused() throws {
        let folder = try TemporaryFolder()
        func reason(_ path: String) -> ArchiveError.Reason? {
            do { _ = try Mbox.read(path: path) } catch { return (error as? ArchiveError)?.reason }
            return nil
        }
        #expect(reason(folder.url.path) == .notAFile)
        #expect(reason(folder.path("none")) == .missing)
        #expect(reason("/dev/null") == .notAFile)
        #expect(reason("") == .missing)
    }

    @Test func pipesAreRefusedWithoutWaiting() throws {
        let folder = try TemporaryFolder()
        #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
        let error = #expect(throws: ArchiveError.self) { try Mbox.read(path: folder.path("pipe")) }
        #expect(error?.reason == .notAFile)
    }

    @Test(.enabled(if: geteuid() != 0, "the superuser may read everything"))
    func filesThatMayNotBeReadAreRefused() throws {
        let folder = try TemporaryFolder()
        let path = try folder.file("secret.mbox", Mbox.numbered(1...1))
        try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
        let error = #expect(throws: ArchiveError.self) { try Mbox.read(path: path) }
        guard case .unreadable = error?.reason else {
            Issue.record("was \(String(describing: error))")
            return
        }
    }

    @Test func theTextNamesFileAndLine() {
        let error = ArchiveError(path: "old.mbox", line: 12, reason: .cutOff)
        #expect(
            error.description == """
                old.mbox, line 12: The archive ends in the middle of a message. To take what can be read all the \
                same, import it with --salvage. Nothing was imported.
                """
        )
    }
}
