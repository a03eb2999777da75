import Resolver
import SafeFacade
import TestSupport
import Testing

// Asynchronous factories that stand for a registration.

private final class Database: Sendable {
    let name: String
    init(_ name: String = "declared") { self.name = name }
}
private struct Broken: Error, Equatable {}

private let declarations = #line
extension Container {
    fileprivate var old: AsyncFactory<Database> { legacy() }
    fileprivate var modified: AsyncFactory<Database> { legacy().singleton }
    fileprivate var asksOld: AsyncFactory<[Database]> { self { [try await $0.old()] } }
    fileprivate var asyncHen: AsyncFactory<[Database]> { self { [try await Resolver.requireAsync(Database.self)] } }
    fileprivate var spare: AsyncFactory<Database> { legacy(name: "spare") }
    fileprivate var absent: AsyncFactory<Database?> { legacy(name: "absent") }
    fileprivate var asyncGreeting: AsyncParameterFactory<String, String> { legacy(name: "greeting") }
    fileprivate var oldLoader: AsyncFactory<any Loading> { legacy() }
    fileprivate var exported: AsyncFactory<Database> { self { Database() }.singleton }
}

private final class Store: SharedContainer {
    let manager = ContainerManager()
    init() {}
    var old: AsyncFactory<Database> { legacy() }
}

// These calls are outside of the test macros, which count their lines differently.
private let calls = #line
private func askOld() async throws { _ = try await Container.shared.asksOld() }
private func askModified() async throws { _ = try await Container.shared.modified() }
private func registerEgg() { Resolver.registerAsync { try await Container.shared.asyncHen()[0] }.scope(.application) }
private func askHen() async throws { _ = try await Container.shared.asyncHen() }
private func registerLacking() { Resolver.register { Database(try Resolver.require(String.self)) } }
private func registerBroken(_ isAsynchronous: Bool) {
    if isAsynchronous {
        Resolver.registerAsync { () async throws -> Database in throw Broken() }
    } else {
        Resolver.register { () throws -> Database in throw Broken() }
    }
}

@Suite(.inFreshSandbox) struct AsyncLegacyTests {
    @Test func whatDoesNotConformIsReportedByTheError() async throws {
        Resolver.register { Thing() }.implements((any Loading).self)
        let error = await failure { _ = try await Container.shared.oldLoader() }
        #expect((error as? ResolutionError)?.identifier == "not-implemented")
    }

    @Test func itGivesWhatIsRegisteredAsynchronouslyOrNot() async throws {
        Resolver.registerAsync { Database("asynchronous") }.scope(.application)
        Resolver.register(name: "spare") { Database("synchronous") }.scope(.application)
        let database = try await Container.shared.old()
        #expect(database.name == "asynchronous")
        #expect(try await Resolver.requireAsync(Database.self) === database)
        #expect(try await Container.shared.spare() === Resolver.resolve(Database.self, name: "spare"))
    }

    @Test("own defect D50: an asynchronous legacy() factory of what an exported factory answers is no cycle")
    func aLegacyFactoryOfAnExportedOneIsGivenItsInstance() async throws {
        Resolver.register(\.exported)
        let legacy = try await Container.shared.old()
        #expect(try await Container.shared.exported() === legacy)
        #expect(try await Resolver.requireAsync(Database.self) === legacy)
    }

    @Test func aFactoryThatADecoratorWatchesGivesTheSame() async throws {
        Resolver.registerAsync { Database("asynchronous") }.scope(.application)
        let seen = Locked<[String]>([])
        Container.shared.manager.decorator = { service, made in
            if let database = service as? Database { seen.withLock { $0.append("\(database.name) \(made)") } }
        }
        let database = try await Container.shared.old()
        #expect(try await Resolver.requireAsync(Database.self) === database)
        #expect(seen.withLock { $0 } == ["asynchronous false"])
    }

    @Test(
        "own defect D69: what a registration throws is thrown as it is, asynchronous or not, watched or not",
        arguments: [false, true])
    func whatARegistrationThrowsIsThrownAsItIs(isAsynchronous: Bool) async throws {
        let errors = await withSandbox(.fresh) {
            registerBroken(isAsynchronous)
            Resolver.register(name: "absent") { () throws -> Database in throw Broken() }
            var errors: [(any Error)?] = []
            func ask() async {
                errors.append(await failure { _ = try await Container.shared.old() })
                errors.append(await failure { _ = try await Container.shared.absent() })
            }
            await ask()
            Container.shared.manager.decorator = { _, _ in }
            await ask()
            Container.shared.manager.decorator = nil
            Resolver.addObserver(Silent())
            await ask()
            return errors
        }
        for error in errors { #expect(error as? Broken == Broken()) }
    }

    @Test func whatMayBeAbsentIsNilWhereNothingIsRegistered() async throws {
        var absent = try await Container.shared.absent()
        #expect(absent == nil)
        Resolver.registerAsync(name: "absent") { Database("late") }
        absent = try await Container.shared.absent()
        #expect(absent?.name == "late")
        Container.shared.absent.register { Database("mock") }
        absent = try await Container.shared.absent()
        #expect(absent?.name == "mock")
        let required = try await Resolver.requireAsync(Database.self, name: "absent")
        #expect(required.name == "mock")
    }

    @Test func aParameterTravelsAsArgs() async throws {
        Resolver.registerAsync(String.self, name: "greeting") { _, args in "Hello, \(args() as String)!" }
        let typed = try await Container.shared.asyncGreeting("Ada")
        #expect(typed == "Hello, Ada!")
        Container.shared.asyncGreeting.register { "Hi, \($0)!" }
        let required = try await Resolver.requireAsync(String.self, name: "greeting", args: "Bob")
        #expect(required == "Hi, Bob!")
    }

    @Test func anOverrideActsOnBothFacesUntilItIsReset() async throws {
        Resolver.registerAsync { Database("live") }.scope(.application)
        Container.shared.old.register { Database("mock") }
        let mock = try await Resolver.requireAsync(Database.self)
        #expect(mock.name == "mock")
        // The mock has the registration's lifetime.
        #expect(try await Container.shared.old() === mock)
        Container.shared.old.reset()
        let live = try await Container.shared.old()
        #expect(live.name == "live")
    }

    @Test func aContainerThatNobodySharesHasItsOwn() async throws {
        Resolver.registerAsync { Database("root") }
        let store = Store()
        let registered = try await store.old()
        #expect(registered.name == "root")
        store.old.register { Database("own") }
        let (own, ofShared) = (try await store.old(), try await Store.shared.old())
        #expect([own.name, ofShared.name] == ["own", "root"])
    }

    @Test func whatASynchronousRegistrationLacksIsAskedForByTheWholeChain() async throws {
        let error = await withSandbox(.fresh) {
            Resolver.registerServices = nil
            registerLacking()
            return await failure { try await askOld() }
        }
        #expect(
            (error as? ResolutionError)?.description == """
                Resolver: nothing is registered for 'Swift.String'  [missing-registration]
                  asked for by   SafeFacadeTests.Database  SafeFacadeTests/AsyncLegacyTests.swift:\(calls + 5)
                            in   Container.asksOld         SafeFacadeTests/AsyncLegacyTests.swift:\(declarations + 4)
                            in   resolve()                 SafeFacadeTests/AsyncLegacyTests.swift:\(calls + 1)
                  to mend it     register it in registerAllServices(), or ask with optional()
                """)
    }

    @Test("own defect D411: what is missing asynchronously may be declared as an asynchronous factory of an optional")
    func aRegistrationThatIsMissingIsAskedForByTheFactory() async throws {
        let error = await withSandbox(.fresh) {
            Resolver.registerServices = nil
            return await failure { try await askOld() }
        }
        #expect(
            (error as? ResolutionError)?.description == """
                Resolver: nothing is registered for 'SafeFacadeTests.Database'  [missing-registration]
                  asked for by   Container.old      SafeFacadeTests/AsyncLegacyTests.swift:\(declarations + 4)
                            in   Container.asksOld  SafeFacadeTests/AsyncLegacyTests.swift:\(declarations + 4)
                            in   resolve()          SafeFacadeTests/AsyncLegacyTests.swift:\(calls + 1)
                  declared       with legacy() at SafeFacadeTests/AsyncLegacyTests.swift:\(declarations + 2)
                  to mend it     register it in registerAllServices(), or declare an AsyncFactory of an optional
                """)
    }

    @Test func aModifierIsReported() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Resolver.registerAsync { Database() }
            try await askModified()
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: 'Container.modified' stands for the registration of 'SafeFacadeTests.Database' and takes no \
                modifiers  [modified-legacy]
                  asked for by   resolve()  SafeFacadeTests/AsyncLegacyTests.swift:\(calls + 2)
                  declared       with legacy() at SafeFacadeTests/AsyncLegacyTests.swift:\(declarations + 3)
                  to mend it     state that where the service is registered
                """)
    }

    @Test func aModifierOfACallIsReportedToo() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Resolver.registerAsync { Database() }
            _ = try await Container.shared.old()
            _ = try await Container.shared.old.cached()
        }
        let text = try failureText(result)
        #expect(text.contains("[modified-legacy]"))
    }

    @Test func aModifierThatLetsNothingBeKeptIsReportedToo() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Resolver.registerAsync { Database() }
            _ = try await Container.shared.old()
            _ = try await Container.shared.old.unique()
        }
        let text = try failureText(result)
        #expect(text.hasPrefix("Resolver: 'Container.old' stands for the registration of"), "\(text)")
        #expect(text.contains("and takes no modifiers  [modified-legacy]"), "\(text)")
    }

    @Test func aCycleAcrossBothFacesIsThrownWithItsPath() async throws {
        let error = await withSandbox(.fresh) {
            registerEgg()
            return await failure { try await askHen() }
        }
        #expect(
            (error as? ResolutionError)?.description == """
                Resolver: 'SafeFacadeTests.Database' depends on itself  [cycle]
                  the cycle      SafeFacadeTests.Database → Container.asyncHen → SafeFacadeTests.Database
                  asked for by   Container.asyncHen        SafeFacadeTests/AsyncLegacyTests.swift:\(declarations + 5)
                            in   SafeFacadeTests.Database  SafeFacadeTests/AsyncLegacyTests.swift:\(calls + 3)
                            in   Container.asyncHen        SafeFacadeTests/AsyncLegacyTests.swift:\(declarations + 5)
                            in   resolve()                 SafeFacadeTests/AsyncLegacyTests.swift:\(calls + 4)
                  to mend it     pass one of them in after both are made
                """)
    }
}
