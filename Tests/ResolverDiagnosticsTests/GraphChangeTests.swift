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
}
