import Foundation
import Resolver
import Synchronization
import TestSupport
import Testing

// defects.md, rows 9 to 11.

private final class A { init(_ b: B) {} }
private final class B { init(_ c: C) {} }
private final class C { init(_ a: A) {} }

private func registerCycle(_ scope: ResolverScope) {
    Resolver.register { Tyre(inches: $0.optional(A.self) == nil ? 0 : 1) }.scope(.unique)
    Resolver.register { A($0.resolve()) }.scope(scope)
    Resolver.register { B($0.resolve()) }.scope(scope)
    Resolver.register { C($0.resolve()) }.scope(scope)
}
private let cycleLine = #line - 5

// A cycle through a protocol, a name, a child and property wrappers.
private protocol Screen {}
private final class Home: Screen {
    @Injected(name: "menu") var menu: Menu
}
private final class Menu {
    @LazyInjected var screen: any Screen
    init() { _ = screen }
}
private let screenLine = #line - 6

private func registerScreens() {
    let child = Resolver()
    child.register { Home() }.implements((any Screen).self)
    Resolver.main.add(child: child)
    Resolver.register(name: "menu") { Menu() }
}

private func registerEndless() {
    Resolver.register(name: "a longer name") { $0.resolve(Petrol.self, name: "a", args: 0) }
    Resolver.register(name: "a") { $0.resolve(Petrol.self, name: "a", args: $1() + 1) }
}
private let endlessLine = #line - 3

/// Runs a body where the stack of this thread, which has just begun, has no more than a rest left.
private func withStackUsedUp(but rest: Int, of size: Int, _ body: () -> Void) {
    func descend(from start: Int?) {
        withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 8) { buffer in
            let here = Int(bitPattern: buffer.baseAddress)
            if (start ?? here) - here < size - rest { descend(from: start ?? here) } else { body() }
        }
    }
    descend(from: nil)
}

@Suite("Cycle defects") struct CycleTests {
    // MARK: - 9

    @Test(
        "Defect 9: a cycle is reported with its whole path, whatever the scope",
        arguments: KeptScope.allCases.map(\.rawValue) + ["graph", "unique"])
    func defect9(_ scope: String) async throws {
        let line = #line + 1
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            [scope = scope as String] in
            registerCycle(KeptScope(rawValue: scope)?.scope ?? (scope == "graph" ? .graph : .unique))
            _ = Resolver.resolve(Tyre.self)
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: 'DefectTests.A' depends on itself  [cycle]
                  the cycle      DefectTests.A → DefectTests.B → DefectTests.C → DefectTests.A
                  asked for by   DefectTests.C     DefectTests/CycleTests.swift:\(cycleLine + 3)
                            in   DefectTests.B     DefectTests/CycleTests.swift:\(cycleLine + 2)
                            in   DefectTests.A     DefectTests/CycleTests.swift:\(cycleLine + 1)
                            in   DefectTests.Tyre  DefectTests/CycleTests.swift:\(cycleLine)
                            in   resolve()         DefectTests/CycleTests.swift:\(line)
                  to mend it     inject one of them with @LazyInjected, or pass it in after both are made
                """)
    }

    @Test("Defect 9: so is one through a protocol, a name, a child resolver and property wrappers")
    func defect9Wrappers() async throws {
        let line = #line + 1
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            registerScreens()
            _ = Resolver.resolve((any Screen).self)
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: 'DefectTests.Home' depends on itself  [cycle]
                  the cycle      DefectTests.Home → DefectTests.Menu (name: "menu") → DefectTests.Home
                  asked for by   DefectTests.Menu (name: "menu")  DefectTests/CycleTests.swift:\(screenLine + 3)
                            in   DefectTests.Home                 DefectTests/CycleTests.swift:\(screenLine)
                            in   resolve()                        DefectTests/CycleTests.swift:\(line)
                  to mend it     inject one of them with @LazyInjected, or pass it in after both are made
                """)
    }

    @Test("Defect 9: require and optional report it too", arguments: [true, false])
    func defect9Forms(_ isOptional: Bool) async throws {
        let line = #line + 1
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            [isOptional = isOptional as Bool] in
            registerCycle(.graph)
            if isOptional { _ = Resolver.optional(B.self) } else { _ = try? Resolver.require(B.self) }
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: 'DefectTests.B' depends on itself  [cycle]
                  the cycle      DefectTests.B → DefectTests.C → DefectTests.A → DefectTests.B
                  asked for by   DefectTests.A  DefectTests/CycleTests.swift:\(cycleLine + 1)
                            in   DefectTests.C  DefectTests/CycleTests.swift:\(cycleLine + 3)
                            in   DefectTests.B  DefectTests/CycleTests.swift:\(cycleLine + 2)
                            in   resolve()      DefectTests/CycleTests.swift:\(line)
                  to mend it     inject one of them with @LazyInjected, or pass it in after both are made
                """)
    }

    // MARK: - 10

    @Test(
        "Defect 10: keys of one name in resolvers that delegate are no cycle",
        arguments: [ResolverScope.graph, .unique, .application, .container, .shared])
    func defect10Delegation(_ scope: ResolverScope) {
        var resolver = Resolver()
        resolver.register(name: "engine") { Petrol(cylinders: 12) }.scope(scope)
        // More resolvers than the depth counter takes for granted.
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
        let file = "DefectTests/CycleTests.swift"
        func link(_ name: String, _ line: Int) -> String {
            "DefectTests.Petrol (name: \"\(name)\")".padding(toLength: 44, withPad: " ", startingAt: 0)
                + "\(file):\(line)"
        }
        let inner = "\n            in   " + link("a", endlessLine + 1)
        #expect(
            text == """
                Resolver: 'DefectTests.Petrol' (name: "a") is nested \(depth) deep, \
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
            Resolver.register { Petrol() }.implements((any Engine).self)
            onThreads(1, stackSize: 512 * 1024) { _ in
                withStackUsedUp(but: 88 * 1024, of: 512 * 1024) { _ = Resolver.resolve((any Engine).self) }
            }
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: 'any DefectTests.Engine' is nested 1 deep, and the stack is nearly used up  [too-deep]
                  the chain      any DefectTests.Engine  DefectTests/CycleTests.swift:\(line)
                  to mend it     end the recursion, or resolve on a thread with a larger stack
                """)
    }

    // MARK: - 11

    @Test("Defect 11: after a cycle was reported in one process, a new one works")
    func defect11() async {
        await #expect(processExitsWith: .failure) {
            registerCycle(.application)
            _ = Resolver.resolve(A.self)
        }
        await #expect(processExitsWith: .success) {
            Resolver.register { Petrol() }.scope(.application)
            demand(Resolver.resolve(Petrol.self) === Resolver.resolve(Petrol.self), "there are two")
        }
    }

    @Test("Defect 11: a resolution that failed leaves no chain, graph or slot behind")
    func defect11Failure() throws {
        struct Flat: Error {}
        let resolver = Resolver()
        let isFlat = Atomic(true)
        resolver.register { Petrol() }
        resolver.register { resolver -> Tyre in
            _ = resolver.resolve(Petrol.self)
            if isFlat.load(ordering: .relaxed) { throw Flat() }
            return Tyre(inches: 1)
        }.scope(.container)
        resolver.register { resolver in Car(engine: try resolver.require((any Engine).self, name: "none")) }
        for _ in 0..<200 {
            let error = try #require(throws: ResolutionError.self) { try resolver.require(Tyre.self) }
            #expect(error.chain.isEmpty)
            let nested = try #require(throws: ResolutionError.self) { try resolver.require(Car.self) }
            #expect(nested.chain.map(\.description) == ["DefectTests.Car"])
        }
        isFlat.store(false, ordering: .relaxed)
        #expect(try resolver.require(Tyre.self).inches == 1)
        #expect(resolver.resolve(Petrol.self) !== resolver.resolve(Petrol.self))
    }
}
