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

    /// The stage declare takes as long again for as many registrations again, also where they are in one function.
    @Test("own defect D217: the time for a file does not grow with the square of its registrations")
    func timeGrowsWithTheRegistrations() {
        func time(of count: Int) -> Duration {
            let numbers = 0..<count
            let text =
                "import Resolver\n"
                + numbers.map { "protocol P\($0) {}\nclass S\($0): P\($0) { init() {} }\n" }.joined()
                + "extension Resolver: ResolverRegistering {\n    public static func registerAllServices() {\n"
                + numbers.map { "        register { S\($0)() as P\($0) }.scope(.cached)\n" }.joined() + "    }\n}\n"
            return ContinuousClock().measure {
                let file = SourceFile(path: "A.swift", text: text, module: Module(name: ""))
                #expect(Draft(Program([file]), stage: .declare).changes.count == 1)
            }
        }
        // Sixteen times as many took a hundred times as long; other tests may run beside this one.
        #expect(time(of: 800) < time(of: 50) * 48)
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
