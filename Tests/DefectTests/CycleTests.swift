import Resolver
import TestSupport
import Testing

// defects.md, rows 9 to 11. The texts are held whole in ResolverTests/Diagnostics/CycleTests.swift.
@Suite("Cycle defects") struct CycleTests {
    @Test("Defect 9: a cycle is reported with its whole path", arguments: [0, 1, 2, 3])
    func defect9(_ scope: Int) async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            [scope = scope as Int] in
            Resolver.defaultScope = [.unique, .graph, .application, .shared][scope]
            Resolver.register { resolver -> Petrol in
                _ = resolver.resolve(Electric.self)
                return Petrol()
            }
            Resolver.register { resolver -> Electric in
                _ = resolver.resolve(Petrol.self)
                return Electric()
            }
            _ = Resolver.resolve(Petrol.self)
        }
        let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(output.contains("  the cycle      DefectTests.Petrol → DefectTests.Electric → DefectTests.Petrol\n"))
    }

    @Test("Defect 10: keys of one name in containers that delegate are no cycle")
    func defect10Delegation() {
        let inner = Resolver()
        inner.register(name: "engine") { Petrol(cylinders: 12) }
        let outer = Resolver()
        outer.register(name: "engine") { inner.resolve(Petrol.self, name: "engine") }
        #expect(outer.resolve(Petrol.self, name: "engine").cylinders == 12)
    }

    @Test("Defect 10: a construction whose argument changes is no cycle", arguments: [ResolverScope.graph, .unique])
    func defect10Recursion(_ scope: ResolverScope) {
        final class Node {
            let children: [Node]
            init(_ children: [Node]) { self.children = children }
            var depth: Int { (children.map(\.depth).max() ?? 0) + 1 }
        }
        let resolver = Resolver()
        resolver.register { resolver, args in
            let depth: Int = args()
            return Node(depth == 0 ? [] : [resolver.resolve(Node.self, args: depth - 1)])
        }.scope(scope)
        let depth = onLargeStack { resolver.resolve(Node.self, args: 300).depth }
        #expect(depth == 301)
    }

    @Test("Defect 10: a chain of 500 services is no cycle")
    func defect10Chain() {
        let resolver = Resolver()
        resolver.register(name: "0") { 0 }
        for number in 1...500 {
            resolver.register(name: Resolver.Name("\(number)")) { resolver in
                resolver.resolve(Int.self, name: Resolver.Name("\(number - 1)")) + 1
            }
        }
        let sum = onLargeStack { resolver.resolve(Int.self, name: "500") }
        #expect(sum == 500)
    }

    @Test("Defect 11: a process that reported a cycle leaves nothing behind")
    func defect11() async {
        await #expect(processExitsWith: .failure) {
            Resolver.register { resolver in resolver.resolve(Petrol.self) }
            _ = Resolver.resolve(Petrol.self)
        }
        await #expect(processExitsWith: .success) {
            Resolver.register { Petrol() }
            _ = Resolver.resolve(Petrol.self)
        }
    }
}
