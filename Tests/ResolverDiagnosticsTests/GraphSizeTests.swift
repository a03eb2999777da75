import Foundation
import ResolverDiagnostics
import TestSupport
import Testing

// Each of these tests would take minutes if its time grew with the square of the number of services.

@Suite struct GraphSizeTests {
    private let count = 20_000

    /// A graph of services that each need others.
    private func graph(_ count: Int, _ needs: (Int) -> [Int]) throws -> DependencyGraph {
        let services = (0..<count).map { number in
            let needs = needs(number).map { #""\#($0)""# }.joined(separator: ",")
            return #"{"service":"\#(number)","type":"App.S\#(number)","lifetime":"graph","needs":[\#(needs)]}"#
        }
        let json = #"{"services":[\#(services.joined(separator: ","))]}"#
        return try JSONDecoder().decode(DependencyGraph.self, from: Data(json.utf8))
    }

    private func lines(_ text: String) -> Int { text.utf8.count { $0 == UInt8(ascii: "\n") } }

    @Test("own defect D280: a long chain of services is built, printed and compared")
    func aLongChain() throws {
        let chain = try graph(count) { $0 + 1 < count ? [$0 + 1] : [] }
        let first = try #require(chain.services(named: "S0").first)
        #expect(chain.cycles.isEmpty)
        #expect(chain.reachable(from: [first.index]).count == count)
        #expect(lines(chain.mermaid) == 2 * count)
        let json = try JSONEncoder().encode(chain)
        #expect(json.count > count)
        #expect(chain.focused(on: [first], depth: count).services.count == count)

        let ring = try graph(count) { [($0 + 1) % count] }
        #expect(ring.cycles.map(\.count) == [count])
        #expect(ring.dependencies.allSatisfy { $0.isInCycle })
        #expect(ring.changes(since: chain).services.count == count)
    }

    @Test("own defect D280: a service that needs very many is printed and compared")
    func manyNeeds() throws {
        let wide = try graph(count) { $0 == 0 ? Array(1..<count) : [] }
        #expect(wide.cycles.isEmpty)
        #expect(lines(wide.tree) == count)
        #expect(wide.changes(since: wide).isEmpty)
        let without = try graph(count) { _ in [] }
        #expect(wide.changes(since: without).services.map(\.dependencies.count) == [count - 1])
    }

    @Test("own defect D280: a chain is printed that is longer than the stack is deep")
    func aTreeOnASmallStack() throws {
        let count = 4000
        let chain = try graph(count) { $0 + 1 < count ? [$0 + 1] : [] }
        let text = Locked("")
        onThreads(1, stackSize: 512 << 10) { _ in
            let tree = chain.tree
            text.withLock { $0 = tree }
        }
        #expect(lines(text.withLock { $0 }) == count)
    }

    @Test(arguments: 0..<50) func cyclesAreTheServicesThatReachEachOther(seed: Int) throws {
        let count = 12
        var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 1
        func random() -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33)
        }
        let needs = (0..<count).map { _ in Array(Set((0..<random() % 3).map { _ in random() % count })) }
        let graph = try graph(count) { needs[$0] }
        let reached = graph.services.indices.map { start in
            graph.reachable(from: graph.dependencies.filter { $0.service == start }.map(\.needed))
        }
        let cyclic = graph.services.indices.filter { reached[$0].contains($0) }
        let cycles = Set(cyclic.map { one in cyclic.filter { reached[one].contains($0) && reached[$0].contains(one) } })
        #expect(graph.cycles.map { $0.map(\.index) } == cycles.sorted { $0[0] < $1[0] })
        #expect(graph.services.filter(\.isInCycle).map(\.index) == cyclic)
    }
}
