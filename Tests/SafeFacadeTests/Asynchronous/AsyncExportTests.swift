import Resolver
import ResolverDiagnostics
import SafeFacade
import TestSupport
import Testing

// Asynchronous factories that are exported or bridged.

private final class Database: Sendable {
    let name: String
    /// How often the decorator of its factory has seen this object.
    let views = Counter()
    init(_ name: String = "declared") { self.name = name }
}
private struct Broken: Error, Equatable {}

private let declarations = #line
extension Container {
    fileprivate var exported: AsyncFactory<Database> { self { Database() }.singleton }
    fileprivate var titled: AsyncParameterFactory<String, Database> { self { Database($0) } }
    fileprivate var perhaps: AsyncFactory<Database?> { self { Database("perhaps") }.cached }
    fileprivate var traced: AsyncFactory<Database> { self { Database("traced") }.cached.decorator { $0.views.add() } }
    fileprivate var spy: AsyncFactory<Database> { self { Database() }.cached.bridged }
    fileprivate var spare: AsyncFactory<Database> { legacy(name: "spare") }
    fileprivate var asyncGreeting: AsyncParameterFactory<String, String> { legacy(name: "greeting") }
    fileprivate var twice: AsyncFactory<String??> { self { () async in "twice" } }
    fileprivate var nothing: AsyncFactory<Int??> { self { () async in nil } }
}

private final class Store: SharedContainer {
    let manager = ContainerManager()
    init() {}
    var database: AsyncFactory<Database> { self { Database("store") }.cached }
    var egg: AsyncFactory<Database> { self { try await Resolver.requireAsync(Database.self, name: "hen") } }
    var hen: AsyncFactory<Database> { self { try await Resolver.requireAsync(Database.self, name: "egg") } }
}

// These calls are outside of the test macros, which count their lines differently.
private let calls = #line
private func export() { Resolver.register(\.exported) }
private func resolveExported() { _ = Resolver.resolve(Database.self) }
private func exportTitled() { Resolver.register(\.titled) }
private func askTitled() async throws { _ = try await Resolver.requireAsync(Database.self, args: 7) }
private func askExported() async throws { _ = try await Container.shared.exported() }
private func registerBroken(_ isAsynchronous: Bool) {
    if isAsynchronous {
        Resolver.registerAsync { () async throws -> Database in throw Broken() }
    } else {
        Resolver.register { () throws -> Database in throw Broken() }
    }
}

@Suite(.inFreshSandbox) struct AsyncExportTests {
    @Test func whatDoesNotConformIsNilOfAnOptional() async throws {
        Resolver.register(\.perhaps)
        Resolver.registerAsync { Thing() }.implements(Database.self)
        let database = try await Container.shared.perhaps()
        #expect(database == nil)
    }

    @Test func anExportedFactoryGivesBothFacesTheSameInstance() async throws {
        Resolver.register(\.exported)
        Resolver.register(\.exported, name: "main")
        let database = try await Resolver.requireAsync(Database.self)
        #expect(try await Container.shared.exported() === database)
        #expect(try await Resolver.requireAsync(Database.self, name: "main") === database)
    }

    @Test func aContainerOfOnesOwnExportsToo() async throws {
        Resolver.register(\Store.database)
        let database = try await Store.shared.database()
        #expect(try await Resolver.requireAsync(Database.self) === database)
        Resolver.registerAsync { Database("mock") }
        let mock = try await Store.shared.database()
        #expect(mock.name == "mock")
        Store.shared.reset()
        let declared = try await Resolver.requireAsync(Database.self)
        #expect(declared.name == "store")
    }

    @Test func whatIsNearerToTheRootIsShownToTheContainerAndIsNotWhatTheMainResolverGives() async throws {
        Resolver.register(\Store.database)
        let root = Resolver(child: .main)
        root.registerAsync { Database("nearer") }
        Resolver.root = root
        let seen = Locked<[String]>([])
        Store.shared.manager.decorator = { service, made in
            if let database = service as? Database { seen.withLock { $0.append("\(database.name) \(made)") } }
        }
        let nearer = try await Store.shared.database()
        #expect(nearer.name == "nearer")
        #expect(seen.withLock { $0 } == ["nearer false"])
        let ofMain = try await Resolver.main.requireAsync(Database.self)
        #expect(ofMain.name == "store")
    }

    @Test func aFactoryOfAnOptionalAnswersForWhatItWraps() async throws {
        Resolver.register(\.perhaps)
        let database = try await Resolver.requireAsync(Database.self)
        #expect(database.name == "perhaps")
        var perhaps = try await Container.shared.perhaps()
        #expect(perhaps === database)
        Resolver.registerAsync { Database("mock") }
        perhaps = try await Container.shared.perhaps()
        #expect(perhaps?.name == "mock")
        Resolver.registerAsync { () async throws -> Database? in nil }
        perhaps = try await Container.shared.perhaps()
        #expect(perhaps == nil)
        Resolver.register { Database("synchronous") }
        perhaps = try await Container.shared.perhaps()
        #expect(perhaps?.name == "synchronous")
        Container.shared.perhaps.reset()
        perhaps = try await Resolver.requireAsync(Database?.self)
        #expect(perhaps?.name == "perhaps")
    }

    @Test func argsTravelAsTheParameter() async throws {
        Resolver.register(\.titled)
        let letters = try await Resolver.requireAsync(Database.self, args: "letters")
        #expect(letters.name == "letters")
        Resolver.registerAsync { _, args in Database("mock of \(args() as String)") }
        let mock = try await Container.shared.titled("letters")
        #expect(mock.name == "mock of letters")
    }

    @Test("own defect D120: an exported asynchronous factory of an optional in an optional")
    func anOptionalInAnOptional() async throws {
        Resolver.register(\.twice)
        Resolver.register(\.nothing)
        let twice = try await Resolver.requireAsync(String?.self)
        #expect(twice == "twice")
        let nothing = try await Resolver.requireAsync(Int?.self)
        #expect(nothing == nil)
    }

    @Test("own defect D92: a parameter travels as args to a synchronous registration, too")
    func argsTravelToASynchronousRegistration() async throws {
        Resolver.register(\.titled)
        Resolver.register { _, args in Database("mock of \(args() as String)") }
        for title in ["letters", "numbers"] {
            let mock = try await Container.shared.titled(title)
            #expect(mock.name == "mock of \(title)")
        }
        Resolver.register(String.self, name: "greeting") { _, args in "Hello, \(args() as String)!" }
        for name in ["Ada", "Bob"] {
            let greeting = try await Container.shared.asyncGreeting(name)
            #expect(greeting == "Hello, \(name)!")
        }
    }

    @Test func optionsOfTheDeclarationCountForBothFaces() async throws {
        Resolver.register(\.traced)
        let database = try await Resolver.requireAsync(Database.self)
        #expect(database.name == "traced")
        #expect(database.views.value == 1)
        #expect(try await Container.shared.traced() === database)
        #expect(database.views.value == 2)
    }

    @Test func anOverrideThroughEitherFaceActsOnBoth() async throws {
        Resolver.register(\.exported)
        Container.shared.exported.register { Database("typed") }
        let typed = try await Resolver.requireAsync(Database.self)
        #expect(typed.name == "typed")
        #expect(try await Container.shared.exported() === typed)
        Resolver.register { Database("synchronous") }
        let synchronous = try await Container.shared.exported()
        #expect(synchronous.name == "synchronous")
        // The mock has the declaration's lifetime.
        #expect(Resolver.resolve(Database.self) === synchronous)
        Container.shared.exported.reset()
        let declared = try await Resolver.requireAsync(Database.self)
        #expect(declared.name == "declared")
    }

    @Test func whatIsRegisteredBeforeOverridesIt() async throws {
        Resolver.registerAsync { Database("mock") }
        Resolver.register(\.exported)
        let mock = try await Container.shared.exported()
        let required = try await Resolver.requireAsync(Database.self)
        #expect([mock.name, required.name] == ["mock", "mock"])
    }

    @Test func theNearestRegistrationOfTheRootWins() async throws {
        Resolver.register(\.exported)
        Resolver.register(\.perhaps, name: "perhaps")
        let mock = Resolver(child: .main)
        mock.registerAsync { Database("mock") }
        mock.registerAsync(name: "perhaps") { Database("second mock") }
        let declared = try await Container.shared.exported()
        #expect(declared.name == "declared")
        Resolver.root = mock
        let exported = try await Container.shared.exported()
        #expect(exported.name == "mock")
        let perhaps = try await Container.shared.perhaps()
        #expect(perhaps?.name == "second mock")
        let ofMain = try await Resolver.main.requireAsync(Database.self)
        #expect(ofMain.name == "declared")
    }

    @Test func aBridgedFactorySeesWhatIsRegistered() async throws {
        let declared = try await Container.shared.spy()
        #expect(declared.name == "declared")
        Resolver.register { Database("spy") }
        let spy = try await Container.shared.spy()
        #expect(spy.name == "spy")
        #expect(Resolver.resolve(Database.self).name == "spy")
    }

    @Test func theLedgerCountsItAsTyped() async throws {
        let ledger = Ledger()
        Resolver.addObserver(ledger)
        ledger.include([\Container.exported])
        Resolver.register(\.traced)
        Resolver.registerAsync(name: "spare") { Database() }
        _ = try await Container.shared.traced()
        _ = try await Container.shared.spare()
        let report = ledger.report()
        #expect(report.resolutions.isEmpty, "\(report)")
        #expect(
            report.services.map { "\($0.service) \($0.name ?? "-") \($0.kind) \($0.uses)" } == [
                "SafeFacadeTests.Database - typed 0",
                "SafeFacadeTests.Database - exported 1",
                "SafeFacadeTests.Database spare legacy 1",
            ])
    }

    @Test func aSynchronousCallOfAnExportedOneTraps() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            export()
            resolveExported()
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: 'Container.exported' is made asynchronously  [asynchronous]
                  asked for by   resolve()  SafeFacadeTests/AsyncExportTests.swift:\(calls + 2)
                  registered     SafeFacadeTests/AsyncExportTests.swift:\(declarations + 2)
                  to mend it     ask with 'try await requireAsync()', in asynchronous factories as well
                """)
    }

    @Test func argsOfTheWrongTypeAreReported() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            exportTitled()
            try await askTitled()
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: the parameter of 'Container.titled' must be 'Swift.String': it is 'Swift.Int'  [wrong-argument]
                  asked for by   resolve()  SafeFacadeTests/AsyncExportTests.swift:\(calls + 4)
                  declared       SafeFacadeTests/AsyncExportTests.swift:\(declarations + 3)
                  to mend it     pass one of that type, or let the factory take what is passed
                """)
    }

    @Test func anOverrideThatReturnsNilIsAnError() async throws {
        let error = await withSandbox(.fresh) {
            export()
            Resolver.registerAsync { () async throws -> Database? in nil }
            return await failure { try await askExported() }
        }
        #expect(error is ResolutionError)
    }

    @Test("own defect D69: what an override throws is thrown as it is, asynchronous or not", arguments: [false, true])
    func whatAnOverrideThrowsIsThrownAsItIs(isAsynchronous: Bool) async throws {
        let error = await withSandbox(.fresh) {
            export()
            registerBroken(isAsynchronous)
            return await failure { try await askExported() }
        }
        #expect(error as? Broken == Broken())
    }

    @Test("own defect D66: a cycle of exported factories is told from where it was entered")
    func aCycleOfExportedFactoriesIsToldFromWhereItWasEntered() async throws {
        let error = await withSandbox(.fresh) {
            Resolver.register(\Store.egg, name: "egg")
            Resolver.register(\Store.hen, name: "hen")
            return await failure { _ = try await Resolver.requireAsync(Database.self, name: "egg") }
        }
        #expect((error as? ResolutionError)?.cyclePath == ["Store.egg", "Store.hen", "Store.egg"])
    }
}

@Suite struct ConcurrencyAsyncExportTests {
    @Test func itsClosureRunsOnceForBothFacesAtOnce() async throws {
        try await withSandbox(.fresh) { () async throws -> Void in
            Resolver.register(\.exported)
            for _ in 0..<50 {
                async let typed = Container.shared.exported()
                async let runtime = Resolver.requireAsync(Database.self)
                let (one, two) = (try await typed, try await runtime)
                #expect(one === two)
                Container.shared.exported.reset(.scope)
            }
        }
    }
}
