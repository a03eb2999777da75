import Resolver
import ResolverDiagnostics
import SafeFacade
import Testing

@Suite struct GraphPartTests {
    private let graph = Program.before

    private func names(_ graph: DependencyGraph) -> [String] {
        graph.services.map { String($0.type.split(separator: ".").last ?? "") }
    }

    @Test func aFocusHasWhoNeedsAServiceAndWhatItNeeds() {
        #expect(names(graph.focused(on: "FeedStore", depth: 0)) == ["FeedStore"])
        #expect(names(graph.focused(on: "FeedStore")) == ["Account", "Feed", "FeedStore"])
        #expect(names(graph.focused(on: "FeedStore", depth: 2)) == ["Account", "Feed", "FeedPage", "FeedStore"])
        #expect(graph.focused(on: "Nothing").services.isEmpty)
    }

    @Test func aFocusLooksOneWayFromEachSide() {
        // The feed also needs the transport, but that makes it no neighbour of the store.
        #expect(!names(graph.focused(on: "FeedStore", depth: 2)).contains("Transport"))
    }

    @Test func aPartIsAGraphWithIndicesOfItsOwn() {
        let part = graph.focused(on: "FeedStore")
        #expect(part.services.map(\.index) == [0, 1, 2])
        #expect(
            part.dependencies.map { [part.services[$0.service].type, part.services[$0.needed].type] } == [
                ["ResolverDiagnosticsTests.Feed", "ResolverDiagnosticsTests.FeedStore"],
                ["ResolverDiagnosticsTests.FeedStore", "ResolverDiagnosticsTests.Account"],
            ])
        #expect(
            part.tree == """
                Feed  graph, single use
                  FeedStore  graph, single use
                    Account  shared, single use

                """)
    }

    @Test func servicesAreNamedWithAndWithoutTheirModule() {
        for name in ["Transport", "any ResolverDiagnosticsTests.Transport", "ResolverDiagnosticsTests.Transport"] {
            #expect(graph.services(named: name).map(\.type) == ["any ResolverDiagnosticsTests.Transport"])
        }
        #expect(graph.services(named: "Cache").map(\.name) == ["old"])
        #expect(graph.services(named: "Trans").isEmpty)
        #expect(graph.services(named: #"ResolverDiagnosticsTests.Cache (name: "old")"#).map(\.name) == ["old"])
        let ofFactory = recorded({}, running: { _ = Container.shared.archive() })
        for name in ["Container.archive", "any ResolverDiagnosticsTests.Archive", "Archive"] {
            #expect(ofFactory.services(named: name).count == 1)
        }
    }

    @Test("own defect D570: a protocol is named with `any`, with and without its module")
    func aProtocolIsNamedAsTheProgramNamesIt() {
        #expect(graph.services(named: "any Transport").map(\.type) == ["any ResolverDiagnosticsTests.Transport"])
        #expect(names(graph.focused(on: "any Transport", depth: 0)) == ["Transport"])
    }

    @Test("own defect D572: a focus of any depth ends where nothing more is connected")
    func aFocusWithoutABound() {
        let whole = graph.focused(on: "FeedStore", depth: 9)
        #expect(graph.focused(on: "FeedStore", depth: .max) == whole)
    }

    @Test func partsGoByModuleAndByLifetime() {
        #expect(graph.modules == ["App", "Net", "Store"])
        #expect(names(graph.part(module: "Net")) == ["Transport"])
        #expect(names(graph.part(lifetime: .unique)) == ["FeedPage"])
        #expect(names(graph.part { $0.isUnused }) == ["Cache"])
        // What is missing, or stands for another service, has no lifetime.
        let withMissing = recorded({ Resolver.register { Cache() } }, running: { _ = Resolver.optional(Account.self) })
        #expect(names(withMissing.part(lifetime: nil)) == ["Account"])
    }

    @Test func theModuleOfWhatIsMissingIsThatOfItsType() {
        let graph = recorded(
            {},
            running: {
                _ = Resolver.optional((any Transport).self)
                _ = Resolver.optional((Int, Int).self)
            })
        #expect(graph.services.map(\.module) == [nil, "ResolverDiagnosticsTests"])
    }

    @Test func aPartKeepsTheMarksOfTheWhole() {
        let graph = Program.after
        let part = graph.part { $0.type.hasSuffix("Account") || $0.type.hasSuffix("FeedStore") }
        #expect(part.captives.map { part.services[$0.keeper ?? -1].type } == ["ResolverDiagnosticsTests.FeedStore"])
    }

    @Test func aPartHasNoKeeperOfWhatItDoesNotHave() {
        let graph = recorded(
            {
                Resolver.register { Account() }.scope(.shared)
                Resolver.register { FeedStore(account: $0.resolve()) }.scope(.unique)
                Resolver.register { Feed(transport: Socket(), store: $0.resolve()) }.scope(.application)
            }, running: { _ = Resolver.resolve(Feed.self) })
        #expect(names(graph.part { !$0.type.hasSuffix("Feed") }) == ["Account", "Feed", "FeedStore"])
        #expect(names(graph.part { $0.type.hasSuffix("FeedStore") }) == ["FeedStore"])
    }

    @Test func whatIsCutOutOfACycleIsMarkedAndNoCycleItself() {
        let report = withSandbox(.fresh) { () -> ValidationReport in
            Resolver.registerServices = nil
            Resolver.register(name: "a") { $0.resolve(Int.self, name: "b") + 1 }
            Resolver.register(name: "b") { $0.resolve(Int.self, name: "a") + 1 }
            return Resolver.validate()
        }
        #expect(report.graph.cycles.map { $0.map(\.name) } == [["a", "b"]])
        let part = report.graph.part { $0.name == "a" }
        #expect(part.services.map(\.isInCycle) == [true])
        #expect(part.cycles.isEmpty)
    }
}
