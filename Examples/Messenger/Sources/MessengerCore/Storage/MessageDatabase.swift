import Foundation
import GRDB

/// The SQLite file that holds messages and outbox.
package final class MessageDatabase: Sendable {
    /// Whether a file that is missing is made.
    package enum Creation: Sendable {
        case allowed
        case forbidden
    }

    private let path: String
    private let queue: DatabaseQueue

    /// Opens a database and brings its tables up to date.
    ///
    /// A file of another program is not touched. While another Messenger writes to the file, all work on it waits, but no
    /// longer than `patience`, in seconds: then it throws `MessengerError.databaseInUse`. An import writes from the first
    /// message of its archive to the last.
    package init(path: String, creation: Creation = .allowed, patience: Double = 30) throws {
        if creation == .forbidden, !FileManager.default.fileExists(atPath: path) {
            throw MessengerError.noDatabase(path: path)
        }
        self.path = path
        queue = try Self.translatingErrors(path) {
            var configuration = Configuration()
            configuration.busyMode = .timeout(patience)
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            if try !queue.read({ try Schema.isCurrent(in: $0, path: path) }) {
                try queue.write { try Schema.migrate($0, path: path) }
            }
            return queue
        }
    }

    func read<Value>(_ work: (Database) throws -> Value) throws -> Value {
        try Self.translatingErrors(path) { try queue.read(work) }
    }

    /// Does the work in one transaction: where it throws, nothing has changed.
    func write<Value>(_ work: (Database) throws -> Value) throws -> Value {
        try Self.translatingErrors(path) { try queue.write(work) }
    }

    /// Says what SQLite found in words for a user.
    private static func translatingErrors<Value>(_ path: String, _ work: () throws -> Value) throws -> Value {
        do {
            return try work()
        } catch let error as DatabaseError {
            switch error.resultCode {
            case .SQLITE_NOTADB: throw MessengerError.notADatabase(path: path)
            case .SQLITE_BUSY: throw MessengerError.databaseInUse(path: path)
            default:
                throw MessengerError.databaseFailed(path: path, reason: error.message ?? "\(error.resultCode)")
            }
        }
    }
}
