import Foundation

/// Why an archive cannot be read, and where.
package struct ArchiveError: Error, Equatable, Sendable {
    /// What is wrong with an archive.
    package enum Reason: Equatable, Sendable {
        case missing
        case notAFile
        case unreadable(String)
        case empty
        case notAnArchive
        case notAHeader
        case binary
        case lineTooLong
        case cutOff
    }

    package let path: String

    /// The line, counted from 1, where the archive could be opened.
    package let line: Int?

    package let reason: Reason

    package init(path: String, line: Int? = nil, reason: Reason) {
        self.path = path
        self.line = line
        self.reason = reason
    }
}

extension ArchiveError: LocalizedError, CustomStringConvertible {
    package var errorDescription: String? { description }

    package var description: String {
        let place = line.map { "\(path), line \($0)" } ?? path
        return "\(place): \(explanation) Nothing was imported."
    }

    private var explanation: String {
        switch reason {
        case .missing: "There is no such file."
        case .notAFile: "This is not a regular file."
        case .unreadable(let why): "The file cannot be read: \(why)."
        case .empty: "The file holds no message."
        case .notAnArchive: "This is not an mbox archive: a message begins with a line 'From address date'."
        case .notAHeader: "This is not an mbox archive: behind the 'From ' line a header field is missing."
        case .binary: "The line has a zero byte: this is binary data or a damaged archive. \(Self.hint)"
        case .lineTooLong: "The line is longer than \(LineReader.maximumLength >> 20) MB: this is not mail."
        case .cutOff: "The archive ends in the middle of a message. \(Self.hint)"
        }
    }

    private static let hint = "To take what can be read all the same, import it with --salvage."
}
