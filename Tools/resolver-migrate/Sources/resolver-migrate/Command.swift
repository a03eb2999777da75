import ArgumentParser
import Foundation
import ResolverMigrate

@main
struct ResolverMigrateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resolver-migrate",
        abstract: "Moves a program from Resolver's runtime lookup to SafeFacade's typed factories.",
        subcommands: [ReportCommand.self, DraftCommand.self, DecideCommand.self])
}

/// The arguments and options of all commands.
struct Input: ParsableArguments {
    @Argument(help: "Swift files and folders: all sources of one program, its tests included.")
    var paths: [String]

    @Option(
        name: [.customLong("decisions"), .customLong("module-map")],
        help: "A JSON file with what a person has decided: modules, names, scopes.")
    var decisions: String?

    @Option(
        help:
            "The Swift language mode the program is compiled in. In 6, only what is shown to be Sendable is shared without 'unchecked'."
    )
    var languageMode = 5

    @Flag(help: "Says on standard error what is being read, also where that is no terminal.")
    var progress = false

    @Flag(help: "Declares what a person has to decide on with legacy(), so that the places that ask for it can move.")
    var legacy = false

    func program() throws -> Program {
        try program(decisions.map(DecisionsFile.init(contentsOf:)) ?? DecisionsFile())
    }

    func program(_ decided: DecisionsFile) throws -> Program {
        let progress = Progress(isOn: progress || isatty(2) != 0)
        let files = try SourceFinder(modules: ModuleMap(folders: decided.modules ?? [:])).files(
            at: paths, progress: progress.say)
        let program = Program(files, decisions: decided, languageMode: languageMode, progress: progress.say)
        for note in [program.noteOnModules].compactMap(\.self) + program.notesOnDecisions {
            FileHandle.standardError.write(Data("note: \(note)\n".utf8))
        }
        return program
    }
}

struct ReportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report", abstract: "Lists what is looked up at run time, what can be drafted, and what to decide."
    )

    @OptionGroup var input: Input

    @Option(help: "The JSON of a ledger, for what ran.")
    var ledger: String?

    @Flag(help: "Leaves out the places.")
    var brief = false

    func run() throws {
        let report = Report(
            try input.program(), ledger: try ledger.map(Ledger.init(contentsOf:)), isBrief: brief,
            usesLegacy: input.legacy)
        print(report.text, terminator: "")
    }
}

extension Stage: ExpressibleByArgument {}

struct DraftCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "draft",
        abstract: "Shows what a stage changes, as a diff for 'git apply -p0'; writes it with --write.")

    @OptionGroup var input: Input

    @Option(help: "The stage: declare, inject or finish.")
    var stage: Stage

    @Flag(help: "Writes the changes. Files with uncommitted changes are refused.")
    var write = false

    @Flag(help: "Writes files with uncommitted changes, too.")
    var allowDirty = false

    @Option(
        help: "Changes only this file, or the files of this folder, and reads the others. May be given several times.")
    var only: [String] = []

    func run() throws {
        if stage == .finish, !only.isEmpty {
            throw ValidationError("--only is for declare and inject: what can go is seen in the whole program")
        }
        let program = try input.program()
        for path in only where !program.paths.contains(where: FileSelection.only([path]).contains) {
            throw ValidationError("--only \(path): there is no such file among the program's")
        }
        let draft = Draft(
            program, stage: stage, usesLegacy: input.legacy, selection: only.isEmpty ? .all : .only(only))
        if write {
            try Writer(allowsDirty: allowDirty).write(draft.changes)
            for change in draft.changes { print("wrote \(change.path)") }
        } else {
            for change in draft.changes {
                print(Diff.unified(change.path, before: change.before, after: change.after), terminator: "")
            }
        }
        for line in draft.done { note(line) }
        for line in draft.left { note("left: \(line)") }
    }

    /// Writes a line to standard error, so that the diff alone can be piped into a file.
    private func note(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }
}

struct DecideCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "decide",
        abstract:
            "Writes the decisions file: for each service that several modules share, the module that may declare it.")

    @OptionGroup var input: Input

    func run() throws {
        guard let path = input.decisions else {
            throw ValidationError("say where to keep the decisions: --decisions FILE")
        }
        // This command makes the file if it does not exist.
        let isThere = FileManager.default.fileExists(atPath: path)
        let decided = isThere ? try DecisionsFile(contentsOf: path) : DecisionsFile()
        let proposal = decided.proposing(for: try input.program(decided), usesLegacy: input.legacy)
        try Data(proposal.text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
        print("wrote \(path); read it, and change what is wrong")
    }
}

/// Writes the progress of a run to standard error.
struct Progress: Sendable {
    let isOn: Bool

    func say(_ text: String) {
        if isOn { FileHandle.standardError.write(Data((text + "\n").utf8)) }
    }
}
