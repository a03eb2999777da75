import Foundation
import ResolverMigrate
import Testing

@Suite struct LedgerTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

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
        let path = try folder.file("ledger.json", json)
        let program = Program([SourceFile(path: "Sources/Wiring.swift", text: text, module: Module(name: "App"))])
        let report = Report(program, ledger: try Ledger(contentsOf: path)).text
        #expect(report.contains("1 of 2 lookups ran while the ledger was kept"))
        #expect(report.contains("never resolved: Sources/Wiring.swift:7  B"))
        #expect(report.contains("ran, and is not in these sources: Other/Wherever.swift:7  App.C, 2 times"))
    }

    @Test(
        "own defect D317: a place is one of the module that ran, where several files have its name",
        arguments: [
            (["Core", "App"], "App", [nil, 3]),
            (["my-core", "App"], "my_core", [3, nil]),
            // What the layout does not show: a module may have another name than its folder.
            (["Core", "App"], "Elsewhere", [3, 3]),
            ([""], "App", [3]),
            (["Core"], "App", [3]),
        ] as [([String], String, [Int?])])
    func filesOfOneName(_ modules: [String], _ ran: String, _ counts: [Int?]) throws {
        let path = try folder.file("ledger.json", json.replacing("App/Wiring.swift", with: "\(ran)/Wiring.swift"))
        let files = modules.map {
            SourceFile(path: "Sources/\($0)/Wiring.swift", text: text, module: Module(name: $0))
        }
        let report = Report(Program(files), ledger: try Ledger(contentsOf: path)).text
        let ranAt = counts.count { $0 != nil }
        #expect(report.contains("\(ranAt) of \(2 * modules.count) lookups ran"), "\(report)")
        for (module, count) in zip(modules, counts) {
            let isNamed = report.contains("never resolved: Sources/\(module)/Wiring.swift:7")
            #expect(isNamed == (count != nil), "\(report)")
        }
    }
}
