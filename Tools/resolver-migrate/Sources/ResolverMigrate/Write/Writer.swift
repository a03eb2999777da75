import Foundation

/// Writes drafted files: all of them, or none if anything prevents it.
public struct Writer {
    /// The reasons why nothing was written.
    public struct Refusal: Error, CustomStringConvertible {
        /// The reasons, by file.
        public let description: String
    }

    private let allowsDirty: Bool
    /// Renames a file, and returns whether that succeeded.
    private let rename: (_ from: String, _ to: String) -> Bool

    /// Makes a writer; `allowsDirty` says whether it may overwrite files with uncommitted changes.
    public init(allowsDirty: Bool) { self.init(allowsDirty: allowsDirty) { Foundation.rename($0, $1) == 0 } }

    /// Takes another way to rename, too, to test its failures.
    init(allowsDirty: Bool, rename: @escaping (_ from: String, _ to: String) -> Bool) {
        self.allowsDirty = allowsDirty
        self.rename = rename
    }

    /// Writes the changes.
    ///
    /// It first checks every file. Then it writes all new texts beside the old files, and only then renames them.
    public func write(_ changes: [Draft.Change]) throws {
        var reasons: [String] = []
        for change in changes {
            if (try? SourceFile.text(at: change.path)) != change.before {
                reasons.append("\(change.path): it has changed since it was read")
            } else if !allowsDirty {
                switch GitRepository(holding: change.realPath)?.isClean(change.realPath) {
                case true?: break
                case false?:
                    reasons.append(
                        "\(change.path): it is not committed as it is (--allow-dirty writes it anyway)")
                case nil: reasons.append("\(change.path): it is in no git repository (--allow-dirty writes it anyway)")
                }
            }
        }
        guard reasons.isEmpty else {
            throw Refusal(description: "nothing was written\n" + reasons.map { "  \($0)" }.joined(separator: "\n"))
        }
        try prepare(changes)
        try replace(changes)
        for (_, group) in Dictionary(
            grouping: changes, by: { URL(fileURLWithPath: $0.realPath).deletingLastPathComponent().path })
        {
            if let first = group.first {
                try GitRepository(holding: first.realPath)?.noteWritten(group.map(\.realPath))
            }
        }
    }

    /// Writes the new text of each file beside it; if one fails, removes all of them.
    private func prepare(_ changes: [Draft.Change]) throws {
        do {
            for change in changes {
                try Data(change.after.utf8).write(to: URL(fileURLWithPath: change.temporaryPath))
                if let mode = try FileManager.default.attributesOfItem(atPath: change.realPath)[.posixPermissions] {
                    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: change.temporaryPath)
                }
            }
        } catch {
            removeTemporaryFiles(changes)
            throw Refusal(description: "nothing was written\n  \(error.localizedDescription)")
        }
    }

    /// Puts the new files in place of the old ones; if one fails, restores those before it.
    private func replace(_ changes: [Draft.Change]) throws {
        for (number, change) in changes.enumerated() {
            guard rename(change.temporaryPath, change.realPath) else {
                for done in changes[..<number] {
                    try? Data(done.before.utf8).write(to: URL(fileURLWithPath: done.path))
                }
                removeTemporaryFiles(changes)
                throw Refusal(description: "nothing was written\n  \(change.path): it cannot be replaced")
            }
        }
    }

    private func removeTemporaryFiles(_ changes: [Draft.Change]) {
        for change in changes { try? FileManager.default.removeItem(atPath: change.temporaryPath) }
    }
}

extension Draft.Change {
    /// The path for the new text before it replaces the old one: beside the file, so that it is on the same disk.
    fileprivate var temporaryPath: String { realPath + ".resolver-migrate" }

    /// The path of the file itself, if the change's path is that of a link; the link stays.
    fileprivate var realPath: String { URL(fileURLWithPath: path).resolvingSymlinksInPath().path }
}
