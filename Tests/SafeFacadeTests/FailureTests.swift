import SafeFacade
import Testing

extension Container {
    var chicken: Factory<Screenplay> { self { Screenplay(first: $0.egg(), second: $0.network()) } }
    var egg: Factory<Network> { self { Network(host: $0.chicken().second.host) } }
    var keptChicken: Factory<Screenplay> {
        self { Screenplay(first: $0.keptEgg(), second: $0.network()) }.singleton
    }
    var keptEgg: Factory<Network> { self { Network(host: $0.keptChicken().second.host) }.graph }
    var reporter: Factory<Conversation> { self { Conversation(id: 1, loader: $0.analytics()) } }
    var tree: ParameterFactory<Int, Draft> {
        self { container, depth in
            let draft = Draft()
            draft.text = depth == 0 ? "." : container.tree(depth - 1).text + "."
            return draft
        }
    }
    var keptTree: ParameterFactory<Int, Settings> {
        self { container, depth in
            depth == 0 ? Settings(volume: 0) : container.keptTree(depth - 1)
        }.cached
    }
}

enum Loops {
    static let first: Factory<Network> = Factory { second() }
    static let second: Factory<Network> = Factory { first() }
}

// Outside the macros, which count their lines differently.
private func resolveReporter() { _ = Container.shared.reporter() }
private func resolveChicken() { _ = Container.shared.chicken() }
private func resolveKeptChicken() { _ = Container.shared.keptChicken() }
private func resolveKeptTree() { _ = Container.shared.keptTree(3) }

@Suite struct FailureTests {
    @Test func anUnboundSlotSaysWhereItWasDeclared() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            resolveReporter()
        }
        #expect(
            report(of: result) == """
                Resolver: nothing is bound to 'Container.analytics'  [unbound]
                  asked for by   Container.reporter  SafeFacadeTests/FailureTests.swift:11
                            in   resolve()           SafeFacadeTests/FailureTests.swift:32
                  declared       with required() at SafeFacadeTests/SlotTests.swift:5
                  to mend it     bind it at launch, with register { … }, and check with unbound(in:)
                """)
    }

    @Test func aCycleOfUniqueFactoriesIsReportedWithTheirNames() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            resolveChicken()
        }
        #expect(
            report(of: result) == """
                Resolver: 'Container.chicken' depends on itself  [cycle]
                  the cycle      Container.chicken → Container.egg → Container.chicken
                  asked for by   Container.egg      SafeFacadeTests/FailureTests.swift:6
                            in   Container.chicken  SafeFacadeTests/FailureTests.swift:5
                            in   resolve()          SafeFacadeTests/FailureTests.swift:33
                  to mend it     inject one of them with @LazyInjected, or pass it in after both are made
                """)
    }

    @Test func aCycleThroughAKeptFactoryIsReportedAtOnce() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            resolveKeptChicken()
        }
        #expect(
            report(of: result) == """
                Resolver: 'Container.keptChicken' depends on itself  [cycle]
                  the cycle      Container.keptChicken → Container.keptEgg → Container.keptChicken
                  asked for by   Container.keptEgg      SafeFacadeTests/FailureTests.swift:10
                            in   Container.keptChicken  SafeFacadeTests/FailureTests.swift:8
                            in   resolve()              SafeFacadeTests/FailureTests.swift:34
                  to mend it     inject one of them with @LazyInjected, or pass it in after both are made
                """)
    }

    @Test func aCycleOfStaticFactoriesIsReportedWithTypeAndPlace() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Loops.first()
        }
        #expect(
            report(of: result).contains("SafeFacadeTests.Network declared at SafeFacadeTests/FailureTests.swift:27"))
        #expect(report(of: result).contains("[cycle]"))
    }

    @Test func aRecursionWhoseParameterChangesIsNoCycle() {
        withSandbox(.fresh) { #expect(Container.shared.tree(150).text.count == 151) }
    }

    @Test func aKeptRecursionByParameterIsReported() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            resolveKeptTree()
        }
        #expect(
            report(of: result) == """
                Resolver: 'Container.keptTree' asks for itself with another argument while it is made  [recursive-argument]
                  asked for by   Container.keptTree  SafeFacadeTests/FailureTests.swift:21
                            in   resolve()           SafeFacadeTests/FailureTests.swift:35
                  the reason     its scope keeps one instance, which cannot be made while it is being made
                  to mend it     give it the scope .graph or .unique
                """)
    }
}
