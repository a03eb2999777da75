import SwiftOperators
import SwiftParser
import SwiftParserDiagnostics
import SwiftSyntax

/// A Swift file as it was read: its text, its syntax tree, and the module it belongs to.
public struct SourceFile: Sendable {
    /// The path, as it is shown in reports.
    public let path: String
    /// The text, with line breaks of one character.
    let text: String
    /// The text that was read: a file whose text has changed since is not written.
    public let original: String
    /// The module that the file is compiled into.
    public let module: Module
    let tree: SourceFileSyntax
    let locations: SourceLocationConverter
    /// What the parser finds wrong, each with its line.
    public let syntaxErrors: [String]

    /// Parses a file.
    public init(path: String, text: String, module: Module) {
        self.path = path
        original = text
        let text = text.replacing("\r\n", with: "\n")
        self.text = text
        self.module = module
        let parsed = Parser.parse(source: text)
        // Folding makes `a as P` and `a ? b : c` one node each. Text and positions stay.
        let folded = OperatorTable.standardOperators.foldAll(parsed, errorHandler: { _ in })
        let tree = folded.as(SourceFileSyntax.self) ?? parsed
        self.tree = tree
        let locations = SourceLocationConverter(fileName: path, tree: tree)
        self.locations = locations
        syntaxErrors =
            parsed.hasError
            ? ParseDiagnosticsGenerator.diagnostics(for: parsed).map {
                "\(path):\($0.location(converter: locations).line): \($0.message)"
            } : []
    }

    /// A text with the line breaks that the file was read with.
    func withOwnLineBreaks(_ text: String) -> String {
        original.contains("\r\n") ? text.replacing("\n", with: "\r\n") : text
    }

    /// Whether the file has line breaks of both kinds, of which one would be lost.
    var mixesLineBreaks: Bool {
        let bytes = Array(original.utf8)
        let breaks = bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }
        let long = breaks.filter { $0 > 0 && bytes[$0 - 1] == UInt8(ascii: "\r") }
        return !long.isEmpty && long.count < breaks.count
    }

    /// The place of a node, without the comments and spaces before it.
    func place(of node: some SyntaxProtocol) -> Place {
        let location = node.startLocation(converter: locations)
        return Place(file: path, line: location.line, column: location.column)
    }

    /// The names of the modules that the file imports.
    var imports: Set<String> {
        Set(importDeclarations.compactMap { $0.path.first?.name.text })
    }

    var importDeclarations: [ImportDeclSyntax] {
        tree.statements.compactMap { $0.item.as(ImportDeclSyntax.self) }
    }
}

/// A place in a source file.
public struct Place: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The file's path.
    public let file: String
    /// The line, from one.
    public let line: Int
    /// The column, from one.
    public let column: Int

    /// The file and the line, as compilers write them.
    public var description: String { "\(file):\(line)" }

    /// By file, line and column.
    public static func < (one: Place, other: Place) -> Bool {
        (one.file, one.line, one.column) < (other.file, other.line, other.column)
    }
}

/// A module of the program.
public struct Module: Hashable, Sendable {
    /// The name that `import` takes; empty where the sources do not show it.
    public let name: String
    /// Whether it holds tests or mocks: what they register stands in for the real services.
    public let isTest: Bool

    /// Names a module.
    public init(name: String, isTest: Bool = false) {
        self.name = name
        self.isTest = isTest
    }
}
