import Foundation
import ResolverMigrate
import Testing

@Suite struct LedgerTests {
    private let text = """
        import Resolver
        struct A {}
        struct B {}
        extension Resolver {
            static func register() {
                register { A() }
                register { B() }
            }
        }
        let a: A = Resolver.resolve()
        let b: B = Resolver.resolve()
        """

    private let json = """
        {"resolutions": [
            {"service": "App.A", "name": null, "file": "App/Wiring.swift", "line": 10, "count": 3},
            {"service": "App.C", "file": "Other/Wherever.swift", "line": 7, "count": 2}],
         "services": [
            {"service": "App.A", "factory": null, "kind": "runtime", "file": "App/Wiring.swift", "line": 6, "count": 3},
            {"service": "App.B", "factory": null, "kind": "runtime", "file": "App/Wiring.swift", "line": 7, "count": 0}]}
        """

    @Test func theReportSaysWhatRanAndWhatDidNot() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).json").path
        try json.write(toFile: path, atomically: true, encoding: .utf8)
        let program = Program([SourceFile(path: "Sources/Wiring.swift", text: text, module: Module(name: "App"))])
        let report = Report(program, ledger: try Ledger(contentsOf: path)).text
        #expect(report.contains("1 of 2 lookups ran while the ledger was kept"))
        #expect(report.contains("never resolved: Sources/Wiring.swift:7  B"))
        #expect(report.contains("ran, and is not in these sources: Other/Wherever.swift:7  App.C, 2 times"))
    }
}
