import Foundation

/// Asks git what is committed, so that the tool overwrites nothing that cannot be restored.
///
/// Files that the tool itself wrote count as committed: it notes the hash of each in the repository's git folder.
struct GitRepository {
    private let root: String
    private let notes: URL

    /// Finds the repository that holds a file; nil if there is none.
    init?(holding path: String) {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        guard let root = Self.git(["rev-parse", "--show-toplevel"], in: folder),
            let git = Self.git(["rev-parse", "--absolute-git-dir"], in: folder)
        else { return nil }
        self.root = root
        notes = URL(fileURLWithPath: git).appendingPathComponent("resolver-migrate.json")
    }

    /// Whether a file is as it was committed, or as the tool last wrote it.
    func isClean(_ path: String) -> Bool {
        let absolute = URL(fileURLWithPath: path).standardizedFileURL.path
        guard let status = Self.git(["status", "--porcelain", "--untracked-files=all", "--", absolute], in: root) else {
            return false
        }
        // For an ignored file, git prints no status.
        let isTracked = Self.git(["ls-files", "--error-unmatch", "--", absolute], in: root) != nil
        return isTracked && status.isEmpty || hash(absolute).map { written[absolute] == $0 } ?? false
    }

    /// Notes that the tool has written files.
    func noteWritten(_ paths: [String]) throws {
        var all = written
        for path in paths {
            let absolute = URL(fileURLWithPath: path).standardizedFileURL.path
            all[absolute] = hash(absolute)
        }
        try JSONEncoder().encode(all).write(to: notes, options: .atomic)
    }

    private var written: [String: String] {
        (try? Data(contentsOf: notes)).flatMap { try? JSONDecoder().decode([String: String].self, from: $0) } ?? [:]
    }

    private func hash(_ path: String) -> String? { Self.git(["hash-object", "--", path], in: root) }

    /// The output of git; nil if git fails.
    private static func git(_ arguments: [String], in folder: String) -> String? {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["git", "-C", folder] + arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardError = Pipe()
        guard (try? process.run()) != nil else { return nil }
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { return nil }
        return String(decoding: data, as: UTF8.self).trimmingSpaces
    }
}
