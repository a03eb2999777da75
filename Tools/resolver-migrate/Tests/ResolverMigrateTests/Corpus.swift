import Foundation
import ResolverMigrate

/// A small program of the corpus, and what the tool is expected to say about it.
struct CorpusProgram: CustomStringConvertible, Sendable {
    let name: String

    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Corpus")

    static let all: [CorpusProgram] =
        (try? FileManager.default.contentsOfDirectory(atPath: folder.path))?.sorted()
        .filter {
            FileManager.default.fileExists(
                atPath: folder.appendingPathComponent($0).appendingPathComponent("Sources").path)
        }
        .map(CorpusProgram.init) ?? []

    var description: String { name }

    private var folder: URL { Self.folder.appendingPathComponent(name) }

    /// The program's texts by path.
    func texts() throws -> [String: String] {
        let sources = folder.appendingPathComponent("Sources")
        let paths = try FileManager.default.subpathsOfDirectory(atPath: sources.path).filter { $0.hasSuffix(".swift") }
        return try Dictionary(
            uniqueKeysWithValues: paths.map {
                ("Sources/" + $0, try String(contentsOf: sources.appendingPathComponent($0), encoding: .utf8))
            })
    }

    func decisions() throws -> DecisionsFile {
        guard has("decisions.json") else { return DecisionsFile() }
        return try DecisionsFile(contentsOf: folder.appendingPathComponent("decisions.json").path)
    }

    var languageMode: Int { has("swift-6") ? 6 : 5 }
    var usesLegacy: Bool { has("legacy") }

    private func has(_ mark: String) -> Bool {
        FileManager.default.fileExists(atPath: folder.appendingPathComponent(mark).path)
    }

    func program(_ texts: [String: String]) throws -> Program {
        let decisions = try decisions()
        let modules = ModuleMap(folders: decisions.modules ?? [:])
        let files = texts.sorted { $0.key < $1.key }.map { path, text in
            SourceFile(path: path, text: text, modules: modules)
        }
        return Program(files, decisions: decisions, languageMode: languageMode)
    }

    /// Compares a text with the golden file, or records it where `RECORD_GOLDEN` is set.
    func differs(from golden: String, _ text: String) throws -> String? {
        let file = folder.appendingPathComponent("Golden").appendingPathComponent(golden)
        if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try text.write(to: file, atomically: true, encoding: .utf8)
            return nil
        }
        let expected = try String(contentsOf: file, encoding: .utf8)
        return expected == text ? nil : Diff.unified("\(name)/Golden/\(golden)", before: expected, after: text)
    }
}

/// The texts after a stage, and the stage's output.
func applying(_ stage: Stage, to texts: [String: String], of corpus: CorpusProgram) throws -> (
    [String: String], output: String
) {
    let draft = Draft(try corpus.program(texts), stage: stage, usesLegacy: corpus.usesLegacy)
    var result = texts
    for change in draft.changes { result[change.path] = change.after }
    let diffs = draft.changes.map { Diff.unified($0.path, before: $0.before, after: $0.after) }
    return (result, (diffs + draft.done.map { $0 + "\n" } + draft.left.map { "left: \($0)\n" }).joined())
}
