import Dispatch
import Foundation

/// Finds and reads the Swift files of a program.
public struct SourceFinder: Sendable {
    /// What went wrong with a path.
    public struct Failure: Error, CustomStringConvertible {
        /// What went wrong, in words.
        public let description: String
    }

    private static let skipped: Set<String> = [
        ".build", ".git", ".swiftpm", "Carthage", "Pods", "DerivedData", "build",
    ]

    private let modules: ModuleMap

    /// Takes the modules that folders belong to.
    public init(modules: ModuleMap) { self.modules = modules }

    /// The files at the paths, folders with everything in them, in a fixed order.
    public func files(at paths: [String], progress: @Sendable (String) -> Void = { _ in }) throws -> [SourceFile] {
        let sorted = try paths.reduce(into: Set<String>()) { $0.formUnion(try swiftFiles($1)) }.sorted()
        let parsed = ParsedFiles(count: sorted.count)
        // Parsing is most of the time of a run.
        DispatchQueue.concurrentPerform(iterations: sorted.count) { position in
            if position.isMultiple(of: 100) { progress("parsing file \(position + 1) of \(sorted.count)") }
            let path = sorted[position]
            if let text = try? String(contentsOfFile: path, encoding: .utf8) {
                parsed.set(
                    SourceFile(path: path, text: text, module: modules.module(of: path, text: text)), at: position)
            }
        }
        return try zip(sorted, parsed.files).map { path, file in
            guard let file else { throw Failure(description: "\(path) cannot be read as UTF-8 text") }
            return file
        }
    }

    private func swiftFiles(_ path: String) throws -> [String] {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw Failure(description: "there is no \(path)")
        }
        guard isFolder.boolValue else { return [path] }
        let base = path.hasSuffix("/") ? String(path.dropLast()) : path
        guard let entries = FileManager.default.enumerator(atPath: base) else { return [] }
        var files: [String] = []
        while let entry = entries.nextObject() as? String {
            if let last = entry.split(separator: "/").last, Self.skipped.contains(String(last)) {
                entries.skipDescendants()
            }
            if entry.hasSuffix(".swift"), entry.split(separator: "/").last != "Package.swift" {
                files.append(base == "." ? entry : "\(base)/\(entry)")
            }
        }
        return files
    }
}

/// The files that several threads parse.
private final class ParsedFiles: @unchecked Sendable {
    // Sound because the lock is held wherever the files are touched.
    private let lock = NSLock()
    private var all: [SourceFile?]

    init(count: Int) { all = Array(repeating: nil, count: count) }

    var files: [SourceFile?] { lock.withLock { all } }

    func set(_ file: SourceFile, at position: Int) { lock.withLock { all[position] = file } }
}
