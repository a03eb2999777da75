import Foundation

/// Finds the module of a file, by the file's path.
///
/// A SwiftPM layout shows the modules, and a manifest those of targets with another folder. In any other layout, all files
/// are one module, unless the decisions file names folders.
public struct ModuleMap: Sendable {
    /// Modules by folder, from the decisions file: the longest folder that contains a file counts.
    private let folders: [(folder: String, module: String)]
    private let manifests = Manifests()

    /// Takes the modules that a person has given to folders.
    public init(folders: [String: String] = [:]) {
        self.folders = folders.map { (Self.plain($0.key), $0.value) }.sorted { ($0.0.count, $0.0) > ($1.0.count, $1.0) }
    }

    /// The module of a file.
    ///
    /// - Parameters:
    ///   - path: The file's path, relative to the folder in which the tool was started.
    ///   - imports: The modules that the file imports; if one of them is a testing library, the file holds tests.
    /// - Returns: The module.
    func module(of path: String, imports: Set<String>) -> Module {
        if let named = folders.first(where: { Self.contains($0.folder, path) }) {
            return Module(name: named.module, isTest: Self.isTest(named.module))
        }
        let parts = path.split(separator: "/").map(String.init)
        let test = parts.dropLast().contains(where: Self.isTest) || !imports.isDisjoint(with: ["XCTest", "Testing"])
        if let target = manifests.target(around: Self.plain(path)) {
            return Module(name: target.name, isTest: target.isTest || test)
        }
        guard let sources = parts.lastIndex(where: { $0 == "Sources" || $0 == "Tests" }), sources + 2 < parts.count,
            isPackage(parts[..<sources], isAbsolute: path.hasPrefix("/"))
        else {
            return Module(name: test ? "Tests" : "", isTest: test)
        }
        return Module(name: parts[sources + 1], isTest: test)
    }

    private static func isTest(_ name: String) -> Bool {
        ["Tests", "Specs", "Mocks", "Mock"].contains(where: name.hasSuffix)
    }

    private func isPackage(_ folder: ArraySlice<String>, isAbsolute: Bool) -> Bool {
        FileManager.default.fileExists(
            atPath: (isAbsolute ? "/" : "") + (folder + ["Package.swift"]).joined(separator: "/"))
    }

    /// Whether a file is in a folder, or has itself the path of the folder.
    static func contains(_ folder: String, _ path: String) -> Bool {
        let (folder, path) = (plain(folder), plain(path))
        return path == folder || path.hasPrefix(folder + "/")
    }

    /// A path without `./` before it and without `/` behind it.
    static func plain(_ path: String) -> String {
        let start = path.hasPrefix("./") ? path.dropFirst(2) : path[...]
        return String(start.hasSuffix("/") ? start.dropLast() : start)
    }
}
