import Foundation
import Resolver
import ResolverDiagnostics
import SafeFacade
import TestSupport
import Testing

private protocol Shelving: SharedContainer {}
extension Shelving {
    fileprivate var archive: Factory<FileArchive> { self { FileArchive() } }
}
private final class AtticShelf: Shelving { let manager = ContainerManager() }
private final class BathShelf: Shelving { let manager = ContainerManager() }
private final class CellarShelf: Shelving { let manager = ContainerManager() }
private final class DeskShelf: Shelving { let manager = ContainerManager() }
private final class EntryShelf: Shelving { let manager = ContainerManager() }
private final class FrontShelf: Shelving { let manager = ContainerManager() }
private enum Attic { final class Shelf: Shelving { let manager = ContainerManager() } }
private enum Bath { final class Shelf: Shelving { let manager = ContainerManager() } }
private enum Cellar { final class Shelf: Shelving { let manager = ContainerManager() } }
private enum Den { final class Shelf: Shelving { let manager = ContainerManager() } }
private enum Entry { final class Shelf: Shelving { let manager = ContainerManager() } }
private enum Front { final class Shelf: Shelving { let manager = ContainerManager() } }

/// Runs a body in a sandbox without the hook, with a ledger that counts there.
private func withLedger(_ body: (Ledger) throws -> Void) rethrows {
    try withSandbox(.fresh) {
        let ledger = Ledger()
        Resolver.addObserver(ledger)
        try body(ledger)
    }
}

@Suite struct LedgerTests {
    @Test func callsAreCountedByPlace() {
        withLedger { ledger in
            Resolver.register { SystemKeychain() as any Keychain }
            let line = #line
            for _ in 0..<3 { _ = Resolver.resolve((any Keychain).self) }
            _ = Resolver.optional(FileArchive.self)
            @Injected var keychain: any Keychain
            let calls = ledger.report().resolutions
            #expect(calls.map(\.line) == [line + 1, line + 2, line + 3])
            #expect(calls.map(\.count) == [3, 1, 1])
            #expect(calls[0].service == "any ResolverDiagnosticsTests.Keychain")
            #expect(calls[1].file == "ResolverDiagnosticsTests/LedgerTests.swift")
        }
    }

    @Test func callsThroughTypedFactoriesAreNotLookups() {
        withLedger { ledger in
            Resolver.register { SystemKeychain() as any Keychain }
            Resolver.register(\.archive)
            _ = Container.shared.keychain()
            _ = Container.shared.archive()
            #expect(ledger.report().resolutions.isEmpty)
            _ = Resolver.resolve((any Archive).self)
            #expect(ledger.report().resolutions.count == 1)
        }
    }

    @Test("own defect D258: a typed call is no lookup where a mock was registered before the export")
    func typedCallsOfWhatWasRegisteredBeforeTheExport() async throws {
        try await withSandbox(.fresh) { () async throws -> Void in
            let (ledger, recorder) = (Ledger(), DependencyGraph.Recorder())
            Resolver.addObserver(ledger)
            Resolver.addObserver(recorder)
            Resolver.register { FileArchive(Container.shared.mockedLabel()) as any Archive }
            Resolver.register { "mock" }
            Resolver.registerAsync { Sketch() }
            Resolver.register(\.archive)
            Resolver.register(\.mockedLabel)
            Resolver.register(\.asyncSketch)
            #expect(Container.shared.archive().label == "mock")
            _ = try await Container.shared.asyncSketch()
            #expect(ledger.report().resolutions.isEmpty)
            let graph = recorder.graph
            #expect(
                Set(graph.services.compactMap(\.factory)) == [
                    "Container.archive", "Container.mockedLabel", "Container.asyncSketch",
                ])
            // Each factory passes on the registration of its type.
            let needed = Dictionary(grouping: graph.dependencies, by: \.service).mapValues {
                $0.map { graph.services[$0.needed].type }
            }
            for service in graph.services where service.factory != nil {
                #expect(needed[service.index] == [service.type])
            }
            _ = Resolver.resolve((any Archive).self)
            #expect(ledger.report().resolutions.map(\.service) == ["any ResolverDiagnosticsTests.Archive"])
        }
    }

    @Test("own defect D259: all() of what is exported is a lookup")
    func allOfWhatIsExported() {
        withLedger { ledger in
            Resolver.register(\.archive)
            Resolver.register(\.anyArchive, name: "perhaps")
            _ = Resolver.all((any Archive).self)
            #expect(ledger.report().resolutions.map(\.count) == [1, 1])
            #expect(ledger.report().unresolved.isEmpty)
        }
    }

    @Test("own defect D290: a name with a line break stays in its row")
    func namesWithLineBreaks() {
        // A line feed, an escape, a mark that reverses the direction of text, and the two line separators of Unicode.
        for scalar in ["\n", "\u{1B}", "\u{202E}", "\u{2028}", "\u{2029}"] {
            withLedger { ledger in
                let lines = Guarded()
                Resolver.addObserver(ResolutionTrace { lines.add($0) })
                let name = Resolver.Name("a\(scalar)b")
                Resolver.register(name: name) { "mock" }
                _ = Resolver.resolve(String.self, name: name)
                for text in [ledger.report().description, lines.text] {
                    #expect(text.contains(#"(name: "a b")"#))
                }
            }
        }
    }

    @Test func whatIsNearerToTheRootThanATypedFactoryIsNoLookupEither() {
        withLedger { ledger in
            Resolver.register(\.archive)
            Resolver.register(\.anyArchive, name: "perhaps")
            let mock = Resolver(child: .main)
            mock.register { FileArchive(Resolver.resolve(name: "label")) as any Archive }
            mock.register(name: "perhaps") { FileArchive("mock") as any Archive }
            Resolver.register(name: "label") { "mock" }
            Resolver.root = mock
            #expect(Container.shared.archive().label == "mock")
            #expect(Container.shared.anyArchive()?.label == "mock")
            // A lookup that the mock itself makes counts.
            #expect(ledger.report().resolutions.map(\.service) == ["Swift.String"])
            _ = Resolver.resolve((any Archive).self)
            #expect(ledger.report().resolutions.count == 2)
        }
    }

    @Test func servicesSayHowFarTheyHaveCome() {
        withLedger { ledger in
            Resolver.register { SystemKeychain() as any Keychain }
            Resolver.register(\.archive)
            Resolver.register { Notebook() }
            _ = Container.shared.keychain()
            _ = Container.shared.looseArchive()
            _ = Desk.shared.archive()
            let report = ledger.report()
            #expect(
                report.services.map { "\($0.service): \($0.kind) \($0.factory ?? "-") \($0.count ?? -1)" } == [
                    "ResolverDiagnosticsTests.FileArchive: typed Container.looseArchive -1",
                    "ResolverDiagnosticsTests.Notebook: runtime - 0",
                    "any ResolverDiagnosticsTests.Archive: exported Container.archive 0",
                    "any ResolverDiagnosticsTests.Archive: typed Desk.archive -1",
                    "any ResolverDiagnosticsTests.Keychain: legacy Container.keychain 1",
                ])
            #expect(report.typedCount == 4)
            // What is not registered cannot be looked up.
            #expect(
                report.unresolved.map(\.service)
                    == ["ResolverDiagnosticsTests.Notebook", "any ResolverDiagnosticsTests.Archive"])
            #expect(!report.isEmpty)
        }
    }

    @Test func aProgramOfTypedFactoriesLeavesItEmpty() {
        withLedger { ledger in
            _ = Container.shared.archive()
            #expect(ledger.report().isEmpty)
            _ = Resolver.optional((any Keychain).self)
            #expect(!ledger.report().isEmpty)
        }
        withLedger { ledger in
            Resolver.register(\.archive)
            let report = ledger.report()
            #expect(report.services.map(\.isTyped) == [true] && !report.isEmpty)
        }
    }

    @Test func aLookupOfNothingIsNoUseOfWhatIsRegisteredLater() {
        withLedger { ledger in
            _ = Resolver.optional((any Keychain).self)
            Resolver.register { SystemKeychain() as any Keychain }
            #expect(ledger.report().services.map(\.count) == [0])
            #expect(ledger.report().services.map(\.uses) == [0])
        }
    }

    @Test func callsOfOneLineAreInTheOrderOfTheirNames() {
        withLedger { ledger in
            func ask(_ name: Resolver.Name) {
                _ = Resolver.optional(Int.self, name: name, file: "App/A.swift", line: 1)
            }
            for name in ["f", "b", "d", "a", "e", "c"] as [Resolver.Name] { ask(name) }
            #expect(ledger.report().resolutions.map(\.name) == ["a", "b", "c", "d", "e", "f"])
        }
    }

    @Test func aLedgerThatIsNotAddedCountsNothing() {
        withLedger { ledger in
            Resolver.register { SystemKeychain() as any Keychain }
            Resolver.removeObserver(ledger)
            _ = Resolver.resolve((any Keychain).self)
            #expect(ledger.report().resolutions.isEmpty)
            #expect(ledger.report().services.count == 1)
        }
    }

    @Test func theReportIsATable() {
        withLedger { ledger in
            let line = #line
            Resolver.register { SystemKeychain() as any Keychain }
            Resolver.register(name: "spare") { SystemKeychain("spare") as any Keychain }
            _ = Container.shared.keychain()
            _ = Container.shared.looseArchive()
            _ = Resolver.resolve((any Keychain).self, name: "spare")
            #expect(
                "\(ledger.report())" == """
                    2 of 3 services typed, 1 call resolved at run time

                    service                                                typed factory                 resolved  used  registered or declared at
                    ResolverDiagnosticsTests.FileArchive                   typed Container.looseArchive  -         1     ResolverDiagnosticsTests/BridgedServices.swift:34
                    any ResolverDiagnosticsTests.Keychain                  legacy Container.keychain     1         1     ResolverDiagnosticsTests/LedgerTests.swift:\(line + 1)
                    any ResolverDiagnosticsTests.Keychain (name: "spare")  -                             1         1     ResolverDiagnosticsTests/LedgerTests.swift:\(line + 2)

                    resolved at run time                                   times  at
                    any ResolverDiagnosticsTests.Keychain (name: "spare")  1      ResolverDiagnosticsTests/LedgerTests.swift:\(line + 5)

                    """)
        }
    }

    /// Works like a check in CI, with the report that was committed at an earlier point of the migration.
    @Test func aCommittedReportShowsWhatHasGrown() throws {
        try withLedger { ledger in
            Resolver.register { SystemKeychain() as any Keychain }
            for _ in 0..<2 { _ = Resolver.resolve((any Keychain).self) }
            let committed = try JSONEncoder().encode(ledger.report())

            let earlier = try JSONDecoder().decode(Ledger.Report.self, from: committed)
            #expect(earlier == ledger.report())
            _ = Container.shared.looseArchive()
            #expect(ledger.report().growth(since: earlier) == [])

            _ = Resolver.resolve((any Keychain).self)
            Resolver.register { Notebook() }
            #expect(
                ledger.report().growth(since: earlier) == [
                    "ResolverDiagnosticsTests/LedgerTests.swift resolves any ResolverDiagnosticsTests.Keychain at run time in 2 places, "
                        + "and did in 1",
                    "ResolverDiagnosticsTests.Notebook is registered in ResolverDiagnosticsTests/LedgerTests.swift without a typed factory",
                ])
        }
    }

    @Test("own defect D322: factories of one declaration have an order, whichever container they are of")
    func factoriesOfOneDeclaration() {
        withLedger { ledger in
            func use<Shelf: Shelving>(_ type: Shelf.Type) { _ = type.shared.archive() }
            use(FrontShelf.self)
            use(EntryShelf.self)
            use(DeskShelf.self)
            use(CellarShelf.self)
            use(BathShelf.self)
            use(AtticShelf.self)
            let factories = ledger.report().services.compactMap(\.factory)
            #expect(factories == ["Attic", "Bath", "Cellar", "Desk", "Entry", "Front"].map { "\($0)Shelf.archive" })
        }
    }

    @Test("own defect D415: factories of nested containers of one name have an order")
    func factoriesOfNestedContainers() {
        withLedger { ledger in
            func use<Shelf: Shelving>(_ type: Shelf.Type, _ count: Int) {
                for _ in 0..<count { _ = type.shared.archive() }
            }
            use(Front.Shelf.self, 6)
            use(Entry.Shelf.self, 5)
            use(Den.Shelf.self, 4)
            use(Cellar.Shelf.self, 3)
            use(Bath.Shelf.self, 2)
            use(Attic.Shelf.self, 1)
            let services = ledger.report().services
            #expect(services.compactMap(\.factory) == Array(repeating: "Shelf.archive", count: 6))
            #expect(services.map(\.uses) == [1, 2, 3, 4, 5, 6])
        }
    }

    /// A report as a check reads it: the labels of services in a file, and of the calls in it.
    private func report(_ services: [String], _ calls: [String], named name: String? = nil) throws -> Ledger.Report {
        let services = services.map {
            [
                "service": $0, "name": name as Any, "kind": "runtime", "file": "App/A.swift", "line": 0, "count": 0,
                "uses": 0,
            ].compactMapValues { $0 }
        }
        let calls = calls.map {
            [
                "service": $0, "name": name as Any, "file": "App/A.swift", "line": 7, "count": 2,
            ].compactMapValues { $0 }
        }
        let json = try JSONSerialization.data(withJSONObject: ["services": services, "resolutions": calls])
        return try JSONDecoder().decode(Ledger.Report.self, from: json)
    }

    @Test func whatHasGrownIsInAFixedOrder() throws {
        let names = ["F", "B", "D", "A", "E", "C"]
        let growth = try report(names, names, named: "new").growth(since: report([], []))
        let sorted = names.sorted()
        #expect(
            growth == sorted.map {
                "App/A.swift resolves \($0) (name: \"new\") at run time in one place, and did in 0"
            } + sorted.map { "\($0) (name: \"new\") is registered in App/A.swift without a typed factory" })
        // A registration with another name is another one.
        let renamed = try report(["A"], ["A"], named: "new").growth(since: report(["A"], ["A"], named: "old"))
        #expect(renamed.count == 2)
    }

    @Test("own defect D576: what has grown is a sentence, also where the file is not known")
    func growthOfNoKnownFile() throws {
        let json = """
            {"services":[{"service":"A","kind":"runtime","file":"","line":0,"count":0,"uses":0}],
            "resolutions":[{"service":"A","file":"","line":0,"count":1}]}
            """
        let grown = try JSONDecoder().decode(Ledger.Report.self, from: Data(json.utf8))
        #expect(
            try grown.growth(since: report([], [])) == [
                "an unknown file resolves A at run time in one place, and did in 0",
                "A is registered in an unknown file without a typed factory",
            ])
    }

    @Test func aTableShowsWhatIsNotKnownAndLeavesOutWhatIsEmpty() throws {
        #expect(
            try "\(report(["A"], []))" == """
                0 of 1 services typed, 0 calls resolved at run time

                service  typed factory  resolved  used   registered or declared at
                A        -              never     never  -

                """)
    }

    @Test("own defect D185: what Injections has for its overrides is no service")
    func overridesOfPropertiesAreNoServices() {
        withLedger { ledger in
            let line = #line + 1
            let kept = { Injections().cached(Sketch()) }
            Injections.register(Sketch.self) { Sketch() }
            @Injectable(\.sketch) var mock
            #expect(ledger.report().services.isEmpty)
            Injections.reset(Sketch.self)
            _ = kept()
            @Injectable(\.sketch) var plain
            // A service that a property keeps counts.
            #expect(ledger.report().services.map(\.line) == [line])
            #expect(ledger.report().services.map(\.file) == ["ResolverDiagnosticsTests/LedgerTests.swift"])
        }
    }
}

private final class Sketch: Sendable {}

/// The lines that a trace has written.
private final class Guarded: Sendable {
    private let lines = Locked<[String]>([])
    func add(_ line: String) { lines.withLock { $0.append(line) } }
    var text: String { lines.withLock { $0.joined(separator: "\n") } }
}

extension Container {
    fileprivate var mockedLabel: Factory<String> { self { "live" } }
    fileprivate var asyncSketch: AsyncFactory<Sketch> { self { Sketch() } }
}

extension Injections {
    fileprivate var sketch: Sketch { Sketch() }
}
