import Foundation
import Resolver
import ResolverDiagnostics
import SafeFacade
import Testing

extension Container {
    fileprivate var title: Factory<String> { self { "title" } }
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
        let (graph, ledger) = withSandbox(.fresh) {
            Resolver.registerServices = nil
            let (recorder, ledger) = (DependencyGraph.Recorder(), Ledger())
            Resolver.addObserver(recorder)
            Resolver.addObserver(ledger)
            Resolver.register(file: "App/Keychain.swift", line: 1) { SystemKeychain() as any Keychain }
            Resolver.register(\.archive)
            Resolver.register(\.anyArchive, name: "perhaps")
            Resolver.register(\Desk.archive, name: "desk")
            for _ in 0..<2 { _ = Container.shared.archive() }
            _ = Container.shared.anyArchive()
            _ = Container.shared.keychain()
            return (recorder.graph(of: .root), ledger.report())
        }
        let services = try #require(data(WiringReport(graph: graph, ledger: ledger))["services"] as? [[String: Any]])
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
        let labelsOfCopies = try shown(WiringReport(graph: copies))
        #expect(labelsOfCopies == [["Log", "Log \"b\""]])
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
