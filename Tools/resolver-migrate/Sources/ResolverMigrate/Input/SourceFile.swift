import SwiftOperators
import SwiftParser
import SwiftParserDiagnostics
import SwiftSyntax

/// A Swift file: its text, its syntax tree, and its module.
public struct SourceFile: Sendable {
    /// The path, as reports show it.
    public let path: String
    /// The text, with `\n` as line break, and without a byte order mark.
    let text: String
    /// The text that was read.
    ///
    /// If the file has changed since, it is not written.
    public let original: String
    /// The module that the file is compiled into.
    public let module: Module
    let tree: SourceFileSyntax
    /// The offsets at which lines begin.
    private let lineStarts: [Int]
    /// The errors that the parser finds, each with its line.
    public let syntaxErrors: [String]
    /// Whether the file mixes kinds of line break, some of which would be lost, or has `\r` alone, as on old systems.
    private let mixesLineBreaks: Bool

    /// Parses a file of a given module.
    public init(path: String, text: String, module: Module) { self.init(path: path, text: text) { _ in module } }

    /// Parses a file, whose module follows from its path and its imports.
    public init(path: String, text: String, modules: ModuleMap) {
        self.init(path: path, text: text) { modules.module(of: path, imports: $0.statements.imports) }
    }

    private init(path: String, text: String, module: (SourceFileSyntax) -> Module) {
        self.path = path
        original = text
        let unmarked = text.hasByteOrderMark ? String(text.unicodeScalars.dropFirst()) : text
        let text = unmarked.contains(word: "\r\n") ? unmarked.replacing("\r\n", with: "\n") : unmarked
        self.text = text
        mixesLineBreaks = original.mixesLineBreaks
        lineStarts = [0] + text.utf8.enumerated().lazy.filter { $0.element == UInt8(ascii: "\n") }.map { $0.offset + 1 }
        let parsed = Parser.parse(source: text)
        tree = text.needsFolding ? parsed.folded : parsed
        self.module = module(parsed)
        guard parsed.hasError else {
            syntaxErrors = []
            return
        }
        let locations = SourceLocationConverter(fileName: path, tree: parsed)
        syntaxErrors = ParseDiagnosticsGenerator.diagnostics(for: parsed).map {
            "\(path):\($0.location(converter: locations).line): \($0.message)"
        }
    }

    /// A text with the line breaks and the byte order mark of the file that was read.
    func asRead(_ text: String) -> String {
        (original.hasByteOrderMark ? "\u{FEFF}" : "")
            + (original.contains("\r\n") ? text.replacing("\n", with: "\r\n") : text)
    }

    /// Whether the tool may change the file.
    var isChangeable: Bool { syntaxErrors.isEmpty && !mixesLineBreaks }

    /// The place of a node, without the comments and spaces before it.
    func place(of node: some SyntaxProtocol) -> Place {
        let offset = node.positionAfterSkippingLeadingTrivia.utf8Offset
        let line = lineStarts.partitioningIndex { $0 > offset }
        return Place(file: path, line: line, column: offset - lineStarts[line - 1] + 1)
    }

    /// The names of the modules that the file imports.
    var imports: Set<String> {
        Set(importDeclarations.compactMap { $0.path.first?.name.text })
    }

    var importDeclarations: [ImportDeclSyntax] {
        tree.statements.compactMap { $0.item.as(ImportDeclSyntax.self) }
    }

    /// The outermost string literal around an offset.
    func string(at offset: Int) -> StringLiteralExprSyntax? {
        let token = tree.token(at: AbsolutePosition(utf8Offset: offset))
        return token?.ancestors.compactMap { $0.as(StringLiteralExprSyntax.self) }
            .last { $0.plainRange.lowerBound < offset && offset < $0.plainRange.upperBound }
    }

    /// Whether an offset lies between tokens: in a comment it does, on a line of a string literal it does not.
    func isTrivia(at offset: Int) -> Bool {
        tree.token(at: AbsolutePosition(utf8Offset: offset)).map { !$0.plainRange.contains(offset) } ?? true
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

    /// Orders places by file, line and column.
    public static func < (one: Place, other: Place) -> Bool {
        (one.file, one.line, one.column) < (other.file, other.line, other.column)
    }
}

/// A module of the program.
public struct Module: Hashable, Sendable {
    /// The name that `import` takes; empty where the sources do not show it.
    public let name: String
    /// Whether the module holds tests or mocks, whose registrations replace the real services.
    public let isTest: Bool

    /// Names a module.
    public init(name: String, isTest: Bool = false) {
        self.name = name
        self.isTest = isTest
    }
}

extension CodeBlockItemListSyntax {
    /// The names of the modules that the file imports, with or without a condition.
    fileprivate var imports: Set<String> {
        reduce(into: []) { names, item in
            if let name = item.item.as(ImportDeclSyntax.self)?.path.first?.name.text { names.insert(name) }
            for clause in item.item.as(IfConfigDeclSyntax.self)?.clauses ?? [] {
                if case .statements(let items)? = clause.elements { names.formUnion(items.imports) }
            }
        }
    }
}

extension SourceFileSyntax {
    /// The tree with a single node for each `a as P` and `a ? b : c`; text and positions stay.
    fileprivate var folded: SourceFileSyntax {
        OperatorTable.standardOperators.foldAll(self, errorHandler: { _ in }).as(SourceFileSyntax.self) ?? self
    }
}

extension String {
    fileprivate var mixesLineBreaks: Bool {
        // Most files have no `\r`, and are only read once.
        guard contains(word: "\r") else { return false }
        let bytes = Array(utf8)
        let (feed, carriage) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))
        let long = zip(bytes, bytes.dropFirst()).count { $0 == (carriage, feed) }
        let (feeds, carriages) = (bytes.count { $0 == feed }, bytes.count { $0 == carriage })
        return carriages > long || long < feeds
    }

    /// Whether the text begins with a byte order mark.
    fileprivate var hasByteOrderMark: Bool { unicodeScalars.first == "\u{FEFF}" }

    /// Whether operators matter, as folding them takes twice as long as parsing.
    ///
    /// They matter where something may be registered or asked for, and where a property's value may state its type.
    fileprivate var needsFolding: Bool { contains(word: " as ") || mentions(anyOf: SourceFile.words) }

    /// Whether the text has any of these words.
    func mentions(anyOf words: [String]) -> Bool { words.contains(where: contains(word:)) }

    /// Whether the text has a word; comparing bytes is much faster than comparing characters.
    func contains(word: String) -> Bool {
        let word = Array(word.utf8)
        let isFound = utf8.withContiguousStorageIfAvailable { text in
            var rest = text[...]
            while rest.count >= word.count, let start = rest.firstIndex(of: word[0]) {
                if text[start...].starts(with: word) { return true }
                rest = text[(start + 1)...]
            }
            return false
        }
        return isFound ?? contains(String(decoding: word, as: UTF8.self))
    }
}

extension [Int] {
    /// The index of the first element that passes a test, in an array where all elements behind it pass, too.
    fileprivate func partitioningIndex(where passes: (Int) -> Bool) -> Int {
        var range = startIndex..<endIndex
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            range = passes(self[middle]) ? range.lowerBound..<middle : (middle + 1)..<range.upperBound
        }
        return range.lowerBound
    }
}
