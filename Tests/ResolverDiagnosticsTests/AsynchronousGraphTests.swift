import Resolver
import ResolverDiagnostics
import SafeFacade
import Testing

private final class Rope: Sendable {}
private final class Ship: Sendable {
    init(rope: Rope, name: String) {}
}

extension Container {
    fileprivate var rope: AsyncFactory<Rope> { self { Rope() }.cached }
    fileprivate var shipsName: Factory<String> { self { "Argo" } }
    fileprivate var sloop: AsyncFactory<Ship> {
        self { Ship(rope: try await $0.rope(), name: $0.shipsName()) }.singleton
    }
    fileprivate var ketch: AsyncFactory<Ship> {
        self { Ship(rope: try await $0.rope(), name: $0.shipsName()) }.singleton
    }
    fileprivate var legacyRope: AsyncFactory<Rope> { legacy() }
}

@Suite struct AsynchronousGraphTests {
    private func edges(of run: () async throws -> Void) async throws -> Set<String> {
        let recorder = DependencyGraph.Recorder()
        try await withSandbox(.fresh) {
            Container.addObserver(recorder)
            try await run()
        }
        let graph = recorder.graph
        func name(_ index: Int) -> String { graph.services[index].factory ?? "" }
        return Set(graph.dependencies.map { "\(name($0.service)) -> \(name($0.needed))" })
    }

    @Test("own defect D52: the graph of asynchronous factories is the same whatever their order")
    func theOrderOfCallsChangesNothing() async throws {
        let all: Set = [
            "Container.sloop -> Container.rope", "Container.sloop -> Container.shipsName",
            "Container.ketch -> Container.rope", "Container.ketch -> Container.shipsName",
        ]
        let sloopFirst = try await edges {
            _ = (try await Container.shared.sloop(), try await Container.shared.ketch())
        }
        let ketchFirst = try await edges {
            _ = (try await Container.shared.ketch(), try await Container.shared.sloop())
        }
        #expect(sloopFirst == all)
        #expect(ketchFirst == all)
    }

    @Test("own defect D52: a call of an asynchronous legacy() factory is a typed one, whether it makes or reuses")
    func aLegacyCallIsATypedOne() async throws {
        let ledger = Ledger()
        try await withSandbox(.fresh) {
            Resolver.registerAsync { Rope() }.scope(.application)
            Resolver.addObserver(ledger)
            for _ in 0..<3 { _ = try await Container.shared.legacyRope() }
        }
        #expect(ledger.report().resolutions.isEmpty)
    }
}
