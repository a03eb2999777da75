import SwiftParser
import SwiftSyntax
import Testing

@testable import ResolverMigrate

/// When code is there and runs, and what follows of several places.
@Suite struct ConditionTests {
    /// The conditions of all calls of `here`.
    private func conditions(_ text: String) -> [Condition] {
        let calls = Calls(viewMode: .sourceAccurate)
        calls.walk(Parser.parse(source: text))
        return calls.found.map { $0.condition(StatementLists()) }
    }

    @Test(arguments: [
        ("#if A\nhere()\n#else\nhere()\n#endif", ""),
        ("#if A\nhere()\n#elseif B\nhere()\n#else\nhere()\n#endif", ""),
        ("#if A\nhere()\n#elseif B\nhere()\n#endif", "A || !A && B"),
        ("#if A && B\nhere()\n#else\nhere()\n#endif", ""),
        ("#if A || B\n#if C\nhere()\n#endif\n#endif", "(A || B) && C"),
        ("#if A || B\nhere()\n#endif", "A || B"),
        ("#if A\n#else\nhere()\n#endif", "!A"),
        ("#if !A\nhere()\n#endif\n#if A\nhere()\n#endif", ""),
        ("#if A\nhere()\n#if B\nhere()\n#endif\n#endif", "A"),
        ("#if A\n#if B\nhere()\n#endif\n#endif\n#if B\nhere()\n#endif", "B"),
        ("here()\n#if A\nhere()\n#endif", ""),
        ("#if A\n#if A\nhere()\n#endif\n#endif", "A"),
        ("#if !(A)\nhere()\n#endif", "!A"),
    ])
    func placesTogetherAreWhereOneOfThemIs(_ text: String, _ expected: String) {
        #expect(Conditions(conditions(text)).text == expected)
    }

    @Test(arguments: [
        ("if a { here() } else { here() }", true),
        ("if a { here() } else if b { here() }", false),
        ("if a { here() } else if b { here() } else { here() }", true),
        ("if a { here() }; if a { here() } else {}", false),
        ("switch a { case 1: here()\ncase 2: here()\ndefault: here() }", true),
        ("switch a { case 1: here()\ncase 2: break\ndefault: here() }", false),
        ("guard a else { return }\nhere()", false),
        ("#if A\nreturn\n#endif\nhere()", false),
        ("switch a {\n#if A\ncase 1: here()\n#endif\ndefault: here() }", false),
        ("for _ in a { here() }", false),
        ("run { here() }", false),
        ("do { here() } catch {}", true),
    ])
    func allBranchesTogetherAlwaysRun(_ body: String, _ isAlways: Bool) {
        #expect(Conditions(conditions("func f() {\n\(body)\n}")).isAlways == isAlways)
    }

    @Test(
        "own defect D311: what stands behind a try may not run",
        arguments: [
            ("do { try a(); here() } catch {}", false),
            ("do { _ = [try a()]; here() } catch {}", false),
            ("do { let b = try a(); here() } catch {}", false),
            ("try a()\nhere()", false),
            ("do { do { try a() } catch is Missing {}; here() } catch {}", false),
            ("try? a()\nhere()", true),
            ("do { try a() } catch {}\nhere()", true),
            ("do { here(); try a() } catch {}", true),
            ("run { try a() }\nhere()", true),
        ])
    func whatStandsBehindATry(_ body: String, _ isAlways: Bool) {
        #expect(Conditions(conditions("func f() {\n\(body)\n}")).isAlways == isAlways)
    }

    @Test(
        "own defect D597: what stands behind a break may not run",
        arguments: [
            ("switch a { case 1: here()\ndefault: if b { break }; here() }", false),
            ("work: do { if a { break work }; here() }", false),
            ("work: if a { if b { break work }; here() } else { here() }", false),
            ("for _ in a { if b { break } }\nhere()", true),
            ("switch a { default: break }\nhere()", true),
            ("work: do { for _ in a { if b { break work } }; here() }", false),
            ("work: for _ in a { for _ in b { continue work } }\nhere()", true),
        ])
    func whatStandsBehindABreak(_ body: String, _ isAlways: Bool) {
        #expect(Conditions(conditions("func f() {\n\(body)\n}")).isAlways == isAlways)
    }

    @Test func oneImpliesAnother() {
        let all = conditions("#if A && B\nhere()\n#endif\n#if A\nhere()\n#if B\nhere()\n#endif\n#endif")
        #expect(all[0].implies(all[1]) && !all[1].implies(all[0]))
        #expect(all[0].implies(all[2]) && all[2].implies(all[0]))
    }
}

private final class Calls: SyntaxVisitor {
    var found: [FunctionCallExprSyntax] = []

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        if node.calledName == "here" { found.append(node) }
        return .visitChildren
    }
}
