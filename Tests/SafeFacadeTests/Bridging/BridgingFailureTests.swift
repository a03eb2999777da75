import Resolver
import SafeFacade
import TestSupport
import Testing

private let declarations = #line
extension Container {
    fileprivate var hen: Factory<FileArchive> { self { FileArchive(Resolver.resolve(SystemKeychain.self).owner) } }
    fileprivate var panelShelf: Factory<SystemKeychain> {
        self { SystemKeychain("\(ObjectIdentifier(Resolver.resolve(Panel.self)))") }
    }
}

private final class Lantern: Sendable {}
private struct Bulb: Sendable { let watts: Int }
private struct Broken: Error {}
extension Container {
    fileprivate var bulb: Factory<Bulb> { legacy() }
    fileprivate var namedBulb: ParameterFactory<String, Bulb> { legacy() }
}

private let seenByBorrowed = Locked<[Substring]?>(nil)

private func nearLanterns() -> [Substring] {
    do {
        _ = try Resolver.require(Lantern.self)
        return []
    } catch {
        return "\(error)".split(separator: "\n").filter { $0.contains("did you mean") }
    }
}

private let lanterns = #line
extension Container {
    fileprivate var lantern: Factory<Lantern> { self { Lantern() }.onTest { Lantern() } }
    fileprivate var testLantern: Factory<Lantern> { required().onTest { Lantern() } }
    fileprivate var borrowedLantern: Factory<Lantern> {
        self { Lantern() }.onTest {
            seenByBorrowed.withLock { $0 = nearLanterns() }
            return Lantern()
        }
    }
}

// These calls are outside of the test macros, which count their lines differently.
private let calls = #line
private func registerEgg() { Resolver.register { SystemKeychain(Container.shared.hen().label) } }
private func resolveHen() { _ = Container.shared.hen() }
private func resolveKeychain() { _ = Container.shared.keychain() }
private func resolveModified() { _ = Container.shared.singleKeychain() }
private func exportPanel() { Resolver.register(\.ownPanel) }
private func resolvePanelShelf() async { await Task.detached { _ = Container.shared.panelShelf() }.value }
private func exportTitled() { Resolver.register(\.titledArchive) }
private func resolveTitled() { _ = Resolver.resolve(FileArchive.self, args: 7) }
private func exportArchive() { Resolver.register(\.archive) }
private func registerNil() { Resolver.register { () -> (any Archive)? in nil } }
private func resolveArchive() { _ = Container.shared.archive() }
private func registerBulb() { Resolver.register { _, args in Bulb(watts: args()) } }
private func resolveBulb() { _ = Container.shared.bulb() }
private func resolveNamedBulb() { _ = Container.shared.namedBulb("dim") }
private func registerNoBulb() { Resolver.register { () -> Bulb? in nil } }
private func registerBrokenBulb() { Resolver.register { () throws -> Bulb in throw Broken() } }
private func registerBulbAsync() { Resolver.registerAsync { Bulb(watts: 1) } }

/// How a registration may fail for which a factory with `legacy()` stands.
enum FailingRegistration: CaseIterable, Codable {
    case none, broken, asynchronous

    func register() {
        switch self {
        case .none: registerNoBulb()
        case .broken: registerBrokenBulb()
        case .asynchronous: registerBulbAsync()
        }
    }

    var headline: String {
        switch self {
        case .none: "the factory of 'SafeFacadeTests.Bulb' returned nil  [returned-nil]"
        case .broken:
            "the factory of 'SafeFacadeTests.Bulb' threw SafeFacadeTests.Broken: Broken()  [factory-threw]"
        case .asynchronous: "'SafeFacadeTests.Bulb' is made asynchronously  [asynchronous]"
        }
    }

    var line: Int { calls + 15 + (FailingRegistration.allCases.firstIndex(of: self) ?? 0) }

    var advice: String {
        switch self {
        case .none: "return an instance, or declare a Factory of an optional"
        case .broken: "declare an AsyncFactory with legacy(), whose call throws, and catch it"
        case .asynchronous: "declare an AsyncFactory with legacy(), and ask it with 'try await'"
        }
    }
}

/// A modifier that a factory for a registration must not state, even if the factory was resolved before.
enum LateModifier: CaseIterable, Codable {
    case timeToLive, closer

    private static let calls = #line
    private func callWithTimeToLive() { _ = Container.shared.keychain.timeToLive(1)() }
    private func callWithCloser() { _ = Container.shared.keychain.decorator { _ in }.onClose { _, _ in }() }

    /// The line of the modifier's call.
    var line: Int { LateModifier.calls + (self == .timeToLive ? 1 : 2) }

    func resolve() {
        switch self {
        case .timeToLive: callWithTimeToLive()
        case .closer: callWithCloser()
        }
    }
}

extension Container {
    fileprivate var titledPanel: MainActorParameterFactory<String, Panel> { self { Panel($0) } }
}

@Suite(.inFreshSandbox) struct BridgingFailureTests {
    @Test("own defect D184: a factory with a closure for a context that holds is one near miss")
    func aFactoryForAContextIsOneNearMiss() {
        withSandbox(.fresh) {
            FactoryContext.current = [.test]
            _ = Container.shared.lantern()
            let place = "'Container.lantern', declared at SafeFacadeTests/BridgingFailureTests.swift:\(lanterns + 2)"
            #expect(nearLanterns() == ["  did you mean   the typed factory \(place)"])
            let error = #expect(throws: ResolutionError.self) { try Resolver.require(Lantern.self) }
            let advice = "ask the typed factory, or export it with Resolver.register(\\Container.lantern)"
            #expect(error?.description.hasSuffix("  to mend it     \(advice)") == true)
        }
        withSandbox(.fresh) {
            FactoryContext.current = [.test]
            _ = Container.shared.testLantern()
            #expect(nearLanterns().count == 1)
        }
    }

    @Test("own defect D184: a factory that asks in its closure for a context is no near miss")
    func aFactoryThatAsksForAContextIsNoNearMiss() {
        _ = Container.shared.borrowedLantern()
        FactoryContext.current = [.test]
        _ = Container.shared.borrowedLantern()
        #expect(seenByBorrowed.withLock { $0 } == [])
    }

    @Test("own defect D185: what Injections has for its overrides is no near miss")
    func overridesOfPropertiesAreNoNearMiss() {
        Injections.register(Lantern.self) { Lantern() }
        #expect(nearLanterns() == [])
    }

    @Test func aCycleAcrossBothFacesShowsBothKindsOfNames() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            registerEgg()
            resolveHen()
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: 'SafeFacadeTests.SystemKeychain' depends on itself  [cycle]
                  the cycle      SafeFacadeTests.SystemKeychain → Container.hen → SafeFacadeTests.SystemKeychain
                  asked for by   Container.hen                   SafeFacadeTests/BridgingFailureTests.swift:\(declarations + 2)
                            in   SafeFacadeTests.SystemKeychain  SafeFacadeTests/BridgingFailureTests.swift:\(calls + 1)
                            in   Container.hen                   SafeFacadeTests/BridgingFailureTests.swift:\(declarations + 2)
                            in   resolve()                       SafeFacadeTests/BridgingFailureTests.swift:\(calls + 2)
                  to mend it     inject one of them with @LazyInjected that init does not read, or pass it in after both are made
                """)
    }

    @Test func aRegistrationThatIsMissingIsAskedForByTheFactory() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Resolver.registerServices = nil
            resolveKeychain()
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: nothing is registered for 'any SafeFacadeTests.Keychain'  [missing-registration]
                  asked for by   Container.keychain  SafeFacadeTests/BridgingFailureTests.swift:\(calls + 3)
                            in   resolve()           SafeFacadeTests/BridgingFailureTests.swift:\(calls + 3)
                  declared       with legacy() at SafeFacadeTests/BridgedServices.swift:\(bridgedDeclarations + 2)
                  to mend it     register it in registerAllServices(), or declare a Factory of an optional
                """)
    }

    @Test func aModifierOnALegacyFactoryIsReported() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            resolveModified()
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: 'Container.singleKeychain' stands for the registration of 'any SafeFacadeTests.Keychain' and takes \
                no modifiers  [modified-legacy]
                  asked for by   resolve()  SafeFacadeTests/BridgingFailureTests.swift:\(calls + 4)
                  declared       with legacy() at SafeFacadeTests/BridgedServices.swift:\(bridgedDeclarations + 5)
                  to mend it     state that where the service is registered
                """)
    }

    @Test("own defect D304: a closure for a context over legacy() ended only the process in which the context held")
    func aContextOfALegacyFactoryIsReportedWhereItDoesNotHold() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Resolver.register { SystemKeychain() as any Keychain }
            _ = Container.shared.previewedKeychain()
        }
        let text = try failureText(result)
        #expect(text.contains("'Container.previewedKeychain' stands for the registration"))
    }

    @Test func aLegacyFactoryKeepsNoInstanceForEachParameter() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Resolver.register(name: "greeting") { (_, args) in "hello \(args() as String)" }
            _ = Container.shared.greeting.scopeOnParameters("you")
        }
        let text = try failureText(result)
        #expect(text.contains("'Container.greeting' stands for the registration"))
    }

    @Test(arguments: LateModifier.allCases)
    func aModifierOfALegacyFactoryThatIsKnownIsReported(_ modifier: LateModifier) async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [modifier] in
            Resolver.register { SystemKeychain() as any Keychain }
            resolveKeychain()
            modifier.resolve()
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: 'Container.keychain' stands for the registration of 'any SafeFacadeTests.Keychain' and takes no \
                modifiers  [modified-legacy]
                  asked for by   resolve()  SafeFacadeTests/BridgingFailureTests.swift:\(modifier.line)
                  declared       with legacy() at SafeFacadeTests/BridgedServices.swift:\(bridgedDeclarations + 2)
                  to mend it     state that where the service is registered
                """)
    }

    @Test func theMainActorsAskedForElsewhereAreReported() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            exportPanel()
            await resolvePanelShelf()
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: 'Container.ownPanel' can be made on the main actor only  [main-actor]
                  asked for by   Container.panelShelf  SafeFacadeTests/BridgingFailureTests.swift:\(declarations + 4)
                            in   resolve()             SafeFacadeTests/BridgingFailureTests.swift:\(calls + 6)
                  to mend it     ask for it on the main actor, or call its typed factory with await
                """)
    }

    @Test func theMainActorsThatTakeAParameterAskedForElsewhereAreReported() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Resolver.register(\.titledPanel)
            await Task.detached { _ = Resolver.resolve(Panel.self, args: "a") }.value
        }
        let text = try failureText(result)
        #expect(text.hasPrefix("Resolver: 'Container.titledPanel' can be made on the main actor only  [main-actor]\n"))
    }

    @Test func argsOfTheWrongTypeAreReported() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            exportTitled()
            resolveTitled()
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: the parameter of 'Container.titledArchive' must be 'Swift.String': it is 'Swift.Int'  \
                [wrong-argument]
                  asked for by   resolve()  SafeFacadeTests/BridgingFailureTests.swift:\(calls + 8)
                  declared       SafeFacadeTests/BridgedServices.swift:\(bridgedDeclarations + 12)
                  to mend it     pass one of that type, or let the factory take what is passed
                """)
    }

    @Test("own defect D416: the advice for an argument that a legacy() factory does not pass is about the factory")
    func anArgumentThatALegacyFactoryDoesNotPass() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            registerBulb()
            resolveBulb()
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: the argument of 'SafeFacadeTests.Bulb' must be 'Swift.Int': it is absent  [wrong-argument]
                  asked for by   resolve()  SafeFacadeTests/BridgingFailureTests.swift:\(calls + 13)
                  registered     SafeFacadeTests/BridgingFailureTests.swift:\(calls + 12)
                  to mend it     declare the legacy() factory with a parameter of the type that the registration takes, \
                or take it with optional()
                """)
    }

    @Test("own defect D416: where an observer is told, too, the advice for an argument is about the legacy() factory")
    func anArgumentThatALegacyFactoryPassesWrongly() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Resolver.addObserver(Silent())
            registerBulb()
            resolveNamedBulb()
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: the argument of 'SafeFacadeTests.Bulb' must be 'Swift.Int': it is 'Swift.String'  \
                [wrong-argument]
                  asked for by   Container.namedBulb  SafeFacadeTests/BridgingFailureTests.swift:\(calls + 14)
                            in   resolve()            SafeFacadeTests/BridgingFailureTests.swift:\(calls + 14)
                  registered     SafeFacadeTests/BridgingFailureTests.swift:\(calls + 12)
                  to mend it     declare the legacy() factory with a parameter of the type that the registration takes, \
                or take it with optional()
                """)
    }

    @Test(
        "own defect D417: the advice for a registration that fails is one that the caller of a legacy() factory can follow",
        arguments: FailingRegistration.allCases)
    func aRegistrationThatFails(_ registration: FailingRegistration) async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [registration] in
            registration.register()
            resolveBulb()
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: \(registration.headline)
                  asked for by   resolve()  SafeFacadeTests/BridgingFailureTests.swift:\(calls + 13)
                  registered     SafeFacadeTests/BridgingFailureTests.swift:\(registration.line)
                  to mend it     \(registration.advice)
                """)
    }

    @Test func anOverrideThatReturnsNilIsReported() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            exportArchive()
            registerNil()
            resolveArchive()
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: the factory of 'Container.archive' returned nil  [returned-nil]
                  asked for by   resolve()  SafeFacadeTests/BridgingFailureTests.swift:\(calls + 11)
                  registered     SafeFacadeTests/BridgingFailureTests.swift:\(calls + 10)
                  to mend it     return an instance, or ask with optional()
                """)
    }

    @Test func aLegacyFactoryWhoseResolverIsBesideMainIsMended() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Resolver.registerServices = nil
            Resolver.root = Resolver()
            resolveKeychain()
        }
        let text = try failureText(result)
        let mend = "register it with the resolver that is asked, or declare a Factory of an optional"
        #expect(text.hasSuffix("to mend it     \(mend)"))
    }
}
