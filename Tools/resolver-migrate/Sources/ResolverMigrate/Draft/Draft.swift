import SwiftParser
import SwiftSyntax

/// A stage of a migration, after which the program builds and does the same.
public enum Stage: String, CaseIterable, Sendable {
    /// Registrations become typed factories, which are exported.
    case declare
    /// Places that ask at run time come to ask the typed factories.
    case inject
    /// Everything that the typed program no longer needs is removed.
    case finish
}

/// The files of a program that a stage may change.
public enum FileSelection: Sendable {
    case all
    /// The files at these paths, and the files in folders at these paths.
    case only([String])

    /// Whether a stage may change a file.
    public func contains(_ path: String) -> Bool {
        guard case .only(let selected) = self else { return true }
        return selected.contains { path == $0 || path.hasPrefix($0.hasSuffix("/") ? $0 : $0 + "/") }
    }
}

/// The changes of a stage.
public struct Draft: Sendable {
    /// A file with its text before and after.
    public struct Change: Sendable {
        /// The file's path.
        public let path: String
        /// The text that was read.
        public let before: String
        /// The text to write.
        public let after: String
    }

    /// The files that change.
    public let changes: [Change]
    /// The places that were left as they are, each with the reason.
    public let left: [String]
    /// The changes, counted by kind.
    public let done: [String]

    /// Works out a stage, without writing anything.
    ///
    /// - Parameters:
    ///   - program: The program.
    ///   - stage: The stage.
    ///   - usesLegacy: Whether the stage `declare` declares with `legacy()` the services that it leaves registered.
    ///   - selection: The files to change; the others are only read. The last stage always takes the whole program.
    public init(_ program: Program, stage: Stage, usesLegacy: Bool = false, selection: FileSelection = .all) {
        if let copy = program.noteOnCopy {
            (changes, left, done) = ([], [copy], [])
            return
        }
        let plan = Plan(program, usesLegacy: usesLegacy, selection: selection)
        let result =
            switch stage {
            case .declare: DeclareStage(program, plan).edits()
            case .inject: InjectStage(program, plan, selection).edits()
            case .finish: FinishStage(program).edits()
            }
        var changes: [Change] = []
        var left = result.left + program.filesThatStay(selection)
        for (number, edits) in result.edits.sorted(by: { $0.key < $1.key })
        where !edits.isEmpty && selection.contains(program.files[number].path) && program.files[number].isChangeable {
            let file = program.files[number]
            guard let after = file.text.applying(edits), case let parsed = Parser.parse(source: after), !parsed.hasError
            else {
                left.append("\(file.path): not changed, since the edits do not fit together; please report this")
                continue
            }
            // A file of imports alone may have been written for them.
            if parsed.statements.isEmpty || parsed.holdsNothing && !file.tree.holdsNothing {
                left.append("\(file.path): empty now; delete it")
            }
            if after != file.text {
                changes.append(Change(path: file.path, before: file.original, after: file.asRead(after)))
            }
        }
        self.changes = changes
        self.left = left
        done = result.done
    }
}

extension Program {
    /// Names the files that the tool does not change although they have something to migrate, with the reasons.
    fileprivate func filesThatStay(_ selection: FileSelection) -> [String] {
        let used = Set(registrations.map(\.file) + asks.map(\.file))
        return files.indices.filter { used.contains($0) && !files[$0].isChangeable }.map { files[$0] }
            .filter { selection.contains($0.path) }.map { file in
                let reason =
                    file.syntaxErrors.isEmpty
                    ? "it has line breaks of several kinds, or of an old one" : "it does not parse"
                return "\(file.path): not changed, since \(reason)"
            }
    }
}

/// The edits of a stage, by file.
struct StageResult {
    var edits: [Int: [Edit]] = [:]
    var removals: [Int: [Removal]] = [:]
    var left: [String] = []
    var done: [String] = []

    mutating func add(_ edit: Edit, to file: Int) { edits[file, default: []].append(edit) }
}

extension SourceFileSyntax {
    /// Whether the file has only imports, for itself, or nothing.
    fileprivate var holdsNothing: Bool {
        statements.allSatisfy {
            guard let attributes = $0.item.as(ImportDeclSyntax.self)?.attributes else { return false }
            return attributes.allSatisfy { $0.trimmedDescription != "@_exported" }
        }
    }
}
