import Dispatch
import Foundation

/// Finds and reads the Swift files of a program.
public struct SourceFinder: Sendable {
    /// An error about a path.
    public struct Failure: Error, CustomStringConvertible {
        /// The error in words.
        public let description: String
    }

    private static let skipped: Set<String> = [
        ".build", ".git", ".swiftpm", "Carthage", "Pods", "DerivedData", "build",
    ]

    private let modules: ModuleMap
    /// The names of the files in a folder.
    private let contents: @Sendable (_ folder: String) throws -> [String]

    /// Takes the modules of folders.
    public init(modules: ModuleMap) {
        self.init(modules: modules) { try FileManager.default.contentsOfDirectory(atPath: $0) }
    }

    /// Takes another way to look into folders, too, to test its failures.
    init(modules: ModuleMap, contents: @escaping @Sendable (_ folder: String) throws -> [String]) {
        self.modules = modules
        self.contents = contents
    }

    /// The files at the paths, with everything in folders, in a fixed order.
    ///
    /// A file that is found in several ways is read once, and has the path under which it was found first.
    public func files(at paths: [String], progress: @Sendable (String) -> Void = { _ in }) throws -> [SourceFile] {
        var seen: Set<String> = []
        let sorted = try paths.flatMap { path in
            let found = try swiftFiles(path, isNamed: true, &seen)
            guard let found else { throw Failure(description: "there is no \(path)") }
            return found
        }.sorted()
        let parsed = ParsedFiles(count: sorted.count)
        // Parsing takes most of the time of a run, so that several threads do it.
        DispatchQueue.concurrentPerform(iterations: sorted.count) { position in
            if position.isMultiple(of: 100) { progress("parsing file \(position + 1) of \(sorted.count)") }
            let path = sorted[position]
            let file = Result {
                SourceFile(path: path, text: try SourceFile.text(at: path), modules: modules)
            }
            parsed.set(file, at: position)
        }
        return try parsed.files.compactMap { try $0?.get() }
    }

    /// The files at a path, with links followed; nil if there is neither a file nor a folder.
    ///
    /// In a folder, only files whose names end in `.swift` count.
    private func swiftFiles(_ path: String, isNamed: Bool, _ seen: inout Set<String>) throws -> [String]? {
        let real = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        let kind = try Failure.naming(path, "cannot be read") { try FileKind(real) }
        let name = path.fileName
        switch kind {
        case .file:
            guard isNamed || name.hasSuffix(".swift") && name != "Package.swift" else { return [] }
            return seen.insert(real).inserted ? [path] : []
        case .folder:
            guard isNamed || !Self.skipped.contains(name), seen.insert(real).inserted else { return [] }
            let base = path.hasSuffix("/") ? String(path.dropLast()) : path
            let names = try Failure.naming(path, "cannot be read") { try contents(path) }
            return try names.sorted().flatMap {
                try swiftFiles(base == "." ? $0 : "\(base)/\($0)", isNamed: false, &seen) ?? []
            }
        case nil: return nil
        }
    }
}

/// The kinds of file that are read; others, such as a pipe, are not.
private enum FileKind {
    case file, folder

    /// The kind of the file at a path; nil if there is none, or none of these kinds.
    init?(_ path: String) throws {
        do {
            switch try FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType {
            case .typeRegular?: self = .file
            case .typeDirectory?: self = .folder
            default: return nil
            }
        } catch CocoaError.fileReadNoSuchFile {
            return nil
        }
    }
}

extension SourceFinder.Failure {
    /// Runs work, and adds the path to its errors.
    fileprivate static func naming<Value>(_ path: String, _ words: String, _ work: () throws -> Value) throws -> Value {
        do { return try work() } catch {
            throw SourceFinder.Failure(description: "\(path) \(words): \(error.localizedDescription)")
        }
    }
}

extension SourceFile {
    /// The text of a file, with its byte order mark, which `String` would drop.
    static func text(at path: String) throws -> String {
        let data = try SourceFinder.Failure.naming(path, "cannot be opened") {
            try Data(contentsOf: URL(fileURLWithPath: path))
        }
        let text = String(decoding: data, as: UTF8.self)
        // Text that is not UTF-8 would change when it is written.
        guard Data(text.utf8) == data else { throw SourceFinder.Failure(description: "\(path) is not UTF-8 text") }
        return text
    }
}

/// The files that several threads parse.
private final class ParsedFiles: @unchecked Sendable {
    // Sound because the lock is held wherever the files are touched.
    private let lock = NSLock()
    private var all: [Result<SourceFile, any Error>?]

    init(count: Int) { all = Array(repeating: nil, count: count) }

    var files: [Result<SourceFile, any Error>?] { lock.withLock { all } }

    func set(_ file: Result<SourceFile, any Error>, at position: Int) { lock.withLock { all[position] = file } }
}
