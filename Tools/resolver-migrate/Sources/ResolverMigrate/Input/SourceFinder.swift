import Foundation

/// Finds and reads the Swift files of a program.
public struct SourceFinder {
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
    public func files(at paths: [String], progress: (String) -> Void = { _ in }) throws -> [SourceFile] {
        var found: Set<String> = []
        for path in paths { found.formUnion(try swiftFiles(path)) }
        return try found.sorted().enumerated().map { number, path in
            if number.isMultiple(of: 100) { progress("parsing file \(number + 1) of \(found.count)") }
            guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
                throw Failure(description: "\(path) cannot be read as UTF-8 text")
            }
            return SourceFile(path: path, text: text, module: modules.module(of: path, text: text))
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
