import Resolver
import TestSupport
import Testing

private protocol Storage: AnyObject, Sendable {}
private final class Database: Storage {
    let name: String
    init(_ name: String = "live") { self.name = name }
}
private final class Repository: Sendable {
    let database: Database
    init(_ database: Database) { self.database = database }
}
private struct NotToday: Error {}

// These calls are outside of the test macros, which count their lines differently.
private let calls = #line
private func registerDatabase() { Resolver.registerAsync { Database() }.scope(.application) }
private func resolveDatabase() { _ = Resolver.resolve(Database.self) }
private func requireDatabase() throws { _ = try Resolver.require(Database.self) }
private func requireAsyncDatabase() async throws { _ = try await Resolver.requireAsync(Database.self) }
private func findDatabase() { _ = Resolver.optional(Database.self) }
private func findDatabaseAsAnOptional() { _ = Resolver.resolve(Database?.self) }
private func listDatabases() { _ = Resolver.all(Database.self) }

private let properties = #line
private struct Holder { @Injected var database: Database }
private final class LazyHolder: Sendable { let database = LazyInjected<Database>() }
private final class WeakHolder: Sendable { let database = WeakLazyInjected<Database>() }
private struct OptionalHolder { @OptionalInjected var database: Database? }

/// The report of a synchronous call for the database.
private func isAsynchronous(askedAt line: Int) -> String {
    """
    Resolver: 'ResolverTests.Database' is made asynchronously  [asynchronous]
      asked for by   resolve()  ResolverTests/AsyncRegistrationTests.swift:\(line)
      registered     ResolverTests/AsyncRegistrationTests.swift:\(calls + 1)
      to mend it     ask with 'try await requireAsync()', in asynchronous factories as well
    """
}

/// The ways to ask without `await`.
private enum Asking: String, CaseIterable, Codable, Sendable {
    case resolve, resolveOptional, optional, all, injected, lazyInjected, weakLazyInjected, optionalInjected

    var line: Int {
        switch self {
        case .resolve: calls + 2
        case .optional: calls + 5
        case .resolveOptional: calls + 6
        case .all: calls + 7
        case .injected: properties + 1
        case .lazyInjected: properties + 2
        case .weakLazyInjected: properties + 3
        case .optionalInjected: properties + 4
        }
    }

    func ask() {
        switch self {
        case .resolve: resolveDatabase()
        case .optional: findDatabase()
        case .resolveOptional: findDatabaseAsAnOptional()
        case .all: listDatabases()
        case .injected: _ = Holder()
        case .lazyInjected: _ = LazyHolder().database.wrappedValue
        case .weakLazyInjected: _ = WeakHolder().database.wrappedValue
        case .optionalInjected: _ = OptionalHolder()
        }
    }
}

@Suite struct AsyncRegistrationTests {
    @Test("own defect D251: an instance is not kept where the scope was stated anew while others waited for it")
    @MainActor func aScopeThatIsStatedAnewMeanwhile() async throws {
        try await withSandbox(.fresh) { () async throws -> Void in
            let (stop, attempts, living) = (Stop(), Counter(), LivingObjects())
            let options = Resolver.registerAsync { () async throws -> Database in
                if attempts.add() == 1 {
                    await stop.pass()
                    throw CancellationError()
                }
                return living.counted(Database())
            }.scope(.cached)
            let first = Task { try await Resolver.requireAsync(Database.self) }
            await stop.hasBegun()
            first.cancel()
            _ = try? await first.value
            // This call comes late, and begins anew when the cancelled construction has ended.
            let second = await joining { _ = try await Resolver.requireAsync(Database.self) }
            options.scope(.unique)
            stop.open()
            try await second.value
            #expect(attempts.value == 2)
            try await living.wait(untilAtMost: 0)
            #expect(living.alive == 0)
        }
    }

    @Test func whoIsCancelledIsToldSo() async {
        await withSandbox(.fresh) {
            registerDatabase()
            let asking = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return try await Resolver.requireAsync(Database.self)
            }
            await #expect(throws: CancellationError.self) { try await asking.value }
        }
    }

    @Test func aScopeKeepsWhatIsMade() async throws {
        try await withSandbox {
            registerDatabase()
            let database = try await Resolver.requireAsync(Database.self)
            #expect(try await Resolver.requireAsync(Database.self) === database)
            ResolverScope.application.reset()
            #expect(try await Resolver.requireAsync(Database.self) !== database)
        }
    }

    @Test func withoutAScopeItIsMadeAnew() async throws {
        try await withSandbox {
            Resolver.registerAsync { Database() }
            let one = try await Resolver.requireAsync(Database.self)
            let two = try await Resolver.requireAsync(Database.self)
            #expect(one !== two)
        }
    }

    @Test func aFactoryIsHandedTheResolverAndTheArguments() async throws {
        try await withSandbox {
            Resolver.registerAsync { _, args in Database(args()) }
            Resolver.registerAsync { resolver in Repository(try await resolver.requireAsync(args: "notes")) }
            let repository = try await Resolver(child: .main).requireAsync(Repository.self)
            #expect(repository.database.name == "notes")
        }
    }

    @Test func synchronousRegistrationsAreServedToo() async throws {
        try await withSandbox {
            Resolver.register { Database("synchronous") }.scope(.application)
            let database = try await Resolver.requireAsync(Database.self)
            #expect(database === Resolver.resolve(Database.self))
        }
    }

    @Test func theLastRegistrationCounts() async throws {
        try await withSandbox {
            Resolver.registerAsync { Database("asynchronous") }.scope(.application)
            _ = try await Resolver.requireAsync(Database.self)
            Resolver.register { Database("synchronous") }
            let synchronous = try await Resolver.requireAsync(Database.self)
            #expect(synchronous.name == "synchronous")
            Resolver.registerAsync { Database("asynchronous") }
            let asynchronous = try await Resolver.requireAsync(Database.self)
            #expect(asynchronous.name == "asynchronous")
        }
    }

    @Test("own defect D411: who asks asynchronously is not advised to ask with optional()")
    func howToDoWithout() async throws {
        try await withSandbox(.fresh) {
            Resolver.registerServices = nil
            func advice() async -> Substring? {
                let text = await text { _ = try await Resolver.requireAsync(Database.self) }
                return text.split(separator: "\n").last?.split(separator: "     ").last
            }
            let ofMissing = await advice()
            #expect(ofMissing == "register it in registerAllServices(), or ask requireAsync() for an optional")
            Resolver.registerAsync { () async throws -> Database? in nil }
            let ofNil = await advice()
            #expect(ofNil == "return an instance, or ask requireAsync() for an optional")
            let none = try await Resolver.requireAsync(Database?.self)
            #expect(none == nil)
        }
    }

    @Test func anOptionalTypeFindsWhatItWraps() async throws {
        try await withSandbox {
            let missing = try await Resolver.requireAsync(Database?.self)
            Resolver.registerAsync { () async throws -> Database? in nil }
            let none = try await Resolver.requireAsync(Database?.self)
            registerDatabase()
            let some = try await Resolver.requireAsync(Database?.self)
            #expect(missing == nil && none == nil && some != nil)
        }
    }

    @Test func aProtocolGivesTheVeryInstance() async throws {
        try await withSandbox {
            Resolver.registerAsync { Database() }.implements((any Storage).self).scope(.application)
            let storage = try await Resolver.requireAsync((any Storage).self)
            #expect(try await Resolver.requireAsync(Database.self) === storage)
        }
    }

    @Test("own defect D392: what an asynchronous factory throws is caught with 'requireAsync', and not with 'require'")
    func aFailureIsThatOfTheServiceItIsAbout() async throws {
        try await withSandbox { () async throws -> Void in
            Resolver.registerAsync { () async throws -> Database in throw NotToday() }
            Resolver.registerAsync { Repository(try await $0.requireAsync()) }
            let error = try await #require(throws: ResolutionError.self) {
                try await Resolver.requireAsync(Repository.self)
            }
            guard case .factoryThrew(let cause) = error.reason, cause is NotToday else { throw error }
            #expect(error.service.hasSuffix("Database"))
            #expect(error.chain.count == 1)
            let advice = "ask with 'require()' or 'requireAsync()', in the factories between as well, and catch it"
            #expect("\(error)".hasSuffix(advice))
        }
    }

    @Test func whatIsNotRegisteredIsThrown() async {
        await withSandbox(.fresh) {
            let asked = await refusal { _ = try await Resolver.requireAsync(Database.self) }
            #expect(asked == "missing-registration")
        }
    }

    @Test func aSynchronousCallFailsWithWordsAlsoWhereTheInstanceIsThere() async throws {
        try await withSandbox(.fresh) {
            registerDatabase()
            _ = try await Resolver.requireAsync(Database.self)
            let error = #expect(throws: ResolutionError.self) { try requireDatabase() }
            #expect(error?.description == isAsynchronous(askedAt: calls + 3))
        }
    }

    /// It also traps if the instance is there; nil would mean that nothing is registered.
    @Test(arguments: Asking.allCases)
    fileprivate func aSynchronousCallTraps(_ asking: Asking) async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [asking] in
            beginProcess(isShown: false)
            registerDatabase()
            try await requireAsyncDatabase()
            asking.ask()
        }
        let text = try failureText(result)
        #expect(text == isAsynchronous(askedAt: asking.line))
    }

    @Test func aConstructionThatTakesLongIsReported() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            beginProcess(isShown: false)
            LongWaits.patience = 100_000_000
            Resolver.registerAsync {
                try? await Task.sleep(nanoseconds: 600_000_000)
                return Database()
            }.scope(.application)
            try await requireAsyncDatabase()
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: 'ResolverTests.Database' has been made asynchronously for 5 seconds  [long-wait]
                  the call       ResolverTests.Database  ResolverTests/AsyncRegistrationTests.swift:\(calls + 4)
                  to mend it     see whether its factory waits for something that waits for it
                """)
    }

    @Test("own defects D154, D233: the metatype of a subclass registers, and asks for, a service of its own")
    func aMetatypeOfASubclass() async throws {
        class Base: @unchecked Sendable {}
        class Middle: Base, @unchecked Sendable {}
        final class Derived: Middle, @unchecked Sendable {}
        let (middle, derived): (Base.Type, Base.Type) = (Middle.self, Derived.self)
        let resolver = Resolver()
        resolver.registerAsync(derived) { Derived() }.scope(.application)
        resolver.registerAsync { Derived() }.implements(middle)
        let given = try await resolver.requireAsync(derived)
        #expect(try await resolver.requireAsync(derived) === given)
        #expect(try await resolver.requireAsync(middle) !== given)
        await #expect(throws: ResolutionError.self) { _ = try await resolver.requireAsync(Base.self) }
    }

    @Test func aFactoryThatSetsTheDepthLimitIsInTheChainOfWhatItAsksForThen() async {
        await #expect(processExitsWith: .success) {
            Resolver.registerServices = nil
            Resolver.registerAsync { () async throws -> Car in
                Resolver.depthLimit = 50
                return Car(engine: try Resolver.require(Petrol.self))
            }
            let thrown = await text { _ = try await Resolver.requireAsync(Car.self) }
            ensure(thrown.contains("asked for by   ResolverTests.Car"), thrown)
        }
    }
}
