import SwiftSyntax

/// Everything that was found in a program's files.
public final class Program {
    let files: [SourceFile]
    let decisions: DecisionsFile
    /// Whether the program is compiled in Swift 5 mode, in which threads may share any service.
    let isSwift5: Bool
    let index: Index
    private let found: Recognised
    /// The resolvers that the program makes for itself in properties.
    let ownResolvers: [OwnResolver]
    let declared: DeclaredFactories
    /// The calls that ask for services, by the root of their file's tree.
    let callsByFile: [SyntaxIdentifier: [Ask]]
    /// The types of other modules that would be ambiguous if a file imported `SafeFacade`, by file.
    private(set) var ambiguous: [Int: String] = [:]
    /// The functions that the hook always runs, by their statements; empty if there is no hook, or nothing in it.
    let runByHook: Set<SyntaxIdentifier>
    /// The functions that always run when the program is launched, by their statements.
    private let runAtLaunch: Set<SyntaxIdentifier>

    /// The functions that only run once the default scope is set, by their statements.
    private(set) lazy var runAfterDefaultScope = functionsAfterDefaultScope()

    /// Reads a program from its files.
    ///
    /// - Parameters:
    ///   - files: The sources, all of one program.
    ///   - decisions: The decisions of a person.
    ///   - languageMode: The Swift language mode in which the program is compiled.
    ///   - progress: Called with the file that is being read.
    public init(
        _ files: [SourceFile], decisions: DecisionsFile = DecisionsFile(), languageMode: Int = 5,
        progress: (String) -> Void = { _ in }
    ) {
        self.files = files
        self.decisions = decisions
        isSwift5 = languageMode < 6
        progress("reading the declarations of \(files.count) files")
        let index = Index(files, plainTypes: Set(decisions.plainTypes ?? []))
        self.index = index
        var found = Recognised(files, index: index, progress: progress)
        ownResolvers = OwnResolver.all(in: files, index, found)
        if let own = ownResolvers.first(where: \.isMain) {
            index.adopt(own.binding, of: files)
            found = Recognised(files, index: index, progress: progress)
        }
        self.found = found
        declared = DeclaredFactories(files, index: index, registrations: found.registrations)
        callsByFile = Dictionary(
            grouping: found.asks.filter { if case .call = $0.kind { true } else { false } },
            by: { files[$0.file].tree.root.id })
        let hooks = found.settings.filter { $0.form == .hook && !files[$0.file].module.isTest }.compactMap { hook in
            hook.node.as(FunctionDeclSyntax.self)?.body.map {
                (statements: $0.statements, module: files[hook.file].module)
            }
        }
        runByHook = CalledFunctions(from: hooks, index).found
        let launch = files.flatMap { file in file.launchStatements.map { (statements: $0, module: file.module) } }
        runAtLaunch = CalledFunctions(from: launch, index).found
        ambiguous = ambiguousTypes()
    }

    var registrations: [Registration] { found.registrations }
    var asks: [Ask] { found.asks }
    var settings: [Setting] { found.settings }
    /// Calls that may be lookups, of any service, although the sources do not show that.
    var mayAsk: [Place] { found.mayAsk }
    /// Calls besides the registrations that register a service of unknown type.
    var mayRegister: [Place] { found.mayRegister }

    /// The paths of the files.
    public var paths: [String] { files.map(\.path) }

    /// A note that the modules are not known, if there are several folders; nil if they are known.
    public var noteOnModules: String? {
        let own = files.filter { !$0.module.isTest }
        let folders = Set(own.map { $0.path.split(separator: "/").dropLast() })
        guard folders.count > 1, own.allSatisfy(\.module.name.isEmpty) else { return nil }
        let count = "all folders count as one module, since no Package.swift shows which there are; "
        let imported = own.reduce(into: Set<String>()) { $0.formUnion($1.imports) }
        let named = Set(folders.joined().map(String.init)).intersection(imported).sorted()
        // Code that compiles in one module may not compile in several, as declarations for other modules are not public.
        let ask =
            named.isEmpty
            ? "if there are several"
            : "files import \(named.joined(separator: ", ")), and folders are called so: if these are modules"
        return count + ask + ", name their folders under 'modules' in a file for --decisions"
    }

    /// Notes on entries of the decisions file whose folders have no file, or whose services nothing registers, declares or asks
    /// for: mostly misspelt ones.
    public var notesOnDecisions: [String] {
        let keys =
            registrations.flatMap(keys) + asks.compactMap(\.key)
            + declared.all.map(\.key)
        let known = Set(keys.flatMap { [$0.type, $0.description] })
        let entries = [("declaredIn", decisions.declaredIn), ("properties", decisions.properties)]
        let folders = (decisions.modules ?? [:]).keys.sorted().filter { folder in
            !paths.contains { ModuleMap.contains(folder, $0) }
        }
        let notes = folders.map { "the decisions file has '\($0)' under 'modules', and no file that was read is in it" }
        return notes
            + entries.flatMap { entry, services in
                (services ?? [:]).keys.filter { !known.contains($0) }.sorted()
                    .map { "the decisions file has '\($0)' under '\(entry)', and the sources have no such service" }
            }
    }

    /// A note that the sources declare a type named `Resolver`, which hides the library's; nil if they do not.
    ///
    /// Most such types are a copy of the library among the program's sources. The tool cannot work on a program with one.
    public var noteOnCopy: String? {
        guard index.declared("Resolver") != nil else { return nil }
        let path = files.first { $0.declaresType("Resolver") }?.path ?? "a file"
        return "\(path): declares a type Resolver of its own, which hides the library's. "
            + "If it is a copy of Resolver.swift, take it away first: stage 0 of Migration.md"
    }

    /// The errors of the parser, each with its place.
    public var syntaxErrors: [String] { files.flatMap(\.syntaxErrors) }

    func module(_ file: Int) -> Module { files[file].module }

    /// Whether a registration runs whenever the hook does.
    func isRunByHook(_ registration: Registration) -> Bool {
        !registration.isConditional && registration.function.map(runByHook.contains) ?? false
    }

    /// Whether a registration runs whenever the program is launched.
    func isRunAtLaunch(_ registration: Registration) -> Bool {
        !registration.isConditional && registration.function.map(runAtLaunch.contains) ?? false
    }
}
