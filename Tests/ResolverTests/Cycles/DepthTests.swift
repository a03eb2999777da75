import Foundation
import Resolver
import TestSupport
import Testing

private func registerEndless() {
    Resolver.register(name: "a longer name") { $0.resolve(Petrol.self, name: "a", args: 0) }
    Resolver.register(name: "a") { $0.resolve(Petrol.self, name: "a", args: $1() + 1) }
}
private let endlessLine = #line - 3

/// Runs a body where only a rest of this thread's stack is left; the thread must have just begun.
private func withStackUsedUp(but rest: Int, of size: Int, _ body: () -> Void) {
    func descend(from start: Int?) {
        withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 8) { buffer in
            let here = Int(bitPattern: buffer.baseAddress)
            if (start ?? here) - here < size - rest { descend(from: start ?? here) } else { body() }
        }
    }
    descend(from: nil)
}

/// Tests of resolutions that are deep, but no cycle.
@Suite struct DepthTests {
    @Test(
        "Defect 10: keys of one name in resolvers that delegate are no cycle",
        arguments: [ResolverScope.graph, .unique, .application, .container, .shared])
    func defect10Delegation(_ scope: ResolverScope) {
        var resolver = Resolver()
        resolver.register(name: "engine") { Petrol(cylinders: 12) }.scope(scope)
        // There are more resolvers than the depth limit allows without an examination.
        for _ in 0..<150 {
            let inner = resolver
            resolver = Resolver(child: inner)
            resolver.register(name: "engine") { inner.resolve(Petrol.self, name: "engine") }.scope(scope)
        }
        let outer = resolver
        let cylinders = onLargeStack { outer.resolve(Petrol.self, name: "engine").cylinders }
        #expect(cylinders == 12)
    }

    final class Node: @unchecked Sendable {
        // Sound because it never changes.
        let children: [Node]
        init(_ children: [Node]) { self.children = children }
        var count: Int { children.map(\.count).reduce(1, +) }
    }

    @Test("Defect 10: a construction whose argument changes is no cycle", arguments: [ResolverScope.graph, .unique])
    func defect10Recursion(_ scope: ResolverScope) {
        let resolver = Resolver()
        resolver.register { resolver, args in
            let depth: Int = args()
            return Node(depth == 0 ? [] : [resolver.resolve(Node.self, args: depth - 1)])
        }.scope(scope)
        let count = onLargeStack { resolver.resolve(Node.self, args: 300).count }
        #expect(count == 301)
    }

    @Test("Defect 10: a tree whose nodes build their children is no cycle", arguments: [ResolverScope.graph, .unique])
    func defect10Tree(_ scope: ResolverScope) {
        let resolver = Resolver()
        resolver.register { resolver, args in
            let depth: Int = args("depth")
            let children = (0..<(depth == 0 ? 0 : 3)).map { index in
                resolver.resolve(Node.self, args: ["depth": depth - 1, "index": index])
            }
            return Node(children)
        }.scope(scope)
        #expect(resolver.resolve(Node.self, args: ["depth": 4, "index": 0]).count == 121)
    }

    @Test("Defect 10: a tree whose nodes are told apart by their depth alone is no cycle")
    func defect10Depth() {
        let resolver = Resolver()
        for scope in [ResolverScope.graph, .unique] {
            resolver.register { resolver, args in
                let depth: Int = args()
                return Node((0..<depth).map { resolver.resolve(Node.self, args: $0) })
            }.scope(scope)
            #expect(resolver.resolve(Node.self, args: 6).count == 64)
        }
    }

    @Test("Defect 10: arguments that cannot be compared prove no cycle")
    func defect10Incomparable() {
        struct Opaque { let depth: Int }
        let resolver = Resolver()
        resolver.register { resolver, args in
            let opaque: Opaque = args()
            let rest = Opaque(depth: opaque.depth - 1)
            return Node(opaque.depth == 0 ? [] : [resolver.resolve(Node.self, args: rest)])
        }
        let count = onLargeStack { resolver.resolve(Node.self, args: Opaque(depth: 300)).count }
        #expect(count == 301)
    }

    @Test func equalObjectsAsArgumentsProveNoCycle() {
        final class Rest: Equatable {
            let depth: Int
            init(_ depth: Int) { self.depth = depth }
            static func == (left: Rest, right: Rest) -> Bool { true }
        }
        let resolver = Resolver()
        resolver.register { resolver, args in
            let rest: Rest = args()
            return Node(rest.depth == 0 ? [] : [resolver.resolve(Node.self, args: Rest(rest.depth - 1))])
        }
        #expect(resolver.resolve(Node.self, args: Rest(3)).count == 4)
    }

    @Test("Defect 10: a chain of 500 services is no cycle", arguments: [ResolverScope.graph, .unique, .application])
    func defect10Chain(_ scope: ResolverScope) {
        let resolver = Resolver()
        resolver.register(name: "0") { 0 }
        for number in 1...500 {
            resolver.register(name: Resolver.Name("\(number)")) { resolver in
                resolver.resolve(Int.self, name: Resolver.Name("\(number - 1)")) + 1
            }.scope(scope)
        }
        let sum = onLargeStack { resolver.resolve(Int.self, name: "500") }
        #expect(sum == 500)
    }

    @Test("Defect 10: a recursion without end is no cycle, but too deep, and reported with both ends of its chain")
    func defect10Endless() async throws {
        let line = #line + 1
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            registerEndless()
            onThreads(1, stackSize: 512 * 1024) { _ in _ = Resolver.resolve(Petrol.self, name: "a longer name") }
        }
        let text = try failureText(result)
        let depth = try #require(text.firstMatch(of: /nested (\d+) deep/).flatMap { Int($0.1) })
        #expect(depth > 20)
        let file = "ResolverTests/DepthTests.swift"
        func link(_ name: String, _ line: Int) -> String {
            "ResolverTests.Petrol (name: \"\(name)\")".padding(toLength: 46, withPad: " ", startingAt: 0)
                + "\(file):\(line)"
        }
        let inner = "\n            in   " + link("a", endlessLine + 1)
        #expect(
            text == """
                Resolver: 'ResolverTests.Petrol' (name: "a") is nested \(depth) deep, \
                and the stack is nearly used up  [too-deep]
                  the chain      \(link("a", endlessLine + 1))\(String(repeating: inner, count: 7))
                                 … \(depth - 16) more …\(String(repeating: inner, count: 6))
                            in   \(link("a", endlessLine))
                            in   \(link("a longer name", line))
                  to mend it     end the recursion, or resolve on a thread with a larger stack
                """)
    }

    @Test("Defect 10: a stack that was nearly used up before is reported, whatever is on the chain")
    func defect10StackUsedUp() async throws {
        let line = #line + 1
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Resolver.register { Petrol() }.implements((any Motor).self)
            onThreads(1, stackSize: 512 * 1024) { _ in
                withStackUsedUp(but: 88 * 1024, of: 512 * 1024) { _ = Resolver.resolve((any Motor).self) }
            }
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: 'any ResolverTests.Motor' is nested 1 deep, and the stack is nearly used up  [too-deep]
                  the chain      any ResolverTests.Motor  ResolverTests/DepthTests.swift:\(line)
                  to mend it     end the recursion, or resolve on a thread with a larger stack
                """)
    }

    @Test func aCycleAfterADeepChainIsFoundAsEarlyAsBefore() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Resolver.registerServices = nil
            Resolver.register { (resolver, args) -> Petrol in
                let rest: Int = args()
                return rest == 0 ? Petrol() : resolver.resolve(Petrol.self, args: rest - 1)
            }
            onLargeStack {
                _ = Resolver.resolve(Petrol.self, args: 1_000)
                let asked = Counter()
                Resolver.register { resolver -> Car in
                    // If the cycle is not found in time, the process ends without a failure.
                    if asked.add() > 300 { exit(EXIT_SUCCESS) }
                    return resolver.resolve()
                }
                .scope(.unique)
                _ = Resolver.resolve(Car.self)
            }
        }
        let text = try failureText(result)
        #expect(text.hasPrefix("Resolver: 'ResolverTests.Car' depends on itself  [cycle]"))
    }

    @Test func aRecursionWithoutEndThatTheHookBeginsIsTooDeepAndNotAHookThatRunsInItself() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Resolver.registerServices = {
                registerEndless()
                _ = Resolver.resolve(Petrol.self, name: "a longer name")
            }
            Resolver.depthLimit = 10
            onThreads(1, stackSize: 512 * 1024) { _ in _ = Resolver.optional(Petrol.self) }
        }
        let text = try failureText(result)
        #expect(text.hasPrefix(#"Resolver: 'ResolverTests.Petrol' (name: "a") is nested "#), "\(text)")
        #expect(text.contains("the stack is nearly used up  [too-deep]"), "\(text)")
    }
}
