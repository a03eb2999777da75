import Resolver
import ResolverDiagnostics
import SafeFacade
import TestSupport
import Testing

private final class User: Sendable {
    let name: String
    init(_ name: String) { self.name = name }
}
private final class Log: Sendable {
    init(_ user: User) {}
}
private final class Database: Sendable {}
private final class Store: Sendable {
    init(_ database: Database, _ user: User? = nil) {}
}
@MainActor private final class Page {}
private struct Broken: Error {}

extension Scope {
    fileprivate static let visit = TaskScope()
    fileprivate static let job = TaskScope()
}

private let closed = Locked<[String]>([])

extension Container {
    fileprivate var user: Factory<User> { required().scope(.visit) }
    fileprivate var log: Factory<Log> { self { Log($0.user()) }.scope(.visit) }
    fileprivate var database: AsyncFactory<Database> {
        self { Database() }.singleton.onClose { _, _ in closed.withLock { $0.append("database") } }
    }
    fileprivate var store: AsyncFactory<Store> {
        self { Store(try await $0.database(), $0.user()) }.scope(.visit).onClose { _, outcome in
            closed.withLock { $0.append("store \(outcome.hasSucceeded)") }
        }
    }
    fileprivate var mailbox: AsyncParameterFactory<Int, Store> {
        self { Store(try await $0.database(), User("\($1)")) }
    }
    fileprivate var page: MainActorFactory<Page> { self { Page() } }
    fileprivate var slot: Factory<Database> { required() }
    fileprivate var lostStore: Factory<Store> { self { Store($0.slot(), $0.user()) } }
    fileprivate var lostOfVisit: Factory<Store> {
        self { Store($0.slot(), $0.user()) }.scope(.visit).onClose { (_: Store) in }
    }
    fileprivate var lostSingleton: Factory<Store> { self { Store($0.slot()) }.singleton.onClose { (_: Store) in } }
    fileprivate var asksForLost: AsyncFactory<Store> {
        self { Store(try await $0.database(), try await $0.lostUser()) }.singleton
    }
    fileprivate var lostUser: AsyncFactory<User> { required() }
    fileprivate var broken: AsyncFactory<Store> { self { throw Broken() } }
    fileprivate var ring: AsyncFactory<Character> { self { try await $0.ring() }.cached }
    fileprivate var keeper: Factory<Log> { self { Log($0.user()) }.singleton }
    fileprivate var asyncKeeper: AsyncFactory<Log> { self { Log(try await $0.asyncUser()) }.singleton }
    fileprivate var asyncUser: AsyncFactory<User> { self { User("of a visit") }.scope(.visit) }
    fileprivate var ofJob: Factory<User> { self { User("of a job") }.scope(.job) }
    fileprivate var stubborn: AsyncFactory<Database> {
        self { Database() }.cached.onClose { _, _ in throw Broken() }
    }
}

private final class Office: SharedContainer {
    let manager = ContainerManager()
    var mailbox: AsyncParameterFactory<Int, Store> { self { _ in Store(Database()) } }
}

extension Container {
    fileprivate var lostPage: MainActorFactory<Page> {
        self {
            _ = $0.slot()
            return Page()
        }
    }
    fileprivate var inner: Factory<User> {
        self { User("inner") }.scope(.visit).onClose { (_: User) in closed.withLock { $0.append("inner") } }
    }
    fileprivate var outer: Factory<User> {
        self { User("outer") }.scope(.job).onClose { (_: User) in closed.withLock { $0.append("outer") } }
    }
    fileprivate var ofBinding: Factory<User> { required() }
}

private func validate(
    _ manifest: [PartialKeyPath<Container>], samples: [PartialKeyPath<Container>: Any] = [:],
    entryPoints: [PartialKeyPath<Container>]? = nil, in scopes: [TaskScope] = [.visit]
) async -> ValidationReport {
    await withSandbox(.fresh) {
        await Container.validateAsync(
            manifest, samples: samples, entryPoints: entryPoints, in: scopes, file: "App/Tests.swift", line: 9
        ) {
            if scopes.contains(where: { $0 === Scope.visit }) { Container.shared.user.bind(User("Ann")) }
        }
    }
}

@Suite struct AsyncValidationTests {
    @Test func whatIsMadeAsynchronouslyOrBelongsToARunIsMade() async {
        let report = await validate(
            [\.log, \.store, \.mailbox, \.page, \.user], samples: [\Container.mailbox: 4])
        #expect(report.problems.isEmpty && report.skipped.isEmpty, "\(report)")
        #expect(report.validatedCount == 5)
        let store = report.graph.services.first { $0.factory == "Container.store" }
        let needed = report.graph.dependencies.filter { $0.service == store?.index }.map { $0.needed }
        #expect(
            Set(needed.map { report.graph.services[$0].factory }) == ["Container.database", "Container.user"])
    }

    @Test(arguments: [false, true])
    func everyFormOfAContainerTakesAllThatIsStated(_ isShared: Bool) async {
        func validate(allowing allowed: Set<ValidationReport.Problem.Kind>) async -> ValidationReport {
            let manifest: [PartialKeyPath<Container>] = [\.log, \.mailbox, \.broken]
            let samples: [PartialKeyPath<Container>: Any] = [\Container.mailbox: 4]
            return await withSandbox(.fresh) {
                guard isShared else {
                    let container = Container()
                    return await container.validateAsync(
                        manifest, samples: samples, entryPoints: [\.log], allowing: allowed, in: [.visit],
                        file: "App/Tests.swift", line: 9
                    ) { container.user.bind(User("Ann")) }
                }
                return await Container.validateAsync(
                    manifest, samples: samples, entryPoints: [\.log], allowing: allowed, in: [.visit],
                    file: "App/Tests.swift", line: 9
                ) { Container.shared.user.bind(User("Ann")) }
            }
        }
        let report = await validate(allowing: [])
        #expect(report.problems.first?.kind == .threw && report.skipped.isEmpty, "\(report)")
        #expect(report.problems.first?.description.contains("App/Tests.swift:9") == true, "\(report)")
        let lenient = await validate(allowing: [.threw])
        #expect(Set(lenient.problems.map(\.kind)) == [.neverResolved], "\(lenient)")
        #expect(lenient.problems.map(\.service).contains("Container.mailbox"), "\(lenient)")
    }

    @Test(arguments: [false, true])
    func everyFormOfAResolverTakesAllThatIsStated(_ isShared: Bool) async {
        func validate(allowing allowed: Set<ValidationReport.Problem.Kind>) async -> ValidationReport {
            await withSandbox(.fresh) {
                Resolver.register { Container.shared.user() }.scope(Scope.visit)
                Resolver.registerAsync { _, args in Store(Database(), User("\(args() as Int)")) }
                Resolver.registerAsync { () async throws -> Log in throw Broken() }
                let samples = [ValidationSample(Store.self, args: 4)]
                func bind() { Container.shared.user.bind(User("Ann")) }
                return isShared
                    ? await Resolver.validateAsync(
                        samples: samples, entryPoints: [User.self], allowing: allowed, in: [.visit], binding: bind)
                    : await Resolver.main.validateAsync(
                        samples: samples, entryPoints: [User.self], allowing: allowed, in: [.visit], binding: bind)
            }
        }
        let report = await validate(allowing: [])
        #expect(report.problems.first?.kind == .threw && report.skipped.isEmpty, "\(report)")
        let lenient = await validate(allowing: [.threw])
        #expect(Set(lenient.problems.map(\.kind)) == [.neverResolved], "\(lenient)")
        #expect(lenient.problems.map(\.service).contains("ResolverDiagnosticsTests.Store"), "\(lenient)")
    }

    @Test func whatAnAsynchronousFactoryLacksIsToldWithThePlaceOfTheValidation() async {
        let report = await validate([\.asksForLost])
        #expect(report.problems.first?.description.contains("App/Tests.swift:9\n") == true, "\(report)")
    }

    @Test func exportsThatTakeAParameterAreSkipped() async {
        let report = await withSandbox(.fresh) {
            Resolver.register(\.mailbox)
            Resolver.register(\Office.mailbox, name: "office")
            return await Resolver.validateAsync()
        }
        #expect(report.problems.isEmpty, "\(report)")
        #expect(report.skipped.map(\.reason) == Array(repeating: "takes arguments: give a sample of them", count: 2))
    }

    @Test func aFailureOnTheMainActorEndsTheProgramWithWhatWasFound() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            beginProcess(seconds: 60, isShown: false)
            _ = await Container.validateAsync([\.slot, \.lostPage])
        }
        let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(
            output.contains("Validation: 1 problem, 2 resolved\n\nResolver: nothing is bound to 'Container.slot'"),
            "\(output)")
        #expect(output.contains("the failure below ends the validation, at 'Container.lostPage'"), "\(output)")
    }

    @Test func scopesOpenInTheOrderInWhichTheyAreStated() async {
        await #expect(processExitsWith: .success) {
            beginProcess()
            let report = await Container.validateAsync([\.inner, \.outer], in: [.job, .visit])
            ensure(report.problems.isEmpty, "\(report)")
            // The run that was opened last ends first.
            ensure(closed.withLock { $0 } == ["inner", "outer"], "\(closed.withLock { $0 })")
        }
    }

    @Test func whatIsBoundIsThereWhenTheServicesAreListed() async {
        let report = await withSandbox(.fresh) {
            await Container.validateAsync([\.ofBinding], in: [.visit]) {
                Container.shared.ofBinding.register { User("bound") }
                Resolver.register { Database() }
            }
        }
        #expect(report.problems.isEmpty, "\(report)")
        let listed = await withSandbox(.fresh) {
            await Resolver.validateAsync(in: [.visit]) { Resolver.register { Database() } }
        }
        #expect(listed.validatedCount == 1, "\(listed)")
    }

    @Test func whatWasMadeIsClosedThatOfTheRunFirst() async {
        await #expect(processExitsWith: .success) {
            beginProcess()
            let report = await Container.validateAsync([\.store], in: [.visit]) {
                Container.shared.user.bind(User("Ann"))
            }
            ensure(report.problems.isEmpty, "\(report)")
            ensure(closed.withLock { $0 } == ["store true", "database"], "\(closed.withLock { $0 })")
        }
    }

    @Test func whatACloserThrowsIsReported() async {
        let report = await validate([\.stubborn, \.database])
        #expect(report.problems.map(\.kind) == [.threw])
        #expect(report.problems.map(\.service) == ["close()"])
        #expect(report.problems.first?.description.contains("Container.stubborn") ?? false, "\(report)")
        #expect(report.validatedCount == 2)
    }

    @Test func whatFailsInARunIsReportedAndTheRestGoesOn() async {
        let report = await validate([\.lostStore, \.broken, \.ring, \.log])
        #expect(report.problems.map(\.kind) == [.unbound, .threw, .cycle])
        #expect(report.problems.map(\.service) == ["Container.lostStore", "Container.broken", "Container.ring"])
        #expect(
            report.problems.map { $0.description.split(separator: "\n").first ?? "" } == [
                "Resolver: nothing is bound to 'Container.slot'  [unbound]",
                "Resolver: the factory of 'Container.broken' threw ResolverDiagnosticsTests.Broken: Broken()"
                    + "  [factory-threw]",
                "Resolver: 'Container.ring' depends on itself  [cycle]",
            ])
        #expect(report.validatedCount == 4)
    }

    @Test func nothingWaitsForWhatHasFailedWhileItWasMadeToBeKept() async {
        await #expect(processExitsWith: .success) {
            beginProcess(seconds: 60)
            let report = await validate([\.lostOfVisit, \.lostSingleton, \.asksForLost, \.database])
            ensure(report.problems.map(\.kind) == [.unbound, .unbound, .unbound], "\(report)")
            ensure(report.validatedCount == 4, "\(report.validatedCount)")
        }
    }

    @Test func whatNobodyBindsInARunIsReported() async {
        let report = await withSandbox(.fresh) { await Container.validateAsync([\.user, \.log], in: [.visit]) }
        #expect(report.problems.map(\.kind) == [.unbound, .unbound], "\(report)")
    }

    @Test func whatKeepsARunsServiceIsReported() async {
        let report = await validate([\.keeper, \.asyncKeeper, \.log])
        #expect(report.problems.map(\.kind) == [.captive, .captive], "\(report)")
        #expect(report.problems.map(\.service) == ["Container.keeper", "Container.asyncKeeper"])
    }

    @Test("what a singleton keeps of a run hides nothing else that it keeps")
    func allThatIsKeptIsReported() async {
        let report = await withSandbox(.fresh) {
            Resolver.register { Database() }.scope(.cached)
            Resolver.register { User("Ann") }.scope(Scope.visit)
            Resolver.register { resolver -> Log in
                _ = resolver.resolve(Database.self)
                return Log(resolver.resolve())
            }.scope(.application)
            return await Resolver.validateAsync(in: [.visit])
        }
        #expect(report.problems.map(\.kind) == [.captive, .captive], "\(report)")
        #expect(report.problems.map(\.service) == Array(repeating: "ResolverDiagnosticsTests.Log", count: 2))
    }

    @Test func whatBelongsToAnotherScopeIsSkipped() async {
        let reason = "belongs to a run of a task scope: validateAsync(in:) makes it in one"
        let report = await validate([\.ofJob, \.mailbox])
        #expect(
            report.skipped.map { "\($0)" } == [
                "Container.ofJob \(reason)", "Container.mailbox takes arguments: give a sample of them",
            ])
        let both = await validate([\.ofJob, \.log], in: [.job, .visit])
        #expect(both.problems.isEmpty && both.skipped.isEmpty, "\(both)")
    }

    @Test func whatNoEntryPointLeadsToIsReported() async {
        let report = await validate([\.store, \.log, \.page], entryPoints: [\.store])
        #expect(
            report.problems.filter { $0.kind == .neverResolved }.map(\.service) == ["Container.log", "Container.page"])
    }

    @Test func theProgramsOwnStaysAsItIs() async throws {
        try await withSandbox(.fresh) { () async throws -> Void in
            let living = LivingObjects()
            Container.shared.database.register { living.counted(Database()) }
            let kept = try await Container.shared.database()
            let report = await Container.validateAsync([\.database, \.log], in: [.visit]) {
                Container.shared.user.bind(living.counted(User("Ann")))
            }
            #expect(report.problems.isEmpty, "\(report)")
            #expect(try await Container.shared.database() === kept)
            #expect(living.count == 3)
            try await living.wait(untilAtMost: 1)
            #expect(living.alive == 1)
        }
    }

    @Test func theRuntimeFacesServicesAreMade() async {
        let report = await withSandbox(.fresh) {
            let child = Resolver()
            Resolver.main.add(child: child)
            Resolver.registerAsync { Database() }.scope(.application)
            child.registerAsync(name: "of a child") { Database() }
            Resolver.registerAsync { resolver, args -> Store in
                Store(try await resolver.requireAsync(), User("\(args() as Int)"))
            }
            Resolver.registerAsync { () async throws -> User in throw Broken() }
            Resolver.register { Log(User("Ann")) }.scope(Scope.visit)
            return await Resolver.validateAsync(samples: [ValidationSample(Store.self, args: 4)], in: [.visit])
        }
        #expect(report.problems.map(\.kind) == [.threw], "\(report)")
        #expect(report.problems.map(\.service) == ["ResolverDiagnosticsTests.User"])
        #expect(report.skipped.isEmpty, "\(report)")
        #expect(report.validatedCount == 5)
    }

    @Test func aResolversServicesAreMade() async {
        let report = await withSandbox(.fresh) {
            let resolver = Resolver()
            resolver.registerAsync { Database() }
            resolver.registerAsync { Store(try await $0.requireAsync()) }
            return await resolver.validateAsync()
        }
        #expect(report.problems.isEmpty && report.validatedCount == 2, "\(report)")
    }

    @Test func aFailureThatAnAsynchronousFactoryCannotThrowEndsTheProgram() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            beginProcess(isShown: false)
            Resolver.registerAsync(file: "App/Main.swift", line: 1) { resolver in
                Store(resolver.resolve(Database.self, file: "App/Main.swift", line: 2))
            }
            _ = await Resolver.validateAsync(file: "App/Tests.swift", line: 9)
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: nothing is registered for 'ResolverDiagnosticsTests.Database'  [missing-registration]
                  asked for by   ResolverDiagnosticsTests.Store  App/Main.swift:2
                            in   resolve()                       App/Tests.swift:9
                  to mend it     register it in registerAllServices(), or ask with optional()
                """)
    }

    @Test func itCanBeAskedOnTheMainActor() async {
        let task = Task { @MainActor in await validate([\.log, \.store, \.page]) }
        let report = await task.value
        #expect(report.problems.isEmpty && report.validatedCount == 3, "\(report)")
    }

    @Test func aCaptiveAndACycleOfServicesOfTheSameNamesAreTwoProblems() async {
        let report = await withSandbox(.fresh) {
            Resolver.registerServices = nil
            let child = Resolver()
            Resolver.root.add(child: child)
            Resolver.register { User("of a visit") }.scope(.visit)
            Resolver.register { Log($0.resolve()) }.scope(.application)
            child.register { () -> User in
                _ = child.resolve(Log.self)
                return User("of the child")
            }
            child.register { Log(child.resolve()) }
            return await Resolver.validateAsync(in: [.visit])
        }
        #expect(report.problems.map(\.kind) == [.captive, .cycle], "\(report)")
    }
}
