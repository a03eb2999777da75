import Resolver
import ResolverDiagnostics
import SafeFacade
import TestSupport
import Testing

extension Container {
    /// A factory with an option, which is not one slot with its registration.
    fileprivate var seenArchive: Factory<any Archive> { self { FileArchive("seen") }.decorator { _ in } }
}

extension Desk {
    fileprivate var anyArchive: Factory<(any Archive)?> { self { FileArchive("desk") } }
    fileprivate var titledArchive: ParameterFactory<String, FileArchive> { self { FileArchive("\($0) of a desk") } }
    fileprivate var laterArchive: AsyncFactory<any Archive> { self { FileArchive("later") } }
}

// These calls are outside of the test macros, which count their lines differently.
private let callsOfADesk = #line
private func resolveTitledOfADesk() { _ = Resolver.resolve(FileArchive.self, args: "letters") }
private func requireLaterOfADesk() async throws { _ = try await Resolver.requireAsync((any Archive).self) }

@Suite(.inFreshSandbox) struct ExportTests {
    @Test func anExportedFactoryAnswersBothFaces() {
        Resolver.register(\.archive)
        Resolver.register(\.archive, name: "main")
        #expect(Resolver.resolve((any Archive).self) === Container.shared.archive())
        #expect(Resolver.resolve((any Archive).self, name: "main") === Container.shared.archive())
        #expect(Container.shared.shelf().first === Container.shared.shelf().second)
    }

    @Test func aScopeOfOnesOwnKeepsOneInstanceForBothFaces() {
        Resolver.register(\.scoped)
        let kept: Thing = Resolver.resolve()
        #expect(Container.shared.scoped() === kept)
        Scope.exported.reset()
        let again = Container.shared.scoped()
        #expect(again !== kept && Resolver.resolve(Thing.self) === again)
        withSandbox {
            let inside: Thing = Resolver.resolve()
            #expect(inside !== again && Container.shared.scoped() === inside)
        }
        Resolver.register { Thing("mock") }
        let mock = Container.shared.scoped()
        #expect(mock.label == "mock" && Resolver.resolve(Thing.self) === mock)
        Scope.exported.reset()
        #expect(Container.shared.scoped() !== mock)
        Container.shared.scoped.reset()
        #expect(Resolver.resolve(Thing.self).label == "" && Resolver.resolve(Thing.self) !== again)
    }

    @Test func aRunKeepsOneInstanceForBothFaces() async throws {
        Resolver.register(\.ofRun, name: "run")
        let (first, second) = (Thing("first"), Thing("second"))
        for bound in [first, second] {
            try await Scope.exportedRun.run {
                Container.shared.ofRun.bind(bound)
                #expect(Resolver.resolve(Thing.self, name: "run") === bound)
                #expect(Container.shared.ofRun() === bound)
            }
        }
        try await Scope.exportedRun.run {
            let made: Thing = Resolver.resolve(name: "run")
            #expect(made.label == "declared" && Container.shared.ofRun() === made)
        }
        #expect(throws: ResolutionError.self) { try Resolver.require(Thing.self, name: "run") }
    }

    @Test func aContainerOfOnesOwnExportsToo() {
        Resolver.register(\Desk.archive)
        #expect(Resolver.resolve((any Archive).self) === Desk.shared.archive())
        Resolver.register { FileArchive("mock") as any Archive }
        #expect(Desk.shared.archive().label == "mock")
        Desk.shared.reset()
        #expect(Resolver.resolve((any Archive).self).label == "desk")
    }

    @Test func whatIsRegisteredOverAnExportIsHandedTheRoot() {
        Resolver.register(\.archive)
        Resolver.register { FileArchive($0.optional() ?? "none") as any Archive }
        Resolver.root = Resolver(child: .main)
        Resolver.root.register { "root" }
        #expect(Resolver.resolve((any Archive).self).label == "root")
        #expect(Container.shared.archive().label == "root")
    }

    @Test func whatIsRegisteredOverAnExportOfAContainerOfOnesOwnIsHandedTheRoot() {
        Resolver.register(\Desk.archive)
        Resolver.register { FileArchive($0.optional() ?? "none") as any Archive }
        Resolver.register { "root" }
        #expect(Resolver.resolve((any Archive).self).label == "root")
        #expect(Desk.shared.archive().label == "root")
    }

    @Test func aFactoryOfAnOptionalAnswersForWhatItWraps() {
        Resolver.register(\.anyArchive)
        Resolver.register(\.noArchive)
        #expect(Resolver.resolve((any Archive).self).label == "perhaps")
        #expect(Resolver.optional(FileArchive.self) == nil)
        Resolver.register { FileArchive("mock") }.resolveProperties { _, archive in #expect(archive.label == "mock")
        }
        #expect(Container.shared.noArchive()?.label == "mock")
        Resolver.register { () -> FileArchive? in nil }
        #expect(Container.shared.noArchive() == nil)
        Container.shared.noArchive.reset()
        #expect(Resolver.optional(FileArchive.self) == nil)
    }

    @Test func everyFormHasItsNameAndItsPlace() {
        let line = #line
        Resolver.register(\.anyArchive, name: "1")
        Resolver.register(\Desk.anyArchive, name: "2")
        Resolver.main.register(\.anyArchive, name: "3")
        Resolver.main.register(\Desk.anyArchive, name: "4")
        Resolver.register(\.seenArchive, name: "5")
        Resolver.register(\Desk.archive, name: "6")
        Resolver.main.register(\.seenArchive, name: "7")
        Resolver.main.register(\Desk.archive, name: "8")
        #expect(Resolver.optional((any Archive).self) == nil)
        let labels = (1...8).map { Resolver.resolve((any Archive).self, name: Resolver.Name("\($0)")).label }
        #expect(labels == ["perhaps", "desk", "perhaps", "desk", "seen", "desk", "seen", "desk"])
        let services = DependencyGraph.Recorder().graph(of: .root).services.filter { $0.name != nil }
        #expect(services.map(\.name?.rawValue) == (1...8).map { "\($0)" })
        #expect(services.map(\.place?.description) == (1...8).map { "SafeFacadeTests/ExportTests.swift:\(line + $0)" })
    }

    @Test func allLeavesOutWhatTakesArgumentsOverAnExportedOptional() {
        Resolver.register(\.anyArchive)
        #expect(Resolver.all((any Archive).self).count == 1)
        Resolver.register { _, args in FileArchive(args.optional() ?? "none") as any Archive }
        #expect(Resolver.all((any Archive).self).isEmpty)
    }

    @Test func theRegistrationOfAnExportedOptionalResolvesWhatItWraps() {
        Resolver.register(\.port)
        #expect(Resolver.resolve(Int.self) == 80)
        #expect(Container.shared.port() == 80)
        let override = Resolver.register { 81 }.registration
        #expect(override.resolve(resolver: .main, args: nil) == 81)
        #expect(Container.shared.port() == 81)
        #expect(Resolver.resolve(Int.self) == 81)
    }

    @Test func argsTravelAsTheParameter() {
        Resolver.register(\.titledArchive)
        #expect(Resolver.resolve(FileArchive.self, args: "letters").label == "letters")
        Resolver.register { _, args in FileArchive("mock of \(args() as String)") }
        #expect(Container.shared.titledArchive("letters").label == "mock of letters")
        #expect(Resolver.main.all(FileArchive.self).isEmpty)
    }

    @Test func whatTakesAParameterIsNoneOfAllInAnyForm() {
        // Of a container of one's own, so that the export passes on.
        Resolver.register(\Desk.titledArchive)
        #expect(Resolver.resolve(FileArchive.self, args: "letters").label == "letters of a desk")
        #expect(Resolver.main.all(FileArchive.self).isEmpty)
        Desk.shared.titledArchive.register { FileArchive($0) }
        #expect(Resolver.main.all(FileArchive.self).isEmpty)
    }

    @Test func whatPassesOnTellsThePlaceOfTheCall() async throws {
        Resolver.register(\Desk.titledArchive)
        Resolver.register(\Desk.laterArchive)
        let recording = Recording()
        Resolver.addObserver(recording)
        resolveTitledOfADesk()
        try await requireLaterOfADesk()
        #expect(recording.events.map(\.factory) == ["Desk.titledArchive", nil, "Desk.laterArchive", nil])
        #expect(
            recording.events.map(\.callSite?.line) == [
                callsOfADesk + 1, callsOfADesk + 1, callsOfADesk + 2, callsOfADesk + 2,
            ])
    }

    @MainActor @Test func theMainActorsAreMadeOnIt() {
        Resolver.register(\.ownPanel)
        #expect(Resolver.resolve(Panel.self).title == "own")
    }

    @MainActor @Test func whatIsKeptOfTheMainActorsIsHandedToAnyThread() {
        Resolver.register(\.singleScreen)
        let screen = Container.shared.singleScreen()
        let sandbox = SandboxContext.current
        #expect(onLargeStack { sandbox.run { Resolver.resolve(Screen.self) } } === screen)
    }

    @Test func anOverrideThroughEitherFaceActsOnBoth() {
        Resolver.register(\.archive)
        Container.shared.archive.register { FileArchive("typed") }
        #expect(Resolver.resolve((any Archive).self).label == "typed")
        #expect(Resolver.resolve((any Archive).self) === Container.shared.archive())
        Resolver.register { FileArchive("runtime") as any Archive }
        #expect(Container.shared.archive().label == "runtime")
        // The override has the declaration's lifetime.
        #expect(Resolver.resolve((any Archive).self) === Container.shared.archive())
        Container.shared.archive.reset()
        #expect(Resolver.resolve((any Archive).self).label == "declared")
    }

    @Test func theLastRegistrationWinsRoundAfterRound() {
        for round in 0..<3 {
            Resolver.register(\.archive)
            Resolver.register { FileArchive("runtime \(round)") as any Archive }
            #expect(Container.shared.archive().label == "runtime \(round)")
            Container.shared.reset()
            #expect(Container.shared.archive().label == "declared")
        }
    }

    @Test func resettingThroughEitherFaceDropsTheInstance() {
        Resolver.register(\.archive)
        let kept = Resolver.resolve((any Archive).self)
        Container.shared.archive.reset(.scope)
        let second = Resolver.resolve((any Archive).self)
        #expect(second !== kept)
        ResolverScope.cached.reset()
        #expect(Container.shared.archive() !== second)
    }

    @Test func theNearestRegistrationOfTheRootWins() {
        Resolver.register(\.archive)
        let mock = Resolver(child: .main)
        mock.register { FileArchive("mock") as any Archive }
        #expect(Container.shared.archive().label == "declared")
        Resolver.root = mock
        #expect(Container.shared.archive().label == "mock")
        #expect(Container.shared.shelf().first.label == "mock")
        #expect(Resolver.main.resolve((any Archive).self).label == "declared")
        Resolver.root = .main
        #expect(Container.shared.archive().label == "declared")
    }

    @Test func anExportElsewhereConcernsNobody() {
        let elsewhere = Resolver()
        elsewhere.register(\.archive)
        Resolver.register { FileArchive("runtime") as any Archive }
        #expect(Container.shared.archive().label == "declared")
        #expect(elsewhere.resolve((any Archive).self) === Container.shared.archive())
        #expect(Resolver.resolve((any Archive).self).label == "runtime")
    }

    @Test func aDeclaredContextCountsLessThanAMockNearerToTheRoot() {
        Resolver.register(\.archive)
        FactoryContext.current = [.test]
        let testing: Factory<any Archive> = Container.shared.archive.onTest { FileArchive("test") }
        #expect(testing().label == "test")
        let mock = Resolver(child: .main)
        mock.register { FileArchive("mock") as any Archive }
        Resolver.root = mock
        #expect(testing().label == "mock")
    }

    @Test func allGivesAFactoryExportedTwiceOnce() {
        Resolver.register(\.archive)
        Resolver.register(\.archive, name: "again")
        Resolver.register(name: "other") { FileArchive("other") as any Archive }
        #expect(Resolver.main.all((any Archive).self).map(\.label) == ["declared", "other"])
    }

    @Test func exportsAreCopiedIntoASandbox() {
        Resolver.register(\.archive)
        let outside = Container.shared.archive()
        withSandbox {
            let inside: any Archive = Resolver.resolve()
            #expect(inside !== outside)
            #expect(inside === Container.shared.archive())
            Resolver.register { FileArchive("mock") as any Archive }
            #expect(Container.shared.archive().label == "mock")
        }
        #expect(Container.shared.archive() === outside)
    }

    @Test func theHookDoesNotReplaceWhatTheProgramOverrode() {
        Resolver.registerServices = {
            Resolver.register(\.archive)
            Resolver.register { FileArchive("hook") as any Archive }
        }
        Container.shared.archive.register { FileArchive("mock") }
        #expect(Resolver.resolve((any Archive).self).label == "mock")
        #expect(Resolver.resolve((any Archive).self) === Container.shared.archive())
    }

    @Test func decoratorsSeeAnInstanceOnce() {
        let seen = Counter()
        Resolver.decorate = { _ in seen.add() }
        Resolver.register(\.archive)
        _ = Resolver.resolve((any Archive).self)
        _ = Resolver.resolve((any Archive).self)
        #expect(seen.value == 2)
    }

    @Test func anOverrideOfAnExportedLegacyFactoryIsThatOfTheRegistration() {
        Resolver.register(name: "absent") { SystemKeychain("base") as any Keychain }
        Resolver.register(\.absentKeychain, name: "also")
        #expect(Resolver.resolve((any Keychain).self, name: "also").owner == "base")
        Resolver.register(name: "also") { SystemKeychain("mock") as any Keychain }
        #expect(Resolver.resolve((any Keychain).self, name: "also").owner == "mock")
        #expect(Resolver.resolve((any Keychain).self, name: "absent").owner == "mock")
        #expect(Container.shared.absentKeychain()?.owner == "mock")
        Container.shared.absentKeychain.reset()
        #expect(Resolver.resolve((any Keychain).self, name: "also").owner == "base")
    }

    @Test func aFactoryExportedAsWhatItStandsForCanStillBeOverridden() {
        Resolver.register(\.keychain)
        Container.shared.keychain.register { SystemKeychain("mock") }
        #expect(Container.shared.keychain().owner == "mock")
        #expect(Resolver.resolve((any Keychain).self).owner == "mock")
    }

    @Test func anExportedSingletonStaysOneWhenTheContainersDefaultChanges() {
        Resolver.register(\.single)
        let single = Resolver.resolve(Thing.self)
        Container.shared.manager.defaultLifetime = .graph
        #expect(Resolver.resolve(Thing.self) === single)
        #expect(Container.shared.single() === single)
    }

    @Test("own defect D144: all leaves out what takes a parameter, also where it is exported or overrides")
    func allLeavesOutParameters() {
        Resolver.register(\.titledArchive)
        #expect(Resolver.all(FileArchive.self).isEmpty)
        Resolver.register(name: "passed on") { FileArchive() }
        #expect(Resolver.all(FileArchive.self).map(\.label) == ["declared"])
        withSandbox(.fresh) {
            Resolver.register { FileArchive() }
            #expect(Resolver.all(FileArchive.self).count == 1)
            Resolver.register { _, args in FileArchive(args()) }
            #expect(Resolver.all(FileArchive.self).isEmpty)
        }
    }

    @Test("own defect D151: what an export takes the place of keeps nothing any more")
    func whatAnExportReplaces() {
        weak var kept: Thing?
        Resolver.registerServices = {
            Resolver.register { Thing("hook") }.scope(.application)
            kept = Resolver.resolve(Thing.self)
            Resolver.register(\.single)
        }
        #expect(Resolver.resolve(Thing.self).label == "declared")
        #expect(kept == nil)
    }

    @Test func allLeavesOutWhatTakesArgumentsAndWasRegisteredBeforeAnExport() {
        Resolver.register { _, args in FileArchive(args.optional() ?? "none") as any Archive }
        Resolver.register(\.anyArchive)
        #expect(Resolver.all((any Archive).self).isEmpty)
        #expect(Resolver.resolve((any Archive).self, args: "title").label == "title")
    }

    @Test func anArgumentThatIsAbsentIsNilWhereTheParameterIsOptional() {
        Resolver.register(\.perhapsTitled)
        #expect(Resolver.resolve(Thing.self).label == "none")
        #expect(Resolver.resolve(Thing.self, args: "some").label == "some")
    }

    @Test func theHookDoesNotReplaceWhatTheProgramPutOverATypedFactory() {
        Container.shared.archive.register { FileArchive("program") }
        Resolver.registerServices = { Container.shared.archive.register { FileArchive("hook") } }
        #expect(Container.shared.archive().label == "program")
        Container.shared.archive.reset()
        #expect(Container.shared.archive().label == "declared")
    }

    @Test func whatTheHookRegisteredBeforeAnExportIsGone() throws {
        Resolver.registerServices = {
            Resolver.register { FileArchive("hook") as any Archive }
            Resolver.register(\.archive)
        }
        #expect(Resolver.resolve((any Archive).self).label == "declared")
        let error = #expect(throws: ResolutionError.self) { try Resolver.require((any Archive).self, name: "none") }
        let misses = try #require(error).description.split(separator: "\n").filter { $0.contains("did you mean") }
        #expect(misses.count == 1)
        #expect(misses.first?.contains("the typed factory 'Container.archive'") == true)
    }

    @Test func whatAnExportStandsForIsHandedTheResolverThatWasAsked() {
        let nearer = Resolver(child: .main)
        let asked = Resolver(child: .main)
        Resolver.root = nearer
        Resolver.register(\.archive)
        nearer.register(\.archive)
        nearer.register { FileArchive($0 === asked ? "asked" : "other") }.implements((any Archive).self)
        #expect(asked.resolve((any Archive).self).label == "asked")
    }
}

extension Scope {
    fileprivate static let exported = Cached()
    fileprivate static let exportedRun = TaskScope()
}

extension Container {
    fileprivate var single: Factory<Thing> { self { Thing("declared") }.singleton }
    fileprivate var scoped: Factory<Thing> { self { Thing() }.scope(.exported) }
    fileprivate var ofRun: Factory<Thing> { self { Thing("declared") }.scope(.exportedRun) }
}
