import Resolver
import ResolverDiagnostics
import SafeFacade
import SafeFacadeTesting
import TestSupport
import Testing

@Suite(.sandboxed(.fresh)) struct EquivalenceTests {
    /// Registers the service with a lifetime.
    func register(_ scope: ResolverScope, name: Resolver.Name? = nil) {
        Resolver.register(name: name) { LiveLoader() as any Loading }.scope(scope)
    }

    struct Spelling: Sendable {
        let name: String
        let scope: ResolverScope
        let factory: @Sendable () -> KeyPath<Container, Factory<any Loading>>
    }

    static let lifetimes = [
        Spelling(name: "unique", scope: .unique) { \.uniqueLoader },
        Spelling(name: "graph", scope: .graph) { \.graphLoader },
        Spelling(name: "cached", scope: .cached) { \.cachedLoader },
        Spelling(name: "shared", scope: .shared) { \.sharedLoader },
        Spelling(name: "singleton", scope: .application) { \.singletonLoader },
        Spelling(name: "of the program's own", scope: .session) { \.sessionLoader },
    ]

    @Test(arguments: lifetimes, lifetimes)
    func aLifetimeIsEquivalentToItselfAlone(_ registered: Spelling, _ declared: Spelling) {
        register(registered.scope)
        let equivalence = Equivalence(of: declared.factory())
        #expect(equivalence.differences.isEmpty == (registered.name == declared.name), "\(equivalence)")
    }

    @Test("own defect D56: of what a task scope keeps, the stated lifetimes are compared")
    func ofATaskScopeTheStatedLifetimesAreCompared() {
        register(.visit)
        expectEquivalent(\.visitLoader)
        #expect(
            Equivalence(of: \.singletonLoader).differences.map(\.text)
                == ["the runtime registration is custom, the typed factory singleton"])
        register(.application)
        #expect(!Equivalence(of: \.visitLoader).differences.isEmpty)
    }

    @Test("own defect D255: an instance that only one of them closes is a difference")
    func whatOnlyOneClosesDiffers() {
        Resolver.register { LiveLoader() as any Loading }.scope(.application).onClose { (_: any Loading) in }
        #expect(
            Equivalence(of: \.singletonLoader).description == """
                'any SafeFacadeTestingTests.Loading': the runtime registration (scope singleton) and \
                Container.singletonLoader (scope singleton) differ
                  closing   the runtime registration states onClose, the typed factory does not
                """)
        expectEquivalent(\.closedLoader)
        register(.application)
        #expect(
            Equivalence(of: \.closedLoader).differences.map(\.text)
                == ["the typed factory states onClose, the runtime registration does not"])
        Container.shared.closedLoader.register { LiveLoader() }
        #expect(Equivalence(of: \.closedLoader).differences.map(\.aspect) == [.closing])
    }

    @Test("own defect D256: a large value is compared in no time")
    func aLargeValueIsCompared() {
        Resolver.register { Array(repeating: UInt8(0), count: 3_000_000) }
        expectEquivalent(\.image)
    }

    @Test("own defect D579: a value of values of values is compared in no time")
    func aDeepValueIsCompared() {
        Resolver.register { Space() }
        expectEquivalent(\.space)
    }

    @Test func aContainersCacheBecomesCached() {
        register(.container)
        expectEquivalent(\.cachedLoader)
        #expect(!Equivalence(of: \.singletonLoader).differences.isEmpty)
    }

    @Test func theDefaultsOfTheTwoFacesDifferWithinOneGraph() {
        Resolver.register { LiveLoader() as any Loading }
        #expect(
            Equivalence(of: \.uniqueLoader).description == """
                'any SafeFacadeTestingTests.Loading': the runtime registration (scope graph) and Container.uniqueLoader \
                (scope unique) differ
                  one graph    the runtime registration gives one instance, the typed factory two
                  to mend it   declare it .graph
                """)
        Container.shared.manager.defaultLifetime = .graph
        expectEquivalent(\.uniqueLoader)
    }

    @Test func everyDifferenceIsNamed() {
        register(.application)
        #expect(
            Equivalence(of: \.mockLoader).description == """
                'any SafeFacadeTestingTests.Loading': the runtime registration (scope singleton) and Container.mockLoader \
                (scope graph) differ
                  concrete type     the runtime registration gives 'SafeFacadeTestingTests.LiveLoader', the typed \
                factory 'SafeFacadeTestingTests.MockLoader'
                  two resolutions   the runtime registration gives one instance, the typed factory two
                  two threads       the runtime registration gives one instance, the typed factory two
                  to mend it        declare it .singleton
                """)
        #expect(
            Equivalence(of: \.sharedLoader).description == """
                'any SafeFacadeTestingTests.Loading': the runtime registration (scope singleton) and Container.sharedLoader \
                (scope shared) differ
                  held by nobody   the program keeps the instance of the runtime registration, not that of the typed \
                factory
                  after a reset    resetting Scope.singleton drops the instance of the runtime registration, not that \
                of the typed factory
                  after a reset    resetting Scope.shared drops the instance of the typed factory, not that of the \
                runtime registration
                  to mend it       declare it .singleton
                """)
    }

    @Test func scopesOfTheProgramsOwnAreToldApart() {
        register(.screen)
        #expect(
            Equivalence(of: \.sessionLoader).description == """
                'any SafeFacadeTestingTests.Loading': the runtime registration (scope of the program's own) and \
                Container.sessionLoader (scope of the program's own) differ
                  after a reset   resetting the registration's scope drops the instance of the runtime registration, \
                not that of the typed factory
                  after a reset   resetting the declaration's scope drops the instance of the typed factory, not that \
                of the runtime registration
                  to mend it      declare it .scope(…), with the scope of the registration
                """)
    }

    @Test func whatIsMissingIsSaid() {
        #expect(
            Equivalence(of: \.unbound).description == """
                'any SafeFacadeTestingTests.Loading': the runtime registration and Container.unbound differ
                  at all   nothing is registered with Resolver
                  at all   nothing is bound to the typed factory
                """)
        Container.shared.unbound.register { LiveLoader() }
        register(.unique)
        expectEquivalent(\.unbound)
    }

    @Test func aRegistrationThatFailsIsSaid() {
        struct Offline: Error {}
        Resolver.register { () throws -> any Loading in throw Offline() }
        let differences = Equivalence(of: \.uniqueLoader).differences
        #expect(differences.map(\.aspect) == [.availability])
        #expect(differences.first?.text.contains("threw SafeFacadeTestingTests") == true, "\(differences)")
    }

    @Test func theNameIsLookedUp() {
        register(.cached)
        register(.graph, name: "fast")
        expectEquivalent(\.graphLoader, name: "fast")
        #expect(Equivalence(of: \.graphLoader).differences.map(\.aspect) == [.twoResolutions, .twoThreads])
        #expect(Equivalence(of: \.graphLoader, name: "slow").differences.map(\.aspect) == [.availability])
    }

    @Test func theRootIsAskedFirst() {
        register(.cached)
        let root = Resolver(child: .main)
        root.register { MockLoader() as any Loading }
        expectEquivalent(\.cachedLoader)
        Resolver.root = root
        expectEquivalent(\.mockLoader)
    }

    @Test func whatIsImplementedHasTheLifetimeOfWhatItStandsFor() {
        Resolver.register { LiveLoader() }.implements((any Loading).self).scope(.application)
        expectEquivalent(\.singletonLoader)
    }

    @Test func whatIsPassedOnHasNoCloserOfItsOwn() {
        Resolver.register { LiveLoader() }.implements((any Loading).self).scope(.application).onClose { _ in }
        expectEquivalent(\.singletonLoader)
    }

    @Test func aScopeThatBothStateIsResetOnce() {
        let kept = LiveLoader()
        Resolver.register { kept as any Loading }.scope(.session)
        #expect(Equivalence(of: \.sessionLoader).differences.map(\.aspect) == [.reset])
    }

    @Test func optionalsAreComparedByWhatTheyHold() {
        Resolver.register { LiveLoader() as any Loading }
        expectEquivalent(\.maybe)
        register(.cached)
        #expect(Equivalence(of: \.maybe).differences.map(\.aspect) == [.twoResolutions, .twoThreads])
    }

    @Test("own defect C3: of values the stated lifetimes are compared")
    func ofValuesTheLifetimesAreCompared() {
        Resolver.register { Settings() }.scope(.unique)
        #expect(
            Equivalence(of: \.settings).description == """
                'SafeFacadeTestingTests.Settings': the runtime registration (scope unique) and Container.settings \
                (scope cached) differ
                  lifetime     the runtime registration is unique, the typed factory cached
                  to mend it   declare it .unique
                """)
        Resolver.register { Settings() }.scope(.cached)
        expectEquivalent(\.settings)
        Resolver.register { Settings() }.scope(.container)
        expectEquivalent(\.settings)
        Resolver.register { Settings() }.scope(.session)
        #expect(Equivalence(of: \.settings).differences.map(\.aspect) == [.lifetime])
    }

    @Test("own defect C3: a shared value is kept by nobody, and so unique")
    func aSharedValueIsUnique() {
        Resolver.register { Note() }.scope(.shared)
        expectEquivalent(\.note)
    }

    @Test func aValueOfAGraphIsUnique() {
        Resolver.register { Note() }
        expectEquivalent(\.note)
    }

    @Test("own defect D244: a value that may hold instances shares them in a graph")
    func aValueOfAGraphThatHoldsInstances() {
        func difference<Service>(_ factory: KeyPath<Container, Factory<Service>>) -> [Equivalence.Difference.Aspect] {
            Equivalence(of: factory).differences.map(\.aspect)
        }
        Resolver.register { Envelope() }
        #expect(
            Equivalence(of: \.envelope).description == """
                'SafeFacadeTestingTests.Envelope': the runtime registration (scope graph) and Container.envelope \
                (scope unique) differ
                  lifetime     the runtime registration is graph, the typed factory unique
                  to mend it   declare it .graph
                """)
        Resolver.register { Envelope() as any Remark }
        #expect(difference(\.enclosed) == [.lifetime])
        Resolver.register { [Envelope()] }
        #expect(difference(\.envelopes) == [.lifetime])
        Resolver.register { Action { "done" } }
        #expect(difference(\.action) == [.lifetime])
        // The member that holds an instance need not be the first.
        Resolver.register { Parcel() }
        #expect(difference(\.parcel) == [.lifetime])
        Resolver.register { Envelope() }.scope(.unique)
        #expect(difference(\.envelope) == [])
    }

    @Test("own defect D245: what a run is given is said to be not compared")
    func whatARunIsGivenIsNotCompared() {
        Resolver.register { MockLoader() as any Loading }.scope(.errand)
        #expect(
            Equivalence(of: \.visited).description == """
                'any SafeFacadeTestingTests.Loading': the runtime registration (scope of the program's own) and \
                Container.visited (scope of the program's own) state one task scope; what a run is given is not compared
                """)
        Resolver.register { MockLoader() as any Loading }
        #expect(Equivalence(of: \.visited).differences.map(\.aspect) == [.lifetime])
    }

    @Test("own defect D246: arguments with keys are passed beside the parameter")
    func argumentsWithKeysArePassedBesideTheParameter() {
        Resolver.register { (_, args) in Letter(id: args("id"), title: args("title")) }
        expectEquivalent(\.letter, parameter: (id: 1, title: "x"), args: ["id": 1, "title": "x"])
        #expect(
            Equivalence(of: \PaymentsContainer.letter, parameter: 1, args: ["id": 1, "title": "x"]).differences
                .map(\.aspect) == [.oneGraph])
    }

    @Test func aValueThatIsPassedOnStatesNoLifetime() {
        Resolver.register { Note() }.implements((any Remark).self).scope(.application)
        expectEquivalent(\.remark)
    }

    @Test func aParameterTravelsAsArguments() {
        Resolver.register { (_, args) in Conversation(id: args()) }
        expectEquivalent(\.conversation, parameter: 42)
        #expect(Equivalence(of: \PaymentsContainer.receipt, parameter: 42).differences.map(\.aspect) == [.oneGraph])
        #expect(
            Equivalence(of: \.cachedConversation, parameter: 42).differences.map(\.aspect)
                == [.twoResolutions, .twoThreads])
    }

    @Test @MainActor func theMainActorComparesItsOwnThatTakeAParameter() {
        Resolver.register { (_, args) in
            let title: String = args()
            return MainActor.assumeIsolated { TitledScreen(title: title) }
        }
        expectEquivalent(\.titledScreen, parameter: "Inbox")
        #expect(
            Equivalence(of: \PaymentsContainer.titledTerminal, parameter: "Inbox").differences.map(\.aspect)
                == [.oneGraph])
    }

    @Test @MainActor func theMainActorComparesItsOwn() {
        Resolver.register { MainActor.assumeIsolated { Screen() } }
        expectEquivalent(\.screen)
        #expect(Equivalence(of: \.cachedScreen).differences.map(\.aspect) == [.twoResolutions])
        Resolver.register { MainActor.assumeIsolated { Screen() } }.scope(.unique)
        expectEquivalent(\PaymentsContainer.terminal)
    }

    @Test func aContainerOfTheProgramsOwnIsCompared() {
        register(.cached)
        expectEquivalent(\PaymentsContainer.api)
        PaymentsContainer.shared.api.register { MockLoader() }
        #expect(Equivalence(of: \PaymentsContainer.api).differences.map(\.aspect) == [.concreteType])
    }

    @Test func whatIsOneAnywayIsEquivalent() {
        register(.application)
        expectEquivalent(\.standing)
        Resolver.register(\.sessionLoader)
        expectEquivalent(\.sessionLoader)
    }

    @Test func nothingRemains() {
        let made = LivingObjects()
        Resolver.register { made.counted(LiveLoader()) as any Loading }.scope(.application)
        expectEquivalent(\.singletonLoader)
        #expect(made.alive == 0 && made.count > 0)
        #expect(Resolver.resolve((any Loading).self) === Resolver.resolve((any Loading).self))
        #expect(made.alive == 1)
    }

    /// Registers services under the names of their lifetimes; those with a parameter have arguments with keys.
    private func registerWithNamesAndKeys() {
        struct NoArguments: Error {}
        func required<Value>(_ value: Value?) throws -> Value {
            guard let value else { throw NoArguments() }
            return value
        }
        for (name, scope) in [("graph", .graph), ("unique", .unique), ("cached", .cached)] as [(String, ResolverScope)]
        {
            let name = Resolver.Name(name)
            register(scope, name: name)
            Resolver.register(name: name) { (_, args) throws -> Conversation in
                Conversation(id: try required(args.optional("id")))
            }.scope(scope)
            Resolver.register(name: name) { MainActor.assumeIsolated { Screen() } }.scope(scope)
            Resolver.register(name: name) { (_, args) throws -> TitledScreen in
                let title: String = try required(args.optional("title"))
                return MainActor.assumeIsolated { TitledScreen(title: title) }
            }.scope(scope)
        }
    }

    @MainActor @Test func everyFormTakesANameAndArguments() {
        registerWithNamesAndKeys()
        expectEquivalent(\.graphLoader, name: "graph")
        expectEquivalent(\PaymentsContainer.api, name: "cached")
        expectEquivalent(\.conversation, parameter: 1, args: ["id": 1], name: "graph")
        expectEquivalent(\PaymentsContainer.receipt, parameter: 1, args: ["id": 1], name: "unique")
        expectEquivalent(\.screen, name: "graph")
        expectEquivalent(\PaymentsContainer.terminal, name: "unique")
        expectEquivalent(\.titledScreen, parameter: "a", args: ["title": "a"], name: "graph")
        expectEquivalent(\PaymentsContainer.titledTerminal, parameter: "a", args: ["title": "a"], name: "unique")
    }

    @Test func theNameIsInTheText() {
        register(.cached, name: "fast")
        let text = "\(Equivalence(of: \.graphLoader, name: "fast"))"
        #expect(text.hasPrefix("'any SafeFacadeTestingTests.Loading' (name: \"fast\"): "), "\(text)")
    }

    @Test func aValueOnEitherSideMayHoldInstances() {
        func differences(_ factory: KeyPath<Container, Factory<any Remark>>) -> [Equivalence.Difference.Aspect] {
            Equivalence(of: factory).differences.map(\.aspect)
        }
        Resolver.register { Note() as any Remark }.scope(.graph)
        #expect(differences(\.enclosed) == [.concreteType, .lifetime])
        #expect(differences(\.plainRemark) == [])
        Resolver.register { Envelope() as any Remark }.scope(.graph)
        #expect(differences(\.plainRemark) == [.concreteType, .lifetime])
    }

    @Test func scopesOfTheProgramsOwnAreToldApartForValues() {
        Resolver.register { Settings() }.scope(.screen)
        #expect(
            Equivalence(of: \.sessionSettings).differences.map(\.text)
                == ["each has a scope of the program's own, which are two"])
        Resolver.register { Settings() }.scope(.session)
        expectEquivalent(\.sessionSettings)
    }

    @Test func theAdviceForAContainersCacheIsCached() {
        register(.container)
        #expect("\(Equivalence(of: \.singletonLoader))".hasSuffix("to mend it      declare it .cached"))
    }

    @Test func ofWhatATaskScopeKeepsItIsComparedWhetherItIsClosed() {
        Resolver.register { LiveLoader() as any Loading }.scope(.errand).onClose { (_: any Loading) in }
        #expect(Equivalence(of: \.visited).differences.map(\.aspect) == [.closing])
    }

    @MainActor @Test func everyFormRecordsItsIssueWhereItStands() {
        // Nothing is registered.
        let forms: [Expecting] = [
            Expecting { expectEquivalent(\.graphLoader) },
            Expecting { expectEquivalent(\PaymentsContainer.api) },
            Expecting { expectEquivalent(\.conversation, parameter: 1) },
            Expecting { expectEquivalent(\PaymentsContainer.receipt, parameter: 1) },
            Expecting { expectEquivalent(\.screen) },
            Expecting { expectEquivalent(\PaymentsContainer.terminal) },
            Expecting { expectEquivalent(\.titledScreen, parameter: "a") },
            Expecting { expectEquivalent(\PaymentsContainer.titledTerminal, parameter: "a") },
        ]
        for form in forms {
            let recorded = Recorded()
            withKnownIssue {
                form.expect()
            } matching: { issue in
                recorded.add(issue)
                return true
            }
            #expect(recorded.issues.map(\.sourceLocation?.line) == [form.line])
        }
    }

    @Test func oneIssueIsRecordedWhereTheCallStands() throws {
        register(.application)
        let recorded = Recorded()
        let line = #line + 2
        withKnownIssue {
            expectEquivalent(\.mockLoader)
        } matching: { issue in
            recorded.add(issue)
            return true
        }
        let issue = try #require(recorded.issues.first)
        #expect(recorded.issues.count == 1)
        #expect(issue.sourceLocation?.line == line && issue.sourceLocation?.fileID == #fileID)
        #expect(issue.comments.map(\.rawValue) == ["\(Equivalence(of: \.mockLoader))"])
    }
}

/// A form of expecting, and the line on which it stands.
@MainActor private struct Expecting {
    let line: Int
    let expect: @MainActor () -> Void

    init(line: Int = #line, _ expect: @escaping @MainActor () -> Void) { (self.line, self.expect) = (line, expect) }
}

extension Container {
    fileprivate var plainRemark: Factory<any Remark> { self { Note() } }
    fileprivate var sessionSettings: Factory<Settings> { self { Settings() }.scope(.session) }
}

extension Scope {
    fileprivate static let visit = TaskScope()
}

extension ResolverScope {
    fileprivate static let window = ResolverScopeShare()
}

extension Container {
    fileprivate var boundConversation: Factory<Conversation> { required().scope(.visit) }
}

extension PaymentsContainer {
    fileprivate var bridgedLoader: Factory<LiveLoader> { self { LiveLoader() }.cached.bridged }
    fileprivate var bridgedSettings: Factory<Settings> { self { Settings() }.cached.bridged }
}

extension Container {
    fileprivate var visitLoader: Factory<any Loading> { self { LiveLoader() }.scope(.visit) }
}

extension EquivalenceTests {
    @Test(
        "own defect D161: what a bridged factory passes on has the registration's lifetime, and a slot of a run its own"
    )
    func whatIsPassedOnIsEquivalent() {
        Resolver.register { LiveLoader() }.scope(.application)
        expectEquivalent(\PaymentsContainer.bridgedLoader)
        Resolver.register { Settings() }.scope(.application)
        expectEquivalent(\PaymentsContainer.bridgedSettings)
        Resolver.register { Conversation(id: 1) }.scope(.visit)
        expectEquivalent(\.boundConversation)
    }

    @Test("own defect D162: the default scope is no service's")
    func aDefaultScopeOfTasks() {
        Resolver.defaultScope = .visit
        register(.application)
        expectEquivalent(\.singletonLoader)
    }

    @Test("own defect D163: a weak scope of the program's own is another than shared")
    func aWeakScopeOfTheProgram() {
        register(.window)
        let equivalence = Equivalence(of: \.sharedLoader)
        #expect(equivalence.differences.map(\.aspect).contains(.reset), "\(equivalence)")
        #expect("\(equivalence)".contains("declare it .scope(…), with the scope of the registration"))
    }

    @Test("own defect D180: a program's observers are not told of what is compared")
    func observersAreNotTold() {
        let ledger = Ledger()
        let recorder = DependencyGraph.Recorder()
        register(.application)
        Resolver.addObserver(ledger)
        Resolver.addObserver(recorder)
        expectEquivalent(\.singletonLoader)
        #expect(ledger.report().resolutions.isEmpty)
        #expect(recorder.graph.services.isEmpty)
        _ = Resolver.resolve((any Loading).self)
        #expect(ledger.report().resolutions.count == 1)
        #expect(recorder.graph.services.count == 1)
    }

    @Test("own defect D180: observers that the registration hook adds are not told of what is compared")
    func observersOfTheHookAreNotTold() {
        let ledger = Ledger()
        Resolver.registerServices = {
            Resolver.register { LiveLoader() as any Loading }.scope(.application)
            Resolver.addObserver(ledger)
        }
        expectEquivalent(\.singletonLoader)
        #expect(ledger.report().resolutions.isEmpty)
        _ = Resolver.resolve((any Loading).self)
        #expect(ledger.report().resolutions.count == 1)
    }

    @Test func aFactoryThatJoinsARegistrationOfTheWrappedTypeHasTheLifetimeAndTheCloserOfThat() {
        Resolver.register { LiveLoader() as any Loading }.scope(.application).onClose { (_: any Loading) in }
        Resolver.register(\.maybe)
        #expect(
            Equivalence(of: \.maybe).description == """
                'Swift.Optional<SafeFacadeTestingTests.Loading>': the runtime registration (scope singleton) and \
                Container.maybe (scope singleton) are equivalent
                """)
    }
}
