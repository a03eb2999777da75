import Foundation

/// The lines of a file, read piece by piece: a file may be larger than memory.
struct LineReader {
    struct Line: Equatable {
        /// The bytes without the line end (LF or CR LF).
        var bytes: [UInt8]

        /// Counted from 1.
        let number: Int

        /// False for a last line that the file ends in the middle of.
        let isTerminated: Bool
    }

    /// The longest line that is held in memory.
    ///
    /// Mail allows 998 bytes; real archives have whole letters in one line.
    static let maximumLength = 64 << 20

    private let path: String
    private let file: UnsafeMutablePointer<FILE>
    private var buffer: [UInt8]
    private var unread: Range<Int> = 0..<0
    private var number = 0

    /// Opens a regular file.
    ///
    /// Anything else is refused before it is opened, since opening a pipe would wait.
    init(path: String, bufferSize: Int = 64 << 10) throws(ArchiveError) {
        let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        // Foundation takes an empty path for the current folder.
        guard !path.isEmpty, let attributes = try? FileManager.default.attributesOfItem(atPath: target) else {
            throw ArchiveError(path: path, reason: .missing)
        }
        guard attributes[.type] as? FileAttributeType == .typeRegular else {
            throw ArchiveError(path: path, reason: .notAFile)
        }
        // Not `InputStream`, which on Linux writes to standard error when it fails.
        guard let file = fopen(target, "rb") else { throw Self.readError(path) }
        self.path = path
        self.file = file
        buffer = [UInt8](repeating: 0, count: bufferSize)
    }

    func close() {
        fclose(file)
    }

    /// The next line, or nil at the end of the file.
    mutating func next() throws(ArchiveError) -> Line? {
        var bytes: [UInt8] = []
        while true {
            if unread.isEmpty, try !fill() {
                guard !bytes.isEmpty else { return nil }
                number += 1
                return Line(bytes: bytes, number: number, isTerminated: false)
            }
            let end = buffer[unread].position(of: UInt8(ascii: "\n")) ?? unread.upperBound
            bytes += buffer[unread.lowerBound..<end]
            guard bytes.count <= Self.maximumLength else {
                throw ArchiveError(path: path, line: number + 1, reason: .lineTooLong)
            }
            let foundEnd = end < unread.upperBound
            unread = (foundEnd ? end + 1 : end)..<unread.upperBound
            if foundEnd {
                if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
                number += 1
                return Line(bytes: bytes, number: number, isTerminated: true)
            }
        }
    }

    private mutating func fill() throws(ArchiveError) -> Bool {
        let count = fread(&buffer, 1, buffer.count, file)
        if count == 0, ferror(file) != 0 { throw Self.readError(path) }
        unread = 0..<count
        return count > 0
    }

    private static func readError(_ path: String) -> ArchiveError {
        ArchiveError(path: path, reason: .unreadable(String(cString: strerror(errno))))
    }
}
