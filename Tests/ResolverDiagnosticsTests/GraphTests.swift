import Resolver
import ResolverDiagnostics
import SafeFacade
import TestSupport
import Testing

private protocol Network: AnyObject {}
private final class HTTPNetwork: Network {}
private final class Session {}
private final class Clock {}
private final class Database {
    let clock: Clock
    let session: Session
    init(clock: Clock, session: Session) {
        self.clock = clock
        self.session = session
    }
}
private final class Loader {
    let network: any Network
    let database: Database
    init(network: any Network, database: Database) {
        self.network = network
        self.database = database
    }
}
private final class Parent {
    @LazyInjected var child: Child
}
private final class Child {
    let parent: Parent
    init(parent: Parent) { self.parent = parent }
}
private final class Home {
    let loader: Loader
    let parent: Parent
    init(loader: Loader, parent: Parent) {
        self.loader = loader
        self.parent = parent
    }
}
private enum Legacy {
    final class Printer {}
}

private struct Box<Value: Sendable>: Sendable {}

extension Container {
    fileprivate func genericBox<Value: Sendable>(_: Value.Type) -> Factory<Box<Value>> { self { Box() } }
}

private enum First {
    final class Wired: SharedContainer {
        let manager = ContainerManager()
        init() {}
    }
}

private enum Second {
    final class Wired: SharedContainer {
        let manager = ContainerManager()
        init() {}
    }
}

private enum Third {
    final class Wired: SharedContainer { let manager = ContainerManager() }
}
private enum Fourth {
    final class Wired: SharedContainer { let manager = ContainerManager() }
}
private enum Fifth {
    final class Wired: SharedContainer { let manager = ContainerManager() }
}
private enum Sixth {
    final class Wired: SharedContainer { let manager = ContainerManager() }
}

extension SharedContainer {
    fileprivate var ofAny: Factory<String> { self { "of any" } }
}

extension ResolverScope {
    fileprivate static let session = ResolverScopeCache()
}

/// Resolves a service while the container registers itself.
private final class Cupboard: SharedContainer, AutoRegistering {
    let manager = ContainerManager()
    var clock: Factory<Clock> { self { Clock() } }

    func autoRegister() { _ = Resolver.resolve(Session.self) }
}

private final class Pantry {
    @LazyInjected(\Cupboard.graphClock) var clock
}

extension Cupboard {
    fileprivate var graphClock: Factory<Clock> { self { self.clock() } }
}

@Suite struct GraphTests {
    private func register() {
        Resolver.register { HTTPNetwork() }.implements((any Network).self).scope(.application)
        Resolver.register { Clock() }.scope(.unique)
        Resolver.register { Session() }.scope(.session)
        Resolver.register { Database(clock: $0.resolve(), session: $0.resolve()) }.scope(.application)
        Resolver.register { Loader(network: $0.resolve(), database: $0.resolve()) }
        Resolver.register { Parent() }.scope(.cached)
        Resolver.register { Child(parent: $0.resolve()) }
        Resolver.register { Home(loader: $0.resolve(), parent: $0.resolve()) }.scope(.unique)
        Resolver.register(name: "the <old> \"one\"") { Legacy.Printer() }
    }

    private func recorded(_ run: () -> Void) -> DependencyGraph {
        ResolverDiagnosticsTests.recorded(register, running: run)
    }

    private func run() {
        let home: Home = Resolver.resolve()
        _ = home.parent.child
        _ = Resolver.resolve(Clock.self)
        _ = Resolver.optional(Int.self)
    }

    @Test("own defect D293: what a container resolves while it registers itself is the need of nobody who comes first")
    func whatIsPreparedIsNobodysNeed() {
        func needs(_ run: () -> Void) -> [String] {
            let graph = ResolverDiagnosticsTests.recorded(
                {
                    Resolver.register { Session() }
                    Resolver.register(name: "one") { [Cupboard.shared.clock()] }
                    Resolver.register(name: "two") { [Cupboard.shared.clock()] }
                    Resolver.register { Pantry() }
                }, running: run)
            return graph.dependencies.map {
                let (service, needed) = (graph.services[$0.service], graph.services[$0.needed])
                let words = [
                    service.name?.rawValue ?? service.type, $0.isLazy ? "lazily" : nil, needed.factory ?? needed.type,
                ]
                return words.compactMap { $0 }.joined(separator: " ")
            }
        }
        func resolve(_ names: Resolver.Name...) { for name in names { _ = Resolver.resolve([Clock].self, name: name) } }
        #expect(needs { resolve("one", "two") } == ["one Cupboard.clock", "two Cupboard.clock"])
        #expect(needs { resolve("two", "one") } == ["one Cupboard.clock", "two Cupboard.clock"])
        let lazily = needs { _ = Resolver.resolve(Pantry.self).clock }
        #expect(lazily.contains("ResolverDiagnosticsTests.Pantry lazily Cupboard.graphClock"), "\(lazily)")
        #expect(!lazily.contains { $0.hasSuffix("Session") }, "\(lazily)")
    }

    @Test func theTreeIsAsInTheGoldenFile() throws {
        try expectGolden(recorded(run).tree, "graph.txt")
    }

    @Test func theMermaidExportIsAsInTheGoldenFile() throws {
        try expectGolden(recorded(run).mermaid, "graph.mmd")
    }

    @Test func theDOTExportIsAsInTheGoldenFile() throws {
        try expectGolden(recorded(run).dot, "graph.dot")
    }

    @Test func theOrderAndNumberOfResolutionsDoNotMatter() {
        let other = recorded {
            _ = Resolver.resolve(Session.self, file: "x", line: 0)
            run()
            run()
        }
        let once = recorded(run)
        #expect(once.mermaid.contains("Home"))
        #expect(other.dependencies == once.dependencies)
    }

    @Test func copiesOfASandboxRecordTheSameServices() {
        let recorder = DependencyGraph.Recorder()
        withSandbox(.fresh) {
            Resolver.registerServices = nil
            register()
            Resolver.addObserver(recorder)
            for _ in 0..<3 { withSandbox { _ = Resolver.resolve(Home.self) } }
        }
        #expect(recorder.graph.services.count == 8)
        #expect(recorder.graph.unused.isEmpty)
    }

    @Test func whatIsWorthALookIsMarked() {
        let graph = recorded(run)
        func names(_ services: [DependencyGraph.Service]) -> [String] {
            services.map { String($0.type.split(separator: ".").last ?? "") }
        }
        #expect(graph.cycles.map(names) == [["Child", "Parent"]])
        #expect(names(graph.unused) == ["Printer"])
        #expect(names(graph.services.filter(\.isMissing)) == ["Int"])
        // A missing service has no lifetime. One that stands for another has none either, but lives as long as its target.
        #expect(names(graph.services.filter { $0.lifetime == nil }) == ["Int", "Network"])
        #expect(
            graph.captives.map { names([graph.services[$0.service], graph.services[$0.needed]]) }.sorted {
                $0.joined() < $1.joined()
            } == [["Database", "Session"]])
        #expect(
            names(graph.singleUse).sorted() == [
                "Child", "Database", "HTTPNetwork", "Home", "Int", "Loader", "Network", "Session",
            ])
    }

    @Test func aSharedInstanceIsASingletonsCaptiveAndAUniqueOneHoldsNone() {
        let graph = withSandbox(.fresh) { () -> DependencyGraph in
            Resolver.registerServices = nil
            Resolver.register { Session() }.scope(.shared)
            Resolver.register { Clock() }.scope(.graph)
            Resolver.register { Database(clock: $0.resolve(), session: $0.resolve()) }.scope(.unique)
            Resolver.register(Int.self) { resolver in
                _ = resolver.resolve(Session.self)
                return 1
            }.scope(.application)
            let recorder = DependencyGraph.Recorder()
            Resolver.addObserver(recorder)
            _ = Resolver.resolve(Database.self)
            _ = Resolver.resolve(Int.self)
            return recorder.graph
        }
        #expect(graph.dependencies.count == 3)
        #expect(graph.captives.map { graph.services[$0.service].type } == ["Swift.Int"])
    }

    @Test func whatIsHeldWeaklyIsNeededAndNobodysCaptive() {
        final class Watcher {
            @WeakLazyInjected var session: Session?
        }
        let graph = withSandbox(.fresh) { () -> DependencyGraph in
            Resolver.registerServices = nil
            Resolver.register { Session() }.scope(.shared)
            Resolver.register { Watcher() }.scope(.application)
            let recorder = DependencyGraph.Recorder()
            Resolver.addObserver(recorder)
            _ = Resolver.resolve(Watcher.self).session
            return recorder.graph
        }
        #expect(graph.dependencies.map(\.isLazy) == [true])
        #expect(graph.captives.isEmpty)
    }

    @Test func whatIsAlsoNeededAtOnceIsNotLazy() {
        final class Owner {
            @LazyInjected var later: Session
            let now: Session = Resolver.resolve()
        }
        let graph = withSandbox(.fresh) { () -> DependencyGraph in
            Resolver.registerServices = nil
            Resolver.register { Session() }
            Resolver.register { Owner() }
            let recorder = DependencyGraph.Recorder()
            Resolver.addObserver(recorder)
            _ = Resolver.resolve(Owner.self).later
            return recorder.graph
        }
        #expect(graph.dependencies.map(\.isLazy) == [false])
    }

    @Test func aCaptiveBehindWhatStandsForItIsSeen() {
        let graph = withSandbox(.fresh) { () -> DependencyGraph in
            Resolver.registerServices = nil
            Resolver.register { HTTPNetwork() }.implements((any Network).self).scope(.cached)
            Resolver.register(Int.self) { resolver in
                _ = resolver.resolve((any Network).self)
                return 1
            }.scope(.application)
            let recorder = DependencyGraph.Recorder()
            Resolver.addObserver(recorder)
            _ = Resolver.resolve(Int.self)
            return recorder.graph
        }
        #expect(graph.captives.map { graph.services[$0.needed].type } == ["any ResolverDiagnosticsTests.Network"])
    }

    @Test(
        "own defect D201: factories of several types or containers in one place have a fixed order, and names of their own"
    )
    func factoriesOfOnePlace() {
        let graph = withSandbox(.fresh) { () -> DependencyGraph in
            Resolver.registerServices = nil
            let recorder = DependencyGraph.Recorder()
            Resolver.addObserver(recorder)
            _ = Container.shared.genericBox(UInt8.self)()
            _ = Container.shared.genericBox(Int.self)()
            _ = Container.shared.genericBox(String.self)()
            _ = Container.shared.genericBox(Bool.self)()
            _ = Container.shared.genericBox(Double.self)()
            _ = Container.shared.genericBox(Character.self)()
            _ = Second.Wired.shared.ofAny()
            _ = First.Wired.shared.ofAny()
            return recorder.graph
        }
        let types = ["Bool", "Character", "Double", "Int", "String", "UInt8"]
        let boxes = graph.services.filter { $0.factory == "Container.genericBox(_:)" }
        #expect(boxes.map(\.type) == types.map { "ResolverDiagnosticsTests.Box<Swift.\($0)>" })
        for type in types { #expect(graph.tree.contains("'ResolverDiagnosticsTests.Box<Swift.\(type)>'")) }
        let names = graph.changes(since: withSandbox(.fresh) { DependencyGraph.Recorder().graph }).services.map(\.name)
        let file = "ResolverDiagnosticsTests/GraphTests.swift"
        #expect(
            names == types.map {
                "Container.genericBox(_:) in \(file), 'ResolverDiagnosticsTests.Box<Swift.\($0)>'"
            } + ["Wired.ofAny in \(file) #1", "Wired.ofAny in \(file) #2"])
    }

    @Test func factoriesOfContainersOfOneNameHaveAnOrder() {
        let graph = withSandbox(.fresh) { () -> DependencyGraph in
            Resolver.registerServices = nil
            let recorder = DependencyGraph.Recorder()
            Resolver.addObserver(recorder)
            func ask<C: SharedContainer>(_ container: C.Type, by name: Resolver.Name) {
                Resolver.register(name: name) { container.shared.ofAny() }
                _ = Resolver.resolve(String.self, name: name)
            }
            ask(Sixth.Wired.self, by: "6")
            ask(Fifth.Wired.self, by: "5")
            ask(Fourth.Wired.self, by: "4")
            ask(Third.Wired.self, by: "3")
            ask(Second.Wired.self, by: "2")
            ask(First.Wired.self, by: "1")
            return recorder.graph
        }
        let order = graph.dependencies.sorted { $0.needed < $1.needed }.map {
            graph.services[$0.service].name?.rawValue
        }
        // By the names of their types, which begin with First, Second, Third, Fourth, Fifth and Sixth.
        #expect(order == ["5", "1", "4", "2", "6", "3"])
    }

    @Test func registrationsOfOneNameAreInTheOrderOfTheirFiles() {
        let graph = withSandbox(.fresh) { () -> DependencyGraph in
            Resolver.registerServices = nil
            for (file, line) in [("App/C.swift", 1), ("App/A.swift", 3), ("App/B.swift", 2)] as [(StaticString, UInt)] {
                let child = Resolver()
                Resolver.main.add(child: child)
                child.register(file: file, line: line) { 1 }
            }
            return DependencyGraph.Recorder().graph(of: .main)
        }
        #expect(graph.services.compactMap(\.place?.file) == ["App/A.swift", "App/B.swift", "App/C.swift"])
    }

    @Test func oneLineOfTwoServicesIsNoSingleUse() {
        func clock(_ resolver: Resolver) -> Clock { resolver.resolve(file: "App/Clock.swift", line: 1) }
        let graph = withSandbox(.fresh) { () -> DependencyGraph in
            Resolver.registerServices = nil
            Resolver.register { Clock() }
            Resolver.register(name: "one") { [clock($0)] }
            Resolver.register(name: "two") { [clock($0)] }
            let recorder = DependencyGraph.Recorder()
            Resolver.addObserver(recorder)
            for name in ["one", "two"] as [Resolver.Name] { _ = Resolver.resolve([Clock].self, name: name) }
            return recorder.graph
        }
        #expect(graph.singleUse.map(\.name) == ["one", "two"])
    }

    @Test func theLifetimeIsTheLatest() {
        let graph = withSandbox(.fresh) { () -> DependencyGraph in
            Resolver.registerServices = nil
            let recorder = DependencyGraph.Recorder()
            Resolver.addObserver(recorder)
            for scope in [.unique, .application] as [ResolverScope] {
                Resolver.register(file: "App/Clock.swift", line: 1) { Clock() }.scope(scope)
                _ = Resolver.resolve(Clock.self)
            }
            return recorder.graph
        }
        #expect(graph.services.map(\.lifetime) == [.singleton])
    }

    @Test func aCallWithoutAPlaceIsNoSingleUse() {
        let graph = recorded {
            _ = Resolver.resolve(Session.self, file: "", line: 0)
            _ = Resolver.resolve(Clock.self)
        }
        let single = graph.singleUse.map(\.type)
        #expect(single == ["ResolverDiagnosticsTests.Clock"])
    }

    @Test func namesakesAreToldApart() {
        let graph = withSandbox(.fresh) { () -> DependencyGraph in
            Resolver.registerServices = nil
            let child = Resolver()
            Resolver.main.add(child: child)
            Resolver.register(file: "App/A.swift", line: 1) { 1 }
            child.register(file: "App/B.swift", line: 2) { 2 }
            return DependencyGraph.Recorder().graph(of: .main)
        }
        #expect(
            graph.tree
                == "Swift.Int at App/A.swift:1  graph, never used\nSwift.Int at App/B.swift:2  graph, never used\n")
    }

    @Test func privateNamesakesAreNoSecondCopies() {
        func resolveOne() {
            struct Local {}
            Resolver.register { Local() }
            _ = Resolver.resolve(Local.self)
        }
        func resolveOther() {
            struct Local {}
            Resolver.register { Local() }
            _ = Resolver.resolve(Local.self)
        }
        let graph = withSandbox(.fresh) { () -> DependencyGraph in
            Resolver.registerServices = nil
            let recorder = DependencyGraph.Recorder()
            Resolver.addObserver(recorder)
            resolveOne()
            resolveOther()
            return recorder.graph
        }
        #expect(Set(graph.services.map(\.type)).count == 1)
        #expect(graph.services.map(\.isSecondCopy) == [false, false])
    }

    @Test func anEmptyGraphHasExports() {
        let graph = DependencyGraph.Recorder().graph
        #expect(graph.tree.isEmpty)
        #expect(graph.mermaid == "flowchart LR\n")
        #expect(graph.dot == "digraph dependencies {\n    rankdir=LR\n    node [shape=box]\n}\n")
    }

    @Test("own defect D114: a lazy property that is first read in another service's making is its owner's dependency")
    func aLazyPropertyThatAnotherServiceReads() {
        final class Owner {
            @LazyInjected var session: Session
        }
        let graph = withSandbox(.fresh) { () -> DependencyGraph in
            Resolver.registerServices = nil
            Resolver.register { Session() }
            Resolver.register { Owner() }.scope(.application)
            Resolver.register { resolver -> Int in
                _ = resolver.resolve(Owner.self).session
                return 1
            }
            let recorder = DependencyGraph.Recorder()
            Resolver.addObserver(recorder)
            _ = Resolver.resolve(Int.self)
            return recorder.graph
        }
        func needs(_ type: String) -> [String] {
            graph.services.filter { $0.type.hasSuffix(type) }.flatMap { service in
                graph.dependencies.filter { $0.service == service.index }.map {
                    graph.services[$0.needed].type.split(separator: ".").last! + ($0.isLazy ? " lazily" : "")
                }
            }
        }
        #expect(needs("Owner") == ["Session lazily"])
        #expect(needs("Int") == ["Owner", "Session"])
    }

    @Test("own defect D133: a lazy property of a factory of one's own container is its owner's dependency")
    func aLazyPropertyOfAnotherContainersFactory() {
        final class Checkout {
            @LazyInjected(\Till.drawer) var drawer
        }
        let graph = withSandbox(.fresh) { () -> DependencyGraph in
            Resolver.registerServices = nil
            Resolver.register { Checkout() }
            let recorder = DependencyGraph.Recorder()
            Resolver.addObserver(recorder)
            _ = Resolver.resolve(Checkout.self).drawer
            return recorder.graph
        }
        #expect(graph.dependencies.map { graph.services[$0.needed].factory } == ["Till.drawer"])
        #expect(graph.dependencies.map(\.isLazy) == [true])
    }

    @Test("own defect D229: what stands for a factory leads to it, also where a lazy property asks")
    func whatStandsForAFactoryLeadsToIt() {
        final class Counter {
            @LazyInjected var drawer: Counted
        }
        let graph = withSandbox(.fresh) { () -> DependencyGraph in
            Resolver.registerServices = nil
            Resolver.register(\.counted)
            Resolver.register { Counter() }
            Resolver.register { Register(drawer: $0.resolve()) }
            let recorder = DependencyGraph.Recorder()
            Resolver.addObserver(recorder)
            _ = Resolver.resolve(Counter.self).drawer
            _ = Resolver.resolve(Register.self)
            return recorder.graph
        }
        let names = graph.services.map { $0.factory ?? String($0.type.split(separator: ".").last ?? "") }
        let links = graph.dependencies.map { "\(names[$0.service]) \($0.isLazy ? "lazily " : "")\(names[$0.needed])" }
        #expect(Set(links) == ["Counter lazily Counted", "Register Counted", "Counted Container.counted"])
    }

    @Test("own defect D141: what ends a label is escaped, also with a combining mark behind it")
    func whatEndsALabelIsEscaped() {
        let graph = withSandbox(.fresh) { () -> DependencyGraph in
            Resolver.registerServices = nil
            Resolver.register(name: "a\"\u{301}b\\\u{301}c") { 7 }
            return DependencyGraph.Recorder().graph(of: .root)
        }
        #expect(graph.mermaid.contains("a#quot;\u{301}b"))
        #expect(graph.dot.contains("a\\\"\u{301}b\\\\\u{301}c"))
    }

    @Test("own defect D324: a backtick in a label is escaped for Mermaid, which reads Markdown between two")
    func aBacktickInALabel() {
        let graph = ResolverDiagnosticsTests.recorded { Resolver.register(name: "`one`") { 7 } }
        #expect(graph.mermaid.contains("Int #quot;#96;one#96;#quot;"))
    }

    @Test("own defect D325: what is held weakly is called weak in every export")
    func whatIsHeldWeakly() {
        final class Watcher {
            @WeakLazyInjected var account: Account?
            @LazyInjected var cache: Cache
        }
        let graph = ResolverDiagnosticsTests.recorded {
            Resolver.register { Account() }.scope(.shared)
            Resolver.register { Cache() }.scope(.unique)
            Resolver.register { Watcher() }.scope(.unique)
        } running: {
            let watcher = Resolver.resolve(Watcher.self)
            _ = watcher.account
            _ = watcher.cache
        }
        #expect(graph.services.map { $0.type.split(separator: ".").last } == ["Account", "Cache", "Watcher"])
        for text in ["s2 -.->|weak| s0", "s2 -.->|lazy| s1"] { #expect(graph.mermaid.contains(text)) }
        for text in ["s2 -> s0 [label=\"weak\", style=dashed]", "s2 -> s1 [label=\"lazy\", style=dashed]"] {
            #expect(graph.dot.contains(text))
        }
        for text in ["  Account  shared, single use, weak\n", "  Cache  unique, single use, lazy\n"] {
            #expect(graph.tree.contains(text))
        }
    }
}

private final class Drawer: Sendable {}
private final class Till: SharedContainer {
    let manager = ContainerManager()
    init() {}
}
extension Till {
    fileprivate var drawer: Factory<Drawer> { self { Drawer() }.cached }
}

private final class Counted: Sendable {}
private final class Register {
    init(drawer: Counted) {}
}
extension Container {
    fileprivate var counted: Factory<Counted> { self { Counted() }.cached }
}
