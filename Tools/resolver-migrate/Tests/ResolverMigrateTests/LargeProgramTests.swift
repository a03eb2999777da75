import SwiftSyntax
import Testing

@testable import ResolverMigrate

@Suite struct LargeProgramTests {
    private func index(_ text: String) -> Index {
        Index([SourceFile(path: "A.swift", text: text, module: Module(name: ""))])
    }

    /// Each file is searched for each of these words: one for every function would take longer than all the rest.
    @Test func howOftenAFileIsSearchedDoesNotGrowWithTheProgramsFunctions() {
        let functions = (0..<300).map { "    static func registerGroup\($0)() {}\n" }.joined()
        #expect(SourceFile.words(index("extension Resolver {\n\(functions)}\n")).count == SourceFile.words.count)
    }

    @Test func aFunctionOfAnotherNameIsLookedForInEachFile() {
        let helper = "extension Resolver {\n    func provide<T>(_ make: @escaping () -> T) { register { make() } }\n}\n"
        #expect(SourceFile.words(index(helper)) == SourceFile.words + ["provide"])
    }

    /// Operators are folded only where that matters, as it takes twice as long as parsing.
    @Test func onlyFilesThatMayMatterAreFolded() {
        func isFolded(_ text: String) -> Bool { SequenceCount(text).count == 0 }
        #expect(!isFolded("let sum = 1 + 2\n"))
        #expect(isFolded("let plain = Plain() as P\n"))
        #expect(isFolded("import Resolver\nlet sum = 1 + 2\n"))
    }
}

private final class SequenceCount: SyntaxVisitor {
    private(set) var count = 0

    init(_ text: String) {
        super.init(viewMode: .sourceAccurate)
        walk(SourceFile(path: "A.swift", text: text, module: Module(name: "")).tree)
    }

    override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
        count += 1
        return .visitChildren
    }
}
