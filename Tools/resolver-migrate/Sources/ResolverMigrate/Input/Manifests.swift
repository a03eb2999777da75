import Foundation
import SwiftParser
import SwiftSyntax

/// Reads the manifests of packages, each once: the targets that state their folder.
final class Manifests: @unchecked Sendable {
    struct Target {
        let name: String
        let folder: String
        let isTest: Bool
    }

    // Sound because the lock is held wherever the targets are touched.
    private let lock = NSLock()
    private var known: [String: [Target]?] = [:]

    /// The target that states a folder around a file, by the file's path; nil if there is none in the nearest manifest.
    func target(around path: String) -> Target? {
        var folder = path[...]
        while true {
            folder = folder.lastIndex(of: "/").map { folder[..<$0] } ?? ""
            if folder.isEmpty, path.hasPrefix("/") { return nil }
            if let targets = targets(of: String(folder)) {
                let around = targets.filter { $0.folder.isEmpty || ModuleMap.contains($0.folder, path) }
                return around.max { $0.folder.count < $1.folder.count }
            }
            if folder.isEmpty { return nil }
        }
    }

    /// The targets of a folder's manifest that state their folders; nil if the folder has no manifest.
    private func targets(of package: String) -> [Target]? {
        lock.withLock {
            if let targets = known[package] { return targets }
            let prefix = package.isEmpty ? "" : package + "/"
            let text = try? String(contentsOfFile: prefix + "Package.swift", encoding: .utf8)
            let targets = text.map { StatedFolders(Parser.parse(source: $0)).found }
            let moved = targets?.map { target in
                let folder = ModuleMap.plain(target.folder)
                let isWhole = folder == "." || folder.isEmpty
                return Target(name: target.name, folder: isWhole ? package : prefix + folder, isTest: target.isTest)
            }
            known[package] = .some(moved)
            return moved
        }
    }
}

/// The calls in a manifest that describe a target and state its folder.
private final class StatedFolders: SyntaxVisitor {
    private(set) var found: [Manifests.Target] = []

    init(_ manifest: SourceFileSyntax) {
        super.init(viewMode: .sourceAccurate)
        walk(manifest)
    }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        func text(_ label: String) -> String? {
            node.arguments.first { $0.label?.text == label }?.expression.as(StringLiteralExprSyntax.self)?
                .representedLiteralValue
        }
        let kinds = ["target", "executableTarget", "testTarget", "macro"]
        if let kind = node.calledName, kinds.contains(kind), let name = text("name"), let folder = text("path") {
            found.append(Manifests.Target(name: name, folder: folder, isTest: kind == "testTarget"))
        }
        return .visitChildren
    }
}
