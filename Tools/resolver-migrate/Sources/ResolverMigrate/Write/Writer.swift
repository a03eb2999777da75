import Foundation

/// Writes drafted files: all or, where something stands against it, none.
public struct Writer {
    /// Why nothing was written.
    public struct Refusal: Error, CustomStringConvertible {
        /// The reasons, by file.
        public let description: String
    }

    private let allowsDirty: Bool

    /// Takes whether files with uncommitted changes may be overwritten.
    public init(allowsDirty: Bool) { self.allowsDirty = allowsDirty }

    /// Writes the changes.
    ///
    /// Every file is checked first. Then all are written beside the old ones, and only then renamed.
    public func write(_ changes: [Draft.Change]) throws {
        var reasons: [String] = []
        for change in changes {
            if (try? String(contentsOfFile: change.path, encoding: .utf8)) != change.before {
                reasons.append("\(change.path): it has changed since it was read")
            } else if !allowsDirty {
                switch GitRepository(holding: change.path)?.isClean(change.path) {
                case true?: break
                case false?:
                    reasons.append(
                        "\(change.path): it has changes that are not committed (--allow-dirty writes it anyway)")
                case nil: reasons.append("\(change.path): it is in no git repository (--allow-dirty writes it anyway)")
                }
            }
        }
        guard reasons.isEmpty else {
            throw Refusal(description: "nothing was written\n" + reasons.map { "  \($0)" }.joined(separator: "\n"))
        }
        try rename(try changes.map(prepare))
        for (_, group) in Dictionary(
            grouping: changes, by: { URL(fileURLWithPath: $0.path).deletingLastPathComponent().path })
        {
            if let first = group.first { try GitRepository(holding: first.path)?.noteWritten(group.map(\.path)) }
        }
    }

    private func prepare(_ change: Draft.Change) throws -> (from: String, to: String) {
        let temporary = change.path + ".resolver-migrate"
        try Data(change.after.utf8).write(to: URL(fileURLWithPath: temporary))
        if let mode = try FileManager.default.attributesOfItem(atPath: change.path)[.posixPermissions] {
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: temporary)
        }
        return (temporary, change.path)
    }

    private func rename(_ files: [(from: String, to: String)]) throws {
        for file in files {
            guard Foundation.rename(file.from, file.to) == 0 else {
                for rest in files { try? FileManager.default.removeItem(atPath: rest.from) }
                throw Refusal(description: "\(file.to) cannot be replaced")
            }
        }
    }
}
