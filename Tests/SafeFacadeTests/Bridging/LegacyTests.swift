import Resolver
import SafeFacade
import TestSupport
import Testing

extension Container {
    fileprivate var laterKeychain: AsyncFactory<SystemKeychain> { legacy(name: "later") }
}

/// Every kind of factory, without and with a name.
extension Container {
    fileprivate var label: Factory<String> { legacy() }
    fileprivate var namedLabel: Factory<String> { legacy(name: "named") }
    fileprivate var titled: ParameterFactory<Int, String> { legacy() }
    fileprivate var namedTitled: ParameterFactory<Int, String> { legacy(name: "named") }
    fileprivate var sheet: MainActorFactory<String> { legacy() }
    fileprivate var namedSheet: MainActorFactory<String> { legacy(name: "named") }
    fileprivate var titledSheet: MainActorParameterFactory<Int, String> { legacy() }
    fileprivate var namedTitledSheet: MainActorParameterFactory<Int, String> { legacy(name: "named") }
    fileprivate var laterLabel: AsyncFactory<String> { legacy() }
    fileprivate var namedLaterLabel: AsyncFactory<String> { legacy(name: "named") }
    fileprivate var laterTitled: AsyncParameterFactory<Int, String> { legacy() }
    fileprivate var namedLaterTitled: AsyncParameterFactory<Int, String> { legacy(name: "named") }
    fileprivate var optionalLabel: Factory<String?> { legacy() }
    fileprivate var namedOptionalLabel: Factory<String?> { legacy(name: "named") }

    @MainActor fileprivate func labels() async throws -> Set<String> {
        let later = [try await laterLabel(), try await laterTitled(1)]
        return Set([label(), titled(1), sheet(), titledSheet(1)] + later)
    }

    @MainActor fileprivate func namedLabels() async throws -> Set<String> {
        let later = [try await namedLaterLabel(), try await namedLaterTitled(1)]
        return Set([namedLabel(), namedTitled(1), namedSheet(), namedTitledSheet(1)] + later)
    }
}

/// Every kind of factory, with a name under which nothing is registered.
extension Container {
    fileprivate var absentLabel: Factory<String?> { legacy(name: "absent") }
    fileprivate var absentTitled: ParameterFactory<Int, String?> { legacy(name: "absent") }
    fileprivate var absentSheet: MainActorFactory<String?> { legacy(name: "absent") }
    fileprivate var absentTitledSheet: MainActorParameterFactory<Int, String?> { legacy(name: "absent") }
    fileprivate var absentLaterLabel: AsyncFactory<String?> { legacy(name: "absent") }
    fileprivate var absentLaterTitled: AsyncParameterFactory<Int, String?> { legacy(name: "absent") }
}

@Suite struct LegacyTests {
    @MainActor @Test func noKindOfFactoryGivesTheRegistrationOfAnotherName() async throws {
        try await withSandbox(.fresh) { () async throws -> Void in
            Resolver.register { "plain" }
            let container = Container.shared
            for _ in 0..<2 {
                #expect(container.absentLabel() == nil && container.absentTitled(1) == nil)
                #expect(container.absentSheet() == nil && container.absentTitledSheet(1) == nil)
                let later = (try await container.absentLaterLabel(), try await container.absentLaterTitled(1))
                #expect(later == (nil, nil))
            }
        }
    }

    @MainActor @Test func everyKindOfFactoryGivesTheRegistrationOfItsName() async throws {
        try await withSandbox(.fresh) { () async throws -> Void in
            Resolver.register { "plain" }
            Resolver.register(name: "named") { "named" }
            // A factory is declared by its first call.
            for _ in 0..<2 {
                #expect(try await Container.shared.labels() == ["plain"])
                #expect(try await Container.shared.namedLabels() == ["named"])
            }
        }
    }

    @MainActor @Test func aContainerOfItsOwnIsAskedFirstWhateverTheKindOfFactory() async throws {
        try await withSandbox(.fresh) { () async throws -> Void in
            Resolver.register { "plain" }
            Resolver.register(name: "named") { "named" }
            let container = Container()
            container.label.register { "own plain" }
            container.namedLabel.register { "own named" }
            for _ in 0..<2 {
                #expect(try await container.labels() == ["own plain"])
                #expect(try await container.namedLabels() == ["own named"])
                #expect(container.optionalLabel() == "own plain" && container.namedOptionalLabel() == "own named")
                #expect(try await Container.shared.labels() == ["plain"])
                #expect(try await Container.shared.namedLabels() == ["named"])
            }
        }
    }

    @Test func aLegacyFactoryGivesWhatIsRegistered() {
        withKeychain(.application) {
            Resolver.register(name: "spare") { SystemKeychain("spare") as any Keychain }
            #expect(Container.shared.keychain().owner == "system")
            #expect(Container.shared.keychain() === Resolver.resolve((any Keychain).self))
            #expect(Container.shared.spareKeychain().owner == "spare")
            @Injected(\.keychain) var injected
            #expect(injected === Container.shared.keychain())
        }
    }

    @Test(
        "own defect D253: a mock for a context that does not hold leaves the registration", arguments: [false, true])
    func aMockForAContextThatDoesNotHold(_ isShared: Bool) {
        withKeychain(.application) {
            let keychain = (isShared ? Container.shared : Container()).keychain
            keychain.register(when: .arg("D253")) { SystemKeychain("mock") }
            #expect(keychain().owner == "system")
            FactoryContext.current.insert(.arg("D253"))
            #expect(keychain().owner == "mock")
            keychain.reset(.context)
            #expect(keychain().owner == "system")
        }
    }

    @Test("own defect D253: a mock for a context that does not hold binds nothing")
    func aMockForAContextThatDoesNotHoldBindsNothing() {
        withSandbox(.fresh) {
            let container = Container.shared
            container.keychain.register(when: .arg("D253")) { SystemKeychain("mock") }
            #expect(container.unbound(in: [\Container.keychain]) == ["Container.keychain"])
            container.keychain.reset(.context)
            FactoryContext.current.insert(.arg("D253"))
            #expect(container.unbound(in: [\Container.keychain]) == ["Container.keychain"])
            container.keychain.register(when: .arg("D253")) { SystemKeychain("mock") }
            #expect(container.unbound(in: [\Container.keychain]) == [])
        }
    }

    @Test("own defect D253: a reset finds a child's registration, and the mock for a context that does not hold")
    func aMockForAContextOverAChildsRegistration() {
        withSandbox(.fresh) {
            let child = Resolver()
            Resolver.root.add(child: child)
            child.register { SystemKeychain("child") as any Keychain }.scope(.cached)
            let keychain = Container.shared.keychain
            keychain.register(when: .arg("D253")) { SystemKeychain("mock") }
            let first = keychain()
            #expect(first.owner == "child" && keychain() === first)
            keychain.reset(.scope)
            #expect(keychain() !== first)
            keychain.reset()
            FactoryContext.current.insert(.arg("D253"))
            #expect(keychain().owner == "child")
        }
    }

    @Test func whatMayBeAbsentIsNilWhereNothingIsRegistered() {
        withKeychain {
            #expect(Container.shared.absentKeychain() == nil)
            Resolver.register(name: "absent") { SystemKeychain("late") as any Keychain }
            #expect(Container.shared.absentKeychain()?.owner == "late")
            Container.shared.absentKeychain.register { SystemKeychain("mock") }
            #expect(Container.shared.absentKeychain()?.owner == "mock")
            #expect(Resolver.optional((any Keychain).self, name: "absent")?.owner == "mock")
        }
    }

    @Test func aNameToBridgeUnderIsNoOtherThanItsOwn() {
        withKeychain {
            Resolver.register(name: "spare") { SystemKeychain("spare") as any Keychain }
            Resolver.register(name: "other") { SystemKeychain("other") as any Keychain }
            let keychain = Container.shared.spareKeychain.bridged(name: "other")
            for _ in 0..<2 { #expect(keychain().owner == "spare") }
        }
    }

    @Test func itIsExportedUnderAnotherName() {
        withKeychain {
            Resolver.register(\.keychain, name: "also")
            #expect(Resolver.resolve((any Keychain).self, name: "also").owner == "system")
            Resolver.register { SystemKeychain("mock") as any Keychain }
            #expect(Resolver.resolve((any Keychain).self, name: "also").owner == "mock")
        }
    }

    @Test func whatIsRegisteredUnderTheNameOfItsExportIsRegisteredUnderItsOwnNameToo() {
        withKeychain {
            Resolver.register(\.keychain, name: "also")
            Resolver.register(name: "also") { SystemKeychain("mock") as any Keychain }
            #expect(Container.shared.keychain().owner == "mock")
            #expect(Resolver.resolve((any Keychain).self, name: "also").owner == "mock")
            #expect(Resolver.resolve((any Keychain).self).owner == "mock")
        }
    }

    @Test func anExportOfItUnderAnotherNameHasTheLifetimeOfTheRegistration() {
        withKeychain(.application) {
            Resolver.register(\.keychain, name: "also")
            let keychain = Resolver.resolve((any Keychain).self, name: "also")
            #expect(Resolver.resolve((any Keychain).self, name: "also") === keychain)
            #expect(Resolver.resolve((any Keychain).self) === keychain)
            #expect(Container.shared.keychain() === keychain)
            Container.shared.keychain.register { SystemKeychain("mock") }
            #expect(Resolver.resolve((any Keychain).self, name: "also").owner == "mock")
            Container.shared.keychain.reset()
            #expect(Resolver.resolve((any Keychain).self, name: "also").owner == "system")
        }
    }

    @Test func anOverrideCountsMoreThanWhatTheContainerRegistersItself() {
        withAutoRegistration {
            Container.shared.keychain.register { SystemKeychain("automatic") }
        } run: {
            withKeychain {
                Container.shared.keychain.register { SystemKeychain("mock") }
                #expect(Container.shared.keychain().owner == "mock")
            }
        }
    }

    @Test func aParameterTravelsAsArgs() {
        withSandbox(.fresh) {
            Resolver.register(String.self, name: "greeting") { _, args in "Hello, \(args() as String)!" }
            #expect(Container.shared.greeting("Ada") == "Hello, Ada!")
            Container.shared.greeting.register { "Hi, \($0)!" }
            #expect(Resolver.resolve(String.self, name: "greeting", args: "Bob") == "Hi, Bob!")
        }
    }

    @MainActor @Test func theMainActorsAreMadeOnIt() {
        withSandbox(.fresh) {
            Resolver.register { MainActor.assumeIsolated { Panel("legacy") } }
            #expect(Container.shared.panel().title == "legacy")
            Container.shared.panel.register { Panel("mock") }
            #expect(Resolver.resolve(Panel.self).title == "mock")
        }
    }

    @Test func anOverrideThroughEitherFaceActsOnBoth() {
        withKeychain(.application) {
            Container.shared.keychain.register { SystemKeychain("mock") }
            #expect(Resolver.resolve((any Keychain).self).owner == "mock")
            #expect(Resolver.resolve((any Keychain).self) === Container.shared.keychain())
            Resolver.register { SystemKeychain("later") as any Keychain }
            #expect(Container.shared.keychain().owner == "later")
            Container.shared.keychain.register { SystemKeychain("last") }
            #expect(Resolver.resolve((any Keychain).self).owner == "last")
        }
    }

    @Test func anOverrideHasTheRegistrationsLifetimeUnlessOneIsStated() {
        withKeychain {
            Container.shared.keychain.register { SystemKeychain("mock") }
            #expect(Container.shared.keychain() !== Container.shared.keychain())
            Container.shared.keychain.register(scope: .cached) { SystemKeychain("mock") }
            #expect(Container.shared.keychain() === Resolver.resolve((any Keychain).self))
        }
    }

    @Test func resettingBringsTheRegistrationBack() {
        withKeychain(.application) {
            Container.shared.keychain.register { SystemKeychain("mock") }
            Container.shared.keychain.register { SystemKeychain("second mock") }
            Container.shared.keychain.reset()
            #expect(Resolver.resolve((any Keychain).self).owner == "system")
            Container.shared.keychain.register { SystemKeychain("mock") }
            Container.shared.reset()
            #expect(Container.shared.keychain().owner == "system")
        }
    }

    @Test func resettingNeverDropsARegistration() {
        withKeychain(.application) {
            let kept = Resolver.resolve((any Keychain).self)
            Container.shared.reset()
            #expect(Container.shared.keychain() === kept)
            Container.shared.keychain.reset(.registration)
            #expect(Container.shared.keychain() === kept)
            Container.shared.keychain.reset(.scope)
            #expect(Container.shared.keychain() !== kept)
            #expect(Container.shared.keychain().owner == "system")
        }
    }

    @Test func anOverrideOverNothingLeavesNothing() {
        withSandbox(.fresh) {
            Container.shared.keychain.register { SystemKeychain("mock") }
            #expect(Resolver.resolve((any Keychain).self).owner == "mock")
            Container.shared.keychain.reset()
            #expect(Resolver.optional((any Keychain).self) == nil)
        }
    }

    @Test("own defect D74: an override of a registration that is missing has the scope that a registration has")
    func anOverrideOfAMissingRegistrationHasTheDefaultScope() async throws {
        withSandbox(.fresh) {
            Resolver.defaultScope = .container
            Container.shared.keychain.register { SystemKeychain() }
            let kept = Container.shared.keychain()
            #expect(Container.shared.keychain() === kept)
            Resolver.root.cache.reset()
            #expect(Container.shared.keychain() !== kept)
        }
        try await withSandbox(.fresh) {
            Resolver.defaultScope = .application
            Resolver.registerAsync { SystemKeychain() }
            Container.shared.laterKeychain.register { SystemKeychain() }
            let registered = try await (
                Resolver.requireAsync(SystemKeychain.self), Resolver.requireAsync(SystemKeychain.self)
            )
            #expect(registered.0 !== registered.1)
            let overridden = try await (Container.shared.laterKeychain(), Container.shared.laterKeychain())
            #expect(overridden.0 !== overridden.1)
        }
    }

    @Test func aScopeStatedAtTheRegistrationActsOnBoth() {
        withKeychain {
            Resolver.register { SystemKeychain() as any Keychain }.scope(.cached)
            let kept = Container.shared.keychain()
            #expect(Container.shared.keychain() === kept)
            ResolverScope.cached.reset()
            #expect(Container.shared.keychain() !== kept)
        }
    }

    @Test func theNearestRegistrationOfTheRootWins() {
        withKeychain {
            let mock = Resolver(child: .main)
            mock.register { SystemKeychain("mock") as any Keychain }
            Resolver.root = mock
            #expect(Container.shared.keychain().owner == "mock")
            Container.shared.keychain.register { SystemKeychain("typed mock") }
            #expect(mock.resolve((any Keychain).self).owner == "typed mock")
            #expect(Resolver.main.resolve((any Keychain).self).owner == "system")
            Container.shared.keychain.reset()
            #expect(Container.shared.keychain().owner == "mock")
            Resolver.root = .main
            #expect(Container.shared.keychain().owner == "system")
        }
    }

    @Test func anOverrideMayDependOnTheContext() {
        withKeychain {
            FactoryContext.current = []
            Container.shared.keychain.register(when: .preview) { SystemKeychain("preview") }
            #expect(Resolver.resolve((any Keychain).self).owner == "system")
            FactoryContext.current = [.preview]
            #expect(Resolver.resolve((any Keychain).self).owner == "preview")
            #expect(Container.shared.keychain().owner == "preview")
            Container.shared.reset()
            #expect(Resolver.resolve((any Keychain).self).owner == "system")
        }
    }

    @Test func pushAndPopSaveOverridesOfRegistrations() {
        withKeychain(.application) {
            Container.shared.keychain.register(scope: .cached) { SystemKeychain("outer") }
            let outer = Container.shared.keychain()
            Container.shared.push()
            Container.shared.keychain.register { SystemKeychain("inner") }
            #expect(Resolver.resolve((any Keychain).self).owner == "inner")
            Container.shared.pop()
            #expect(Resolver.resolve((any Keychain).self) === outer)
            Container.shared.reset()
            #expect(Resolver.resolve((any Keychain).self).owner == "system")
        }
    }

    @Test func containersDropOnlyTheirOwnOverrides() {
        withKeychain {
            Desk.shared.keychain.register { SystemKeychain("desk") }
            #expect(Container.shared.keychain().owner == "desk")
            Container.shared.reset()
            #expect(Resolver.resolve((any Keychain).self).owner == "desk")
            Desk.shared.reset()
            #expect(Resolver.resolve((any Keychain).self).owner == "system")
        }
    }

    @Test func aContainerOfItsOwnFallsBackToTheRoot() {
        withKeychain {
            let container = Container()
            #expect(container.keychain().owner == "system")
            container.keychain.register { SystemKeychain("own") }
            #expect(container.keychain().owner == "own")
            #expect(Container.shared.keychain().owner == "system")
            #expect(Resolver.resolve((any Keychain).self).owner == "system")
            container.reset()
            #expect(container.keychain().owner == "system")
        }
    }

    @Test func overridesOfRegistrationsAreCopiedIntoASandbox() {
        withKeychain {
            Container.shared.keychain.register { SystemKeychain("mock") }
            withSandbox {
                #expect(Resolver.resolve((any Keychain).self).owner == "mock")
                Container.shared.reset()
                #expect(Resolver.resolve((any Keychain).self).owner == "system")
            }
            #expect(Resolver.resolve((any Keychain).self).owner == "mock")
        }
    }

    @Test func whatIsNotRegisteredIsUnbound() {
        withSandbox(.fresh) {
            #expect(Container.shared.unbound(in: [\.keychain, \.archive]) == ["Container.keychain"])
            Resolver.register { SystemKeychain() as any Keychain }
            #expect(Container.shared.unbound(in: [\.keychain, \.archive]).isEmpty)
        }
    }

    @Test func decoratorsSeeAnInstanceOnce() {
        withKeychain(.application) {
            let seen = Counter()
            Resolver.decorate = { _ in seen.add() }
            let made = Locked<[Bool]>([])
            Container.shared.manager.decorator = { _, isMade in made.withLock { $0.append(isMade) } }
            _ = Container.shared.keychain()
            _ = Container.shared.keychain()
            #expect(seen.value == 2)
            // The registration has made the instance, not the factory.
            #expect(made.withLock { $0 } == [false, false])
        }
    }

    @Test("own defect D138: what overrides a legacy factory has the lifetime of the registration, wherever that is")
    func theLifetimeOfARegistrationElsewhere() {
        withKeychain(.application) {
            let keychain = Container().keychain
            keychain.register { SystemKeychain("mock") }
            #expect(keychain() === keychain())
        }
        withSandbox(.fresh) {
            let child = Resolver()
            Resolver.main.add(child: child)
            child.register { SystemKeychain("child") as any Keychain }.scope(.application)
            let keychain = Container.shared.keychain
            keychain.register(when: .arg("no such argument")) { SystemKeychain("never") }
            keychain.register { SystemKeychain("mock") }
            #expect(keychain() === keychain())
        }
    }

    @Test("own defect D152: what overrides a registration that the cache keeps follows the cache")
    func theCacheOfAnOverride() {
        withKeychain(.container) {
            func resolved() -> any Keychain { Resolver.resolve() }
            Container.shared.keychain.register { SystemKeychain("mock") }
            let kept = resolved()
            #expect(resolved() === kept)
            Resolver.main.cache = ResolverScopeCache()
            let next = resolved()
            #expect(next !== kept)
            Resolver.main.cache.reset()
            #expect(resolved() !== next)
        }
    }
}
