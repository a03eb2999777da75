import Foundation
import Resolver
import ResolverDiagnostics
import SafeFacade
import Testing

@Suite struct GraphChangeTests {
    private func json(_ graph: DependencyGraph) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try String(decoding: encoder.encode(graph), as: UTF8.self) + "\n"
    }

    private func decoded(_ json: String) throws -> DependencyGraph {
        try JSONDecoder().decode(DependencyGraph.self, from: Data(json.utf8))
    }

    @Test func theTextIsAsInTheGoldenFile() throws {
        try expectGolden(Program.after.changes(since: Program.before).description, "changes.txt")
    }

    @Test func theMarkdownIsAsInTheGoldenFile() throws {
        try expectGolden(Program.after.changes(since: Program.before).markdown, "changes.md")
    }

    @Test func theJSONIsAsInTheGoldenFile() throws {
        try expectGolden(json(Program.after), "graph.json")
    }

    @Test func linesAndTheNumberOfUsesAreNoChange() throws {
        let moved = recorded(
            {
                Resolver.register(file: "App/A.swift", line: 1) { Account() }
            }, running: { _ = Resolver.resolve(Account.self) })
        let same = recorded(
            {
                Resolver.register(file: "App/A.swift", line: 100) { Account() }
            },
            running: {
                _ = Resolver.resolve(Account.self)
                _ = Resolver.resolve(Account.self)
            })
        let changes = same.changes(since: moved)
        #expect(changes.isEmpty)
        #expect(changes.description == "The wiring is the same\n")
        #expect(changes.markdown == "### The wiring is the same\n\n")
        let texts = (same: try json(same), moved: try json(moved))
        #expect(texts.same == texts.moved)
    }

    @Test("own defect D439: a line that moves is no change of a static factory, whose name in reports has its line")
    func linesOfStaticFactoriesAreNoChange() throws {
        func graph(movedBy lines: UInt) -> DependencyGraph {
            let run = {
                // The line 100 comes before the line 99, where lines are compared as texts.
                let first = Factory<Account>({ Account() }, file: "App/A.swift", line: 98 + lines, column: 1)
                let second = Factory<Account>(
                    {
                        _ = first()
                        return Account()
                    }, file: "App/A.swift", line: 99 + lines, column: 1)
                _ = second()
                _ = first()
            }
            return recorded({}, running: run)
        }
        let (former, moved) = (graph(movedBy: 0), graph(movedBy: 1))
        #expect(moved.changes(since: former).description == "The wiring is the same\n")
        let (text, movedText) = (try json(former), try json(moved))
        #expect(text == movedText)
        #expect(!text.contains(":98"))
        #expect(try moved.changes(since: decoded(text)).isEmpty)
        let reported = ["98", "99"].map { "ResolverDiagnosticsTests.Account declared at App/A.swift:\($0)" }
        #expect(former.services.map(\.factory) == reported)
    }

    @Test(arguments: [Program.before, Program.after])
    func whatIsDecodedIsTheSameWiring(graph: DependencyGraph) throws {
        let copy = try decoded(json(graph))
        #expect(graph.changes(since: copy).isEmpty)
        #expect(copy.dependencies == graph.dependencies)
        #expect(copy.captives == graph.captives)
        let texts = (copy: try json(copy), graph: try json(graph))
        #expect(texts.copy == texts.graph)
        #expect(copy.services.allSatisfy { $0.place?.line == 0 && !$0.isSingleUse })
    }

    @Test func weakAndLazyDependenciesAreDecodedAsSuch() throws {
        final class Watcher {
            @WeakLazyInjected var account: Account?
            @LazyInjected var cache: Cache
        }
        let graph = recorded(
            {
                Resolver.register { Account() }.scope(.shared)
                Resolver.register { Cache() }.scope(.shared)
                Resolver.register { Watcher() }.scope(.application)
            },
            running: {
                let watcher = Resolver.resolve(Watcher.self)
                _ = watcher.account
                _ = watcher.cache
            })
        let copy = try decoded(json(graph))
        #expect(copy.dependencies == graph.dependencies)
        #expect(copy.captives.count == 1)
    }

    @Test func namesakesAreToldApartByTheirFilesAndThenByTheirOrder() throws {
        let graph = recorded {
            for (file, line) in [("App/A.swift" as StaticString, 1 as UInt), ("App/A.swift", 2), ("App/B.swift", 3)] {
                let child = Resolver()
                Resolver.main.add(child: child)
                child.register(file: file, line: line) { 1 }
            }
        }
        let changes = graph.changes(since: recorded {})
        #expect(
            changes.services.map(\.name) == [
                "Swift.Int in App/A.swift #1", "Swift.Int in App/A.swift #2", "Swift.Int in App/B.swift",
            ])
        let copy = try decoded(json(graph))
        #expect(graph.changes(since: copy).isEmpty)
    }

    @Test("own defect D571: services that only a number tells apart are the same once they are read, also ten of them")
    func manyNamesakes() throws {
        let graph = recorded {
            for line in 1...11 as ClosedRange<UInt> {
                let child = Resolver()
                Resolver.main.add(child: child)
                child.register(file: "App/A.swift", line: line) { 1 }.scope(line == 10 ? .cached : .graph)
            }
        }
        let text = try json(graph)
        let copy = try decoded(text)
        #expect(graph.changes(since: copy).description == "The wiring is the same\n")
        let again = try json(copy)
        #expect(again == text)
    }

    @Test func aSecondRegistrationOfAKeyIsNoChangeOfTheFirst() {
        func graph(_ isTwice: Bool) -> DependencyGraph {
            recorded({
                let child = Resolver()
                Resolver.main.add(child: child)
                Resolver.register(file: "App/A.swift", line: 1) { Account() }
                if isTwice { child.register(file: "App/B.swift", line: 1) { Account() } }
            })
        }
        let changes = graph(true).changes(since: graph(false))
        #expect(changes.services.map(\.name) == ["ResolverDiagnosticsTests.Account in App/B.swift"])
        #expect(changes.services.map { $0.before == nil } == [true])
    }

    @Test func whatCannotBeAGraphIsNotDecoded() {
        func failure(_ services: String) -> String? {
            do {
                _ = try decoded("{ \"services\": [\(services)] }")
                return nil
            } catch DecodingError.dataCorrupted(let context) {
                return context.debugDescription
            } catch {
                return "\(error)"
            }
        }
        let account = #"{ "service": "Account", "type": "Account" }"#
        #expect(failure("\(account), \(account)") == "Two services are named 'Account'.")
        #expect(
            failure(#"{ "service": "A", "type": "A", "needs": ["B"] }"#)
                == "'A' needs 'B', which is no service of the graph.")
        #expect(
            failure(#"\#(account), { "service": "A", "type": "A", "needs": ["Account", "Account"] }"#)
                == "'A' needs 'Account' twice.")
        #expect(
            failure(#"{ "service": "A", "type": "A", "lifetime": "long" }"#)
                == "'A' has the lifetime 'long', which is not known.")
    }

    @Test("own defect D112: a part of a graph is the same wiring as what is read of it")
    func aPartThatIsRead() throws {
        final class Child {
            @LazyInjected var parent: Parent
        }
        final class Parent {
            let child: Child
            init(child: Child) { self.child = child }
        }
        let graph = recorded(
            {
                Resolver.register { Parent(child: $0.resolve()) }.scope(.application)
                Resolver.register { Child() }
                // The singleton keeps an account through a service that is made for it alone.
                Resolver.register { Account() }.scope(.shared)
                Resolver.register { FeedStore(account: $0.resolve()) }.scope(.unique)
                Resolver.register { Feed(transport: Socket(), store: $0.resolve()) }.scope(.application)
            },
            running: {
                _ = Resolver.resolve(Parent.self).child.parent
                _ = Resolver.resolve(Feed.self)
            })
        let ofCycle = graph.part { $0.type.hasSuffix("Parent") }
        #expect(ofCycle.services.map(\.isInCycle) == [true])
        let copyOfCycle = try decoded(json(ofCycle))
        #expect(ofCycle.changes(since: copyOfCycle).isEmpty)
        let ofCaptive = graph.part { $0.type.hasSuffix("Account") || $0.type.hasSuffix("FeedStore") }
        #expect(ofCaptive.captives.count == 1)
        let copyOfCaptive = try decoded(json(ofCaptive))
        #expect(ofCaptive.changes(since: copyOfCaptive).isEmpty)
        #expect(graph.changes(since: graph).isEmpty)
    }

    @Test("own defect D321: where a service has gone and one of its name has come, they have an order")
    func namesakesThatComeAndGo() throws {
        let names = (0..<9).map { "Container.part\($0)" }
        func graph(_ type: String) throws -> DependencyGraph {
            let parts = names.map { #"{ "service": "\#($0)", "type": "\#(type)", "factory": "\#($0)" }"# }
            let page = #"{ "service": "Page", "type": "Page", "needs": \#(names) }"#
            return try decoded("{ \"services\": [\((parts + [page]).joined(separator: ", "))] }")
        }
        let changes = try graph("New").changes(since: graph("Old"))
        #expect(
            changes.services.map { "\($0.name) \($0.before?.type ?? "-") \($0.after?.type ?? "-")" }
                == names.flatMap { ["\($0) Old -", "\($0) - New"] } + ["Page Page Page"])
        #expect(
            changes.services.last?.dependencies.map { "\($0.name) \($0.after == nil ? "gone" : "come")" }
                == names.flatMap { ["\($0) gone", "\($0) come"] })
    }

    /// A graph as it is read, of services in the form in which a file has them.
    private func graph(_ services: String...) throws -> DependencyGraph {
        try decoded("{ \"services\": [\(services.joined(separator: ", "))] }")
    }

    @Test func everyFactThatChangesIsSaid() throws {
        let former = try graph(
            #"{ "service": "A", "type": "A", "lifetime": "singleton", "file": "App/A.swift", "needs": ["B"], "needsLazily": ["C"], "needsWeakly": ["D"] }"#,
            #"{ "service": "B", "type": "B", "isForward": true, "isUnused": true }"#,
            #"{ "service": "C", "type": "C", "isMissing": true }"#,
            #"{ "service": "D", "type": "D", "lifetime": "shared", "isSecondCopy": true }"#,
            #"{ "service": "E", "type": "E", "lifetime": "shared", "needs": ["F"] }"#,
            #"{ "service": "F", "type": "F", "lifetime": "unique", "needs": ["E"] }"#,
            #"{ "service": "G", "type": "G", "lifetime": "graph", "needsLazily": ["D"] }"#)
        let later = try graph(
            #"{ "service": "A", "type": "A", "lifetime": "singleton", "needs": ["C", "D"], "needsWeakly": ["B"] }"#,
            #"{ "service": "B", "type": "B", "lifetime": "graph" }"#,
            #"{ "service": "C", "type": "C", "isForward": true }"#,
            #"{ "service": "D", "type": "D", "lifetime": "shared" }"#,
            #"{ "service": "E", "type": "E", "lifetime": "shared", "needs": ["F"] }"#,
            #"{ "service": "F", "type": "F", "lifetime": "unique" }"#,
            #"{ "service": "G", "type": "G", "lifetime": "graph", "needs": ["D"] }"#)
        #expect(
            later.changes(since: former).description == """
                The wiring has changed: 6 services changed; 1 dependency removed, 5 changed

                ~ A  in no known file
                    ~ needs B  weakly
                    ~ needs C  at once
                    ~ needs D  at once, captive
                ~ B  stands for another → graph, used now
                ~ C  missing → stands for another
                ~ D  no second copy any more
                ~ E  in no cycle any more
                    ~ needs F  in no cycle any more
                ~ F  in no cycle any more
                    - needs E  in a cycle
                ~ G
                    ~ needs D  at once

                """)
        #expect(
            former.changes(since: later).description == """
                The wiring has changed: 6 services changed; 1 dependency added, 5 changed

                ~ A  App/A.swift
                    ~ needs B  at once
                    ~ needs C  lazily
                    ~ needs D  weakly, no longer captive
                ~ B  graph → stands for another, never used
                ~ C  stands for another → missing
                ~ D  second copy
                ~ E  in a cycle
                    ~ needs F  in a cycle
                ~ F  in a cycle
                    + needs E  in a cycle
                ~ G
                    ~ needs D  lazily

                """)
        #expect(
            try former.changes(since: graph()).description == """
                The wiring has changed: 7 services added; 6 dependencies added

                + A  singleton, App/A.swift
                    + needs B
                    + needs C  lazily
                    + needs D  weakly
                + B  stands for another, never used
                + C  missing
                + D  shared, second copy
                + E  shared, in a cycle
                    + needs F  in a cycle
                + F  unique, in a cycle
                    + needs E  in a cycle
                + G  graph
                    + needs D  lazily

                """)
    }

    @Test func namesAndFilesStayOnTheirLine() throws {
        let change = try graph(#"{ "service": "A\nB", "type": "A\nB", "file": "App/\nA.swift" }"#).changes(
            since: graph())
        #expect(change.description.contains("\n+ A B  App/ A.swift\n"))
        #expect(change.markdown.contains("\n- **added** `A B`: `App/ A.swift`\n"))
    }

    @Test func aNameWithBackticksHasALongerFence() throws {
        let change = try graph(#"{ "service": "a`b``c`d", "type": "a`b``c`d" }"#).changes(since: graph())
        #expect(change.markdown.hasSuffix("- **added** ``` a`b``c`d ```\n"))
    }

    @Test func aServiceThatStaysInItsFileIsTheSameWhateverComesBeforeIt() throws {
        let ofB = #"{ "service": "X in B", "type": "X", "file": "B", "lifetime": "graph" }"#
        let changes = try graph(
            #"{ "service": "X in A", "type": "X", "file": "A", "lifetime": "graph" }"#,
            ofB.replacing("graph", with: "cached")
        ).changes(since: graph(ofB))
        #expect(changes.services.map(\.name) == ["X in A", "X in B"])
        #expect(changes.services.map { $0.before?.place?.file } == [nil, "B"])
    }

    @Test func whatIsEncodedIsInTheOrderInWhichItIsRead() throws {
        let text = try json(
            recorded {
                for (name, file) in [(nil, "App/A.swift"), (nil, "App/B.swift"), ("n", "App/C.swift")]
                    as [(Resolver.Name?, StaticString)]
                {
                    let child = Resolver()
                    Resolver.main.add(child: child)
                    child.register(name: name, file: file, line: 1) { 1 }
                }
            })
        let again = try json(decoded(text))
        #expect(again == text)
    }

    @Test func everyMarkIsReadAndWritten() throws {
        // The colons of the type's name are none before a line.
        let text = #"""
            {
              "services" : [
                {
                  "factory" : "(x: Int, y: Int) declared at App/A.swift",
                  "isMissing" : true,
                  "isUnused" : true,
                  "service" : "(x: Int, y: Int) declared at App/A.swift",
                  "type" : "(x: Int, y: Int)"
                },
                {
                  "isForward" : true,
                  "isSecondCopy" : true,
                  "needs" : [
                    "(x: Int, y: Int) declared at App/A.swift"
                  ],
                  "service" : "A",
                  "type" : "A"
                }
              ]
            }

            """#
        let again = try json(decoded(text))
        #expect(again == text)
    }

    @Test func servicesThatStandForEachOtherHaveNoLifetime() throws {
        let ring = try graph(
            #"{ "service": "A", "type": "A", "isForward": true, "needs": ["B"] }"#,
            #"{ "service": "B", "type": "B", "isForward": true, "needs": ["A"] }"#,
            #"{ "service": "K", "type": "K", "lifetime": "singleton", "needs": ["A"] }"#)
        #expect(ring.captives.isEmpty)
        #expect(ring.services.map(\.isInCycle) == [true, true, false])
    }

    @Test func whatIsHeldWeaklyKeepsNothing() throws {
        let held = #"{ "service": "A", "type": "A", "lifetime": "unique", "needs": ["S"] }"#
        let shared = #"{ "service": "S", "type": "S", "lifetime": "shared" }"#
        func keeper(_ needs: String) -> String {
            #"{ "service": "K", "type": "K", "lifetime": "singleton", "\#(needs)": ["A"] }"#
        }
        #expect(try graph(held, keeper("needs"), shared).captives.count == 1)
        #expect(try graph(held, keeper("needsLazily"), shared).captives.count == 1)
        #expect(try graph(held, keeper("needsWeakly"), shared).captives.isEmpty)
    }

    @Test func theTreeSaysWhereMoreIsAbove() throws {
        let tree = try graph(
            #"{ "service": "A", "type": "A", "needs": ["A", "C"] }"#,
            #"{ "service": "B", "type": "B", "needs": ["C", "D"] }"#,
            #"{ "service": "C", "type": "C" }"#,
            #"{ "service": "D", "type": "D\nE", "needs": ["C"] }"#,
            #"{ "service": "F", "type": "F", "needs": ["D"] }"#
        ).tree
        #expect(
            tree == """
                A
                  A  cycle, see above
                  C
                B
                  C
                  D E
                    C
                F
                  D E  see above

                """)
    }

    @Test("own defect D577: every character that means something in a label is escaped, entities and directives, too")
    func charactersOfLabels() throws {
        let graph = try graph(##"{ "service": "A", "type": "a\"<>#&`\\\n%%{b}%%" }"##)
        #expect(graph.mermaid.contains(#"s0["a#quot;#lt;#gt;#35;#amp;#96;\ #37;#37;{b}#37;#37;"]"#))
        #expect(graph.dot.contains(#"label="a\"<>#&amp;`\\ %%{b}%%""#))
    }

    @Test func aModuleMayHaveDigitsAndUnderscoresInItsName() throws {
        let graph = try graph(#"{ "service": "A", "type": "any Net_2.Socket", "isMissing": true }"#)
        #expect(graph.services.map(\.module) == ["Net_2"])
        #expect(graph.tree == "Socket  missing\n")
        #expect(graph.services(named: "Socket").count == 1)
    }

    @Test func aCaptiveThatTwoSingletonsKeepIsTheFirstOnes() throws {
        let graph = try graph(
            #"{ "service": "K1", "type": "K1", "lifetime": "singleton", "needs": ["U"] }"#,
            #"{ "service": "K2", "type": "K2", "lifetime": "singleton", "needs": ["U"] }"#,
            #"{ "service": "S", "type": "S", "lifetime": "shared" }"#,
            #"{ "service": "U", "type": "U", "lifetime": "unique", "needs": ["S"] }"#)
        #expect(graph.captives.map { graph.services[$0.keeper ?? 9].type } == ["K1"])
    }

    @Test func whatIsNoServiceLeadsNowhere() throws {
        let graph = try graph(
            #"{ "service": "A", "type": "A", "needs": ["B"] }"#, #"{ "service": "B", "type": "B" }"#)
        #expect(graph.reachable(from: [0, 7]) == [0, 1, 7])
    }
}
