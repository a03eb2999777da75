import SafeFacade
import TestSupport
import Testing

private let declarations = #line
extension Container {
    fileprivate var chicken: Factory<Screenplay> { self { Screenplay(first: $0.egg(), second: $0.network()) } }
    fileprivate var egg: Factory<Network> { self { Network(host: $0.chicken().second.host) } }
    fileprivate var keptChicken: Factory<Screenplay> {
        self { Screenplay(first: $0.keptEgg(), second: $0.network()) }.singleton
    }
    fileprivate var keptEgg: Factory<Network> { self { Network(host: $0.keptChicken().second.host) }.graph }
    fileprivate var loop: Factory<Network> { self { $0.loop() } }
    fileprivate var tree: ParameterFactory<Int, Draft> {
        self { container, depth in
            let draft = Draft()
            draft.text = depth == 0 ? "." : container.tree(depth - 1).text + "."
            return draft
        }
    }
    fileprivate var keptTree: ParameterFactory<Int, Settings> {
        self { container, depth in
            depth == 0 ? Settings(volume: 0) : container.keptTree(depth - 1)
        }.cached
    }
}

private enum Loops {
    static let first: Factory<Network> = Factory { second() }
    static let second: Factory<Network> = Factory { first() }
}

private final class Inner: SharedContainer {
    let manager = ContainerManager()
    var engine: Factory<Network> { self { Network(host: "inner") } }
}

private final class Node: Sendable {
    let children: [Node]
    init(_ children: [Node]) { self.children = children }
    var size: Int { children.reduce(1) { $0 + $1.size } }
}

extension Container {
    fileprivate var engine: Factory<Network> { self { Inner.shared.engine() } }
    fileprivate var node: ParameterFactory<Int, Node> {
        self { container, depth in Node((0..<depth).map { container.node($0) }) }
    }
}

// These calls are outside of the test macros, which count their lines differently.
private let calls = #line
private func resolveChicken() { _ = Container.shared.chicken() }
private func resolveKeptChicken() { _ = Container.shared.keptChicken() }
private func resolveKeptTree() { _ = Container.shared.keptTree(3) }

@Suite struct CycleTests {
    @Test("Defect 9: a cycle of typed factories is reported with their names")
    func defect9() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Container.shared.loop()
        }
        let text = try failureText(result)
        #expect(text.contains("  the cycle      Container.loop → Container.loop\n"))
    }

    @Test func aCycleOfUniqueFactoriesIsReportedWithTheirNames() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            resolveChicken()
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: 'Container.chicken' depends on itself  [cycle]
                  the cycle      Container.chicken → Container.egg → Container.chicken
                  asked for by   Container.egg      SafeFacadeTests/CycleTests.swift:\(declarations + 3)
                            in   Container.chicken  SafeFacadeTests/CycleTests.swift:\(declarations + 2)
                            in   resolve()          SafeFacadeTests/CycleTests.swift:\(calls + 1)
                  to mend it     inject one of them with @LazyInjected that init does not read, or pass it in after both are made
                """)
    }

    @Test func aCycleThroughAKeptFactoryIsReportedAtOnce() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            resolveKeptChicken()
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: 'Container.keptChicken' depends on itself  [cycle]
                  the cycle      Container.keptChicken → Container.keptEgg → Container.keptChicken
                  asked for by   Container.keptEgg      SafeFacadeTests/CycleTests.swift:\(declarations + 7)
                            in   Container.keptChicken  SafeFacadeTests/CycleTests.swift:\(declarations + 5)
                            in   resolve()              SafeFacadeTests/CycleTests.swift:\(calls + 2)
                  to mend it     inject one of them with @LazyInjected that init does not read, or pass it in after both are made
                """)
    }

    @Test func aCycleOfStaticFactoriesIsReportedWithTypeAndPlace() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Loops.first()
        }
        let text = try failureText(result)
        #expect(
            text.contains("SafeFacadeTests.Network declared at SafeFacadeTests/CycleTests.swift:\(declarations + 24)"))
        #expect(text.contains("[cycle]"))
    }

    @Test func aRecursionWhoseParameterChangesIsNoCycle() {
        withSandbox(.fresh) { #expect(Container.shared.tree(150).text.count == 151) }
    }

    @Test func aKeptRecursionByParameterIsReported() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            resolveKeptTree()
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: 'Container.keptTree' asks for itself with another argument while it is made  [recursive-argument]
                  asked for by   Container.keptTree  SafeFacadeTests/CycleTests.swift:\(declarations + 18)
                            in   resolve()           SafeFacadeTests/CycleTests.swift:\(calls + 3)
                  the reason     its scope keeps one instance, which cannot be made while it is being made
                  to mend it     give it the scope .graph or .unique, or keep one for each argument, with scopeOnParameters
                """)
    }

    @Test("Defect 10: same-named factories that delegate, and recursion by argument, are no cycle")
    func defect10() {
        withSandbox(.fresh) {
            #expect(Container.shared.engine().host == "inner")
            #expect(Container.shared.node(5).size == 32)
        }
    }
}
