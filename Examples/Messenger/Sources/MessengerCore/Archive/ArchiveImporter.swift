/// What an import did.
package struct ImportReport: Equatable, Sendable {
    package let archive: String

    /// How many messages are new in the database.
    package var added = 0

    /// How many messages were there before, or twice in the archive.
    package var duplicates = 0

    package init(archive: String, added: Int = 0, duplicates: Int = 0) {
        self.archive = archive
        self.added = added
        self.duplicates = duplicates
    }

    package var total: Int { added + duplicates }
}

/// Receives the progress of an import.
package protocol ImportObserving: AnyObject, Sendable {
    func importDidRead(messages: Int)
}

/// Takes an archive into the database.
package protocol ArchiveImporting: Sendable {
    func importMessages(
        from archive: any ArchiveReading,
        observer: (any ImportObserving)?
    ) throws -> ImportReport
}

/// Imports an archive as a whole or not at all.
package struct ArchiveImporter: ArchiveImporting {
    private let database: MessageDatabase

    package init(database: MessageDatabase) {
        self.database = database
    }

    package func importMessages(
        from archive: any ArchiveReading,
        observer: (any ImportObserving)?
    ) throws -> ImportReport {
        // One transaction around the whole: an error in the last line of an archive takes back the first message.
        try database.write { db in
            var report = ImportReport(archive: archive.path)
            try archive.forEachMessage { message in
                if try MessageRow.insert(message, in: db) {
                    report.added += 1
                } else {
                    report.duplicates += 1
                }
                observer?.importDidRead(messages: report.total)
            }
            return report
        }
    }
}
