import Foundation
import Resolver
import ResolverDiagnostics
import SafeFacade
import Testing

extension Container {
    fileprivate var title: Factory<String> { self { "title" } }
}

extension Container {
    fileprivate var fileArchive: Factory<FileArchive> { self { FileArchive() } }
}

/// Halls whose desks, of different types, have one name.
private enum Hall<Name> {
    final class Desk: SharedContainer {
        let manager = ContainerManager()
        init() {}
        /// The factory that is declared in a file.
        subscript(file: StaticString) -> Factory<String> { self({ "" }, file: file, line: 1) }
    }
}

@Suite struct ReportTests {
    /// The data that the page's script reads.
    private func data(_ report: WiringReport) throws -> [String: Any] {
        let html = report.html
        let start = try #require(html.range(of: #"<script type="application/json" id="data">"#))
        let end = try #require(html.range(of: "</script>", range: start.upperBound..<html.endIndex))
        let json = Data(html[start.upperBound..<end.lowerBound].utf8)
        return try #require(JSONSerialization.jsonObject(with: json) as? [String: Any])
    }

    @Test func aPageHasEverythingThatTheToolsSay() throws {
        let data = try data(ReportFixtures.small)
        let services = try #require(data["services"] as? [[String: Any]])
        #expect(services.count == 12)
        let store = try #require(services.first { $0["label"] as? String == "FeedStore" })
        #expect(store["lifetime"] as? String == "singleton")
        #expect(store["place"] as? String == "Store/FeedStore.swift:7")
        #expect(store["module"] as? String == "Store")
        #expect(store["made"] as? Int == 1)
        #expect(store["uses"] as? Int == 1)
        let problems = try #require(data["problems"] as? [[String: Any]])
        #expect(problems.map { ($0["text"] as? String)?.contains("[captive]") } == [true])
        #expect((data["times"] as? [[String: Any]])?.count == 8)
        #expect((data["ledger"] as? [String: Any])?["calls"] is [[String: Any]])
    }

    @Test func aPageHasTheMarksOfItsServices() throws {
        let data = try data(ReportFixtures.small)
        let services = try #require(data["services"] as? [[String: Any]])
        let lines = services.map { service in
            let marks = (service["marks"] as? [String])?.joined(separator: ", ") ?? ""
            let kept = service["kept"] as? Bool == true ? "kept" : "not kept"
            return "\(service["label"] ?? ""): \(service["lifetime"] as? String ?? "none"), \(kept); \(marks)"
        }
        #expect(
            lines == [
                "Account: shared, kept; single use", "Cache: none, not kept; missing",
                #"Cache "unused": graph, not kept; never used"#, "Feed: graph, not kept; single use",
                "FeedPage: unique, not kept; single use", "FeedStore: singleton, kept; single use",
                "Journal: cached, kept; single use", #"Part "search": graph, not kept; single use"#,
                #"Part "settings": graph, not kept; single use"#, #"Part "share": graph, not kept; never used"#,
                "Socket: singleton, kept; ", "Transport: stands for another, not kept; ",
            ])
        let skipped = WiringReport(
            validation: withSandbox(.fresh) {
                Resolver.registerServices = nil
                Resolver.register { _, args in Account() }
                return Resolver.validate()
            })
        let dataOfSkipped = try self.data(skipped)
        #expect(
            dataOfSkipped["skipped"] as? [String]
                == ["ResolverDiagnosticsTests.Account takes arguments: give a sample of them"])
        #expect(dataOfSkipped["validated"] as? Int == 0)
    }

    @Test func aPageHasTheTimesOfItsServices() throws {
        let (graph, entries) = withSandbox(.fresh) { () -> (DependencyGraph, [ServiceTimes.Entry]) in
            Resolver.registerServices = nil
            func register(_ resolver: Resolver, _ name: Resolver.Name?, _ file: StaticString) {
                resolver.register(name: name, file: file, line: 1) { () -> Int in
                    _ = Resolver.resolve(String.self)
                    Thread.sleep(forTimeInterval: 0.001)
                    return 1
                }.scope(.unique)
            }
            let child = Resolver()
            Resolver.main.add(child: child)
            register(.main, nil, "App/A.swift")
            register(.main, "named", "App/A.swift")
            register(child, nil, "App/B.swift")
            Resolver.register { () -> String in
                Thread.sleep(forTimeInterval: 0.001)
                return ""
            }.scope(.unique)
            let times = ServiceTimes()
            Resolver.addObserver(times)
            for _ in 0..<2 {
                _ = (Resolver.resolve(Int.self), Resolver.resolve(Int.self, name: "named"), child.resolve(Int.self))
            }
            return (DependencyGraph.Recorder().graph(of: .root), times.entries)
        }
        #expect(entries.map(\.type) == ["Swift.String", "Swift.Int", "Swift.Int", "Swift.Int"])
        let data = try data(WiringReport(graph: graph, times: entries))
        let (times, services) = (
            try #require(data["times"] as? [[String: Any]]), try #require(data["services"] as? [[String: Any]])
        )
        for (entry, time) in zip(entries, times) {
            let label = (time["label"] as? String) ?? ""
            #expect(label == (entry.name == nil ? entry.type : "Swift.Int (name: \"named\")"))
            #expect(time["count"] as? Int == entry.count)
            #expect(time["all"] as? UInt64 == entry.nanoseconds)
            #expect(time["own"] as? UInt64 == entry.first.nanoseconds)
            #expect(time["total"] as? UInt64 == entry.first.nanosecondsWithNeeds)
            let service = services[try #require(time["service"] as? Int)]
            #expect(service["type"] as? String == entry.type && service["name"] as? String == entry.name?.rawValue)
            #expect(service["place"] as? String == entry.place?.description)
            #expect(service["made"] as? Int == entry.count && service["own"] as? UInt64 == entry.nanoseconds)
        }
    }

    @Test func everyCharacterThatMayHarmIsEscaped() throws {
        let name = "a\\b\"c<d>e&f\u{7F}\u{85}\u{2028}\u{2029}\u{1}g"
        let graph = withSandbox(.fresh) {
            Resolver.registerServices = nil
            Resolver.register(name: Resolver.Name(name)) { 1 }
            return DependencyGraph.Recorder().graph(of: .root)
        }
        let report = WiringReport(title: "a & \"b\" <c>", graph: graph)
        let services = try #require(data(report)["services"] as? [[String: Any]])
        #expect(services.map { $0["name"] as? String } == [name])
        #expect(report.html.contains("<title>a &amp; &quot;b&quot; &lt;c&gt;</title>"))
        let escaped = #"a\\b\"c\u003cd\u003ee\u0026f\u007f\u0085\u2028\u2029\u0001g"#
        #expect(report.html.contains(escaped))
    }

    @Test func aReportOfNothingIsAPage() throws {
        let data = try data(WiringReport())
        #expect((data["services"] as? [Any])?.isEmpty == true)
        #expect(data["ledger"] is NSNull)
    }

    @Test func theGraphOfAValidationIsTakenWhereThereIsNoOther() throws {
        let report = WiringReport(validation: ReportFixtures.small.validation)
        let data = try data(report)
        #expect((data["services"] as? [Any])?.isEmpty == false)
    }

    @Test func namesArriveAsTheyAreAndEndNoScript() throws {
        let report = ReportFixtures.hostile
        let services = try #require(data(report)["services"] as? [[String: Any]])
        let names = Set(services.compactMap { $0["name"] as? String })
        #expect(names.isSuperset(of: ReportFixtures.names))
        #expect(report.html.components(separatedBy: "</script").count == 3)
        #expect(!report.html.contains("\u{2028}"))
        #expect(
            report.html.contains("<title>&lt;/title&gt;&lt;script&gt;document.title = 'harmed'&lt;/script&gt;</title>"))
    }

    @Test func nothingIsLoadedFromElsewhere() {
        let html = ReportFixtures.small.html
        #expect(html.contains("default-src 'none'"))
        #expect(html.replacing("http://www.w3.org/2000/svg", with: "").contains("://") == false)
    }

    @Test func aLargeProgramIsALargeGraph() {
        let graph = ReportFixtures.large.graph
        #expect(graph?.services.count == 300)
        #expect((560...660).contains(graph?.dependencies.count ?? 0), "\(graph?.dependencies.count ?? 0)")
    }

    @Test("own defect D281: a factory and what is registered for it are used as often as their service")
    func usesOfBothFaces() throws {
        let (graph, ledger) = observed {
            Resolver.register(file: "App/Keychain.swift", line: 1) { SystemKeychain() as any Keychain }
            Resolver.register(\.archive)
            Resolver.register(\.anyArchive, name: "perhaps")
            Resolver.register(\Desk.archive, name: "desk")
            for _ in 0..<2 { _ = Container.shared.archive() }
            _ = Container.shared.anyArchive()
            _ = Container.shared.keychain()
        }
        let data = try data(WiringReport(graph: graph, ledger: ledger))
        let services = try #require(data["services"] as? [[String: Any]])
        #expect(
            services.compactMap { $0["factory"] as? String }
                == ["Container.anyArchive", "Container.archive", "Container.keychain"])
        let rows = (data["ledger"] as? [String: Any])?["services"] as? [[String: Any]]
        #expect(rows?.map { $0["typed"] as? Bool } == [true, true, true, true])
        let lines = services.map { service in
            let uses = service["uses"] as? Int
            let isUnused = (service["marks"] as? [String])?.contains("never used") == true
            return "\(service["label"] ?? ""): \(uses.map { "\($0)" } ?? "unknown")\(isUnused ? ", never used" : "")"
        }
        #expect(
            lines == [
                "Container.anyArchive: 1", "Container.archive: 2", "Container.keychain: 1", "Archive: 2",
                "Archive \"desk\": 0, never used", "Archive \"perhaps\": 1", "Keychain: 1",
            ])
        #expect(graph.unused.map(\.name) == ["desk"])
    }

    @Test("own defect D282: what a validation does not report as it is allowed is no problem of its page")
    func allowedProblems() throws {
        func texts(_ report: WiringReport) throws -> [String] {
            let problems = try #require(data(report)["problems"] as? [[String: Any]])
            return problems.compactMap { $0["text"] as? String }
        }
        let (strict, lenient) = withSandbox(.fresh) {
            Resolver.registerServices = nil
            Resolver.register { Account() }.scope(.shared)
            Resolver.register { FeedStore(account: $0.resolve()) }.scope(.application)
            return (Resolver.validate(), Resolver.validate(allowing: [.captive]))
        }
        #expect(strict.problems.map(\.kind) == [.captive])
        let captives = strict.problems.map(\.description)
        let notAllowed = [
            try texts(WiringReport(validation: strict)), try texts(WiringReport(graph: lenient.graph)),
        ]
        #expect(notAllowed == [captives, captives])
        let allowed = [
            try texts(WiringReport(validation: lenient)),
            try texts(WiringReport(graph: lenient.graph, validation: lenient)),
        ]
        #expect(allowed == [[], []])
    }

    private static let cycles: [(needs: KeyValuePairs<String, [String]>, shown: [String])] = [
        (["A": ["C"], "B": ["A"], "C": ["B"]], ["A → C → B"]),
        (["A": ["B", "C"], "B": ["A"], "C": ["D"], "D": ["A"]], ["A → B", "C → D → A"]),
        (["A": ["B"], "B": ["B", "C"], "C": ["D"], "D": ["C", "E"], "E": []], ["B", "C → D"]),
        (["A": ["B"], "B": []], []),
    ]

    @Test(
        "own defect D349: a cycle on the page is one that there is, and whatever is in one is in one there",
        arguments: cycles)
    func cyclesOnThePage(_ needs: KeyValuePairs<String, [String]>, _ shown: [String]) throws {
        let services = needs.map { name, needed in
            #"{"service":"\#(name)","type":"\#(name)","needs":\#(needed)}"#
        }
        let json = #"{"services":[\#(services.joined(separator: ","))]}"#
        let graph = try JSONDecoder().decode(DependencyGraph.self, from: Data(json.utf8))
        let cycles = try #require(data(WiringReport(graph: graph))["cycles"] as? [[Int]])
        #expect(cycles.map { $0.map { graph.services[$0].type }.joined(separator: " → ") } == shown)
    }

    @Test("own defect D573: the page of a part shows no cycle that is not all in the part")
    func cyclesOnThePageOfAPart() throws {
        let json = #"{"services":[{"service":"A","type":"A","needs":["B"]},{"service":"B","type":"B","needs":["A"]}]}"#
        let graph = try JSONDecoder().decode(DependencyGraph.self, from: Data(json.utf8))
        let part = graph.part { $0.type == "A" }
        #expect(part.services.map(\.isInCycle) == [true])
        let cycles = try #require(data(WiringReport(graph: part))["cycles"] as? [[Int]])
        #expect(cycles == [])
    }

    @Test("own defect D350: a problem is shown at the service that it is about, not at others of its type")
    func servicesOfProblems() throws {
        func shown(_ report: WiringReport) throws -> [[String]] {
            let data = try data(report)
            let services = try #require(data["services"] as? [[String: Any]])
            let problems = try #require(data["problems"] as? [[String: Any]])
            return problems.map { ($0["services"] as? [Int] ?? []).map { services[$0]["label"] as? String ?? "" } }
        }
        let report = withSandbox(.fresh) {
            Resolver.registerServices = nil
            Resolver.register { Optional<String>.none }
            Resolver.register(name: "host") { Container.shared.title() }
            return WiringReport(validation: Resolver.validate())
        }
        #expect(report.html.contains("Container.title"))
        let labels = try shown(report)
        #expect(labels == [["String"]])
        let copies = try JSONDecoder().decode(
            DependencyGraph.self,
            from: Data(
                """
                {"services":[{"service":"one","type":"App.Log","file":"App/A.swift","isSecondCopy":true},
                {"service":"other","type":"App.Log","file":"App/B.swift","isSecondCopy":true,"name":"b"}]}
                """.utf8))
        let marks = try #require(data(WiringReport(graph: copies))["services"] as? [[String: Any]]).map {
            $0["marks"] as? [String]
        }
        #expect(marks == [["second copy"], ["second copy"]])
        let labelsOfCopies = try shown(WiringReport(graph: copies))
        #expect(labelsOfCopies == [["Log", "Log \"b\""]])
        let types = ["F", "B", "D", "A", "E", "C"]
        let entries = types.map { #"{"service":"\#($0)","type":"\#($0)","isSecondCopy":true}"# }
        let many = try JSONDecoder().decode(
            DependencyGraph.self, from: Data("{\"services\":[\(entries.joined(separator: ","))]}".utf8))
        let labelsOfMany = try shown(WiringReport(graph: many))
        #expect(labelsOfMany == types.sorted().map { [$0] })
    }

    /// What a recorder and a ledger see in a fresh sandbox.
    private func observed(
        hook: (@Sendable () -> Void)? = nil, _ use: () -> Void
    ) -> (graph: DependencyGraph, ledger: Ledger.Report) {
        withSandbox(.fresh) {
            Resolver.registerServices = hook
            let (recorder, ledger) = (DependencyGraph.Recorder(), Ledger())
            Resolver.addObserver(recorder)
            Resolver.addObserver(ledger)
            use()
            return (recorder.graph(of: .root), ledger.report())
        }
    }

    private func uses(_ graph: DependencyGraph, _ ledger: Ledger.Report) throws -> [String] {
        let services = try #require(data(WiringReport(graph: graph, ledger: ledger))["services"] as? [[String: Any]])
        return services.map { "\($0["label"] ?? ""): \($0["uses"] ?? "unknown")" }
    }

    @Test func aFactoryIsUsedAsOftenAsTheMostUsedServiceThatLeadsToIt() throws {
        @Sendable func hook() {
            Resolver.register(file: "App/Archive.swift", line: 1) { FileArchive() }.implements((any Archive).self)
            Resolver.register(\.fileArchive)
        }
        let (graph, ledger) = observed(hook: hook) {
            for _ in 0..<2 { _ = Resolver.resolve(FileArchive.self) }
            _ = Resolver.resolve((any Archive).self)
        }
        let rows = ledger.services.map { "\($0.service), \($0.factory ?? ""): \($0.uses)" }
        #expect(
            rows == [
                "ResolverDiagnosticsTests.FileArchive, Container.fileArchive: 3",
                "any ResolverDiagnosticsTests.Archive, Container.fileArchive: 1",
            ])
        let lines = try uses(graph, ledger)
        #expect(lines == ["Container.fileArchive: 3", "FileArchive: 3", "Archive: 1"])
    }

    @Test func aFactoryAndARegistrationOfItsTypeInOneFileHaveTheirOwnUses() throws {
        let (graph, ledger) = observed {
            Resolver.register { "registered" }
            _ = Resolver.resolve(String.self)
            for _ in 0..<3 { _ = Container.shared.title() }
        }
        let lines = try uses(graph, ledger)
        #expect(lines == ["Container.title: 3", "String: 1"])
    }

    @Test func factoriesOfOneNameInDifferentFilesHaveTheirOwnUses() throws {
        let (graph, ledger) = observed {
            _ = Hall<Int>.Desk.shared["App/East.swift"]()
            for _ in 0..<3 { _ = Hall<String>.Desk.shared["App/West.swift"]() }
        }
        let lines = try uses(graph, ledger)
        #expect(
            lines.sorted() == [
                "Desk.subscript(_:) at App/East.swift:1: 1", "Desk.subscript(_:) at App/West.swift:1: 3",
            ])
    }

    @Test func aProblemOfASecondCopyIsShownAtTheCopiesAloneAndNotAtOtherServicesOfTheType() throws {
        let graph = try JSONDecoder().decode(
            DependencyGraph.self,
            from: Data(
                """
                {"services":[{"service":"one","type":"App.Log","file":"App/A.swift","isSecondCopy":true},
                {"service":"other","type":"App.Log","file":"App/B.swift","isSecondCopy":true,"name":"b"},
                {"service":"third","type":"App.Log","file":"App/A.swift","name":"c"}]}
                """.utf8))
        let data = try data(WiringReport(graph: graph))
        let problems = try #require(data["problems"] as? [[String: Any]])
        #expect(problems.map { $0["services"] as? [Int] } == [[0, 1]])
    }

    @Test func aLedgerThatWasReadFromAFileMayHaveNumbersThatCannotBe() throws {
        let ledger = try JSONDecoder().decode(
            Ledger.Report.self,
            from: Data(
                """
                {"services":[],"resolutions":[{"service":"App.Log","file":"App/A.swift","line":-1,"count":-2}]}
                """.utf8))
        let data = try #require(data(WiringReport(ledger: ledger))["ledger"] as? [String: Any])
        let calls = try #require(data["calls"] as? [[String: Any]])
        #expect(calls.map { $0["line"] as? Int } == [0])
        #expect(calls.map { $0["count"] as? Int } == [0])
    }

    private static let folder = ProcessInfo.processInfo.environment["RESOLVER_REPORT_FOLDER"]

    /// Writes the pages for Scripts/check-report.
    @Test(.enabled(if: folder != nil)) func thePagesAreWritten() throws {
        let folder = URL(filePath: try #require(Self.folder))
        let pages = [
            ("small", ReportFixtures.small), ("large", ReportFixtures.large), ("hostile", ReportFixtures.hostile),
            ("empty", WiringReport()),
        ]
        for (name, report) in pages {
            try report.html.write(to: folder.appending(path: "\(name).html"), atomically: true, encoding: .utf8)
        }
    }
}
