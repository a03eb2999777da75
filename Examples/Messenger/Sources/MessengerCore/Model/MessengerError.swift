import Foundation

/// What can go wrong for a user outside of reading an archive.
package enum MessengerError: Error, Equatable, Sendable {
    case noSuchMessage(Int64)
    case nothingToSearchFor
    case noRecipient
    case notAnAddress(String)
    case subjectHasLineBreak
    case emptyBody
    case sessionExpired
    case noDatabase(path: String)
    case notADatabase(path: String)
    case foreignDatabase(path: String)
    case newerDatabase(path: String)
    case databaseInUse(path: String)
    case databaseFailed(path: String, reason: String)
}

extension MessengerError: LocalizedError, CustomStringConvertible {
    package var errorDescription: String? { description }

    package var description: String {
        switch self {
        case .noSuchMessage(let id): "There is no message \(id)."
        case .nothingToSearchFor: "There is no word to search for."
        case .noRecipient: "The message has no recipient."
        case .notAnAddress(let text): "'\(TerminalText.line(text))' is not a mail address."
        case .subjectHasLineBreak: "A subject is one line of text."
        case .emptyBody: "The message has no text."
        case .sessionExpired: "The session has expired."
        case .noDatabase(let path): "There is no database at \(path). Import an archive first."
        case .notADatabase(let path): "\(path) is not a database."
        case .foreignDatabase(let path): "\(path) is a database of another program. It was left as it is."
        case .newerDatabase(let path): "\(path) was written by a newer Messenger."
        case .databaseInUse(let path):
            "Another Messenger is writing to \(path), perhaps an import. Try again when it has finished."
        case .databaseFailed(let path, let reason): "The database at \(path) cannot be used: \(reason)."
        }
    }
}
