import Resolver
import SafeFacade
import TestSupport
import Testing

private final class Service: Sendable {
    let name: String
    init(_ name: String = "live") { self.name = name }
}

extension Scope {
    fileprivate static let tenancy = Cached()
}

extension Container {
    fileprivate var bridgedOne: Factory<Service> { self { Service() }.bridged }
    fileprivate var exported: Factory<Service> { self { Service() } }
    fileprivate var exportedAndKept: Factory<Service> { self { Service() }.cached }
    fileprivate var ofSession: Factory<Service> { self { Service() }.scope(.tenancy) }
    fileprivate var bridgedOfSession: Factory<Service> { self { Service() }.scope(.tenancy).bridged }
    fileprivate var legacyOne: Factory<Service> { legacy() }
}

private final class Annex: SharedContainer {
    let manager = ContainerManager()
    init() {}
    var exported: Factory<Service> { self { Service() } }
    var legacyOne: Factory<Service> { legacy() }
}

/// Tests of resets and pops of bridged or exported factories, and of the runtime registrations that these leave.
@Suite(.inFreshSandbox) struct BridgedResetTests {
    @Test("own defect D68: pop brings back what the runtime face had put over an exported factory")
    func popBringsBackWhatTheRuntimeFaceHadPutOverAnExportedFactory() {
        withSandbox(.fresh) {
            Resolver.register(\.exported)
            Resolver.register(Service.self) { Service("mock") }
            Container.shared.push()
            Container.shared.pop()
            #expect(Container.shared.exported().name == "mock")
            #expect(Resolver.resolve(Service.self).name == "mock")
        }
        withSandbox(.fresh) {
            Resolver.register(\Annex.exported)
            Resolver.register(Service.self) { Service("mock") }
            Annex.shared.push()
            Annex.shared.pop()
            #expect(Annex.shared.exported().name == "mock")
        }
    }

    @Test(
        "own defect D67: a reset of the container leaves what is registered under a bridged factory's type",
        arguments: [false, true], [false, true])
    func aResetOfTheContainerLeavesWhatIsRegisteredUnderABridgedFactorysType(wasAsked: Bool, pops: Bool) {
        Resolver.register(Service.self) { Service("registered") }
        if wasAsked { #expect(Container.shared.bridgedOne().name == "registered") }
        if pops {
            Container.shared.push()
            Container.shared.pop()
        } else {
            Container.shared.reset()
        }
        #expect(Resolver.optional(Service.self)?.name == "registered")
        #expect(Container.shared.bridgedOne().name == "registered")
    }

    @Test("own defect D67: a reset of a bridged factory, or of instances, leaves what is registered under its type")
    func aResetOfABridgedFactoryLeavesWhatIsRegistered() {
        Resolver.register(Service.self) { Service("registered") }.scope(.cached)
        let kept = Container.shared.bridgedOne()
        Container.shared.reset(.scope)
        Container.shared.bridgedOne.reset()
        #expect(Resolver.resolve(Service.self) === kept)
        #expect(Container.shared.bridgedOne() === kept)
    }

    @Test("the first override of a registration in a process is reset", arguments: [false, true], [false, true])
    func theFirstOverrideOfARegistrationIsReset(isForContext: Bool, isInSandbox: Bool) async {
        await #expect(processExitsWith: .success) { [isForContext, isInSandbox] in
            beginProcess()
            Resolver.register { Service("registered") }
            Annex.shared.legacyOne.register(when: isForContext ? .test : nil) { Service("mock") }
            func reset() {
                ensure(Resolver.resolve(Service.self).name == "mock")
                Annex.shared.push()
                Annex.shared.legacyOne.register(when: isForContext ? .test : nil) { Service("other") }
                Annex.shared.pop()
                ensure(Resolver.resolve(Service.self).name == "mock")
                Annex.shared.reset()
                ensure(Resolver.resolve(Service.self).name == "registered")
            }
            if isInSandbox { withSandbox { reset() } } else { reset() }
        }
    }

    @Test("a reset of the default container drops what a former main, which is still the root, keeps of it")
    func whatAFormerMainKeepsIsReset() async {
        await #expect(processExitsWith: .success) {
            beginProcess()
            Resolver.register(\.exportedAndKept)
            let kept = Resolver.resolve(Service.self)
            Resolver.main = Resolver()
            ensure(Resolver.resolve(Service.self) === kept)
            Container.shared.reset()
            ensure(Resolver.resolve(Service.self) !== kept)
        }
    }

    @Test func whatIsExportedIsOverriddenAndReset() {
        Resolver.register(\.bridgedOne)
        Resolver.register(Service.self) { Service("mock") }
        #expect(Container.shared.bridgedOne().name == "mock")
        Container.shared.reset()
        #expect(Container.shared.bridgedOne().name == "live")
        #expect(Resolver.resolve(Service.self).name == "live")
    }

    @Test("what was registered before a factory was exported that passes on is an override of that")
    func whatWasRegisteredBeforeAnExportThatPassesOnIsReset() {
        func isReset(exporting export: () -> Void, giving name: () -> String, by reset: () -> Void) {
            withSandbox(.fresh) {
                Resolver.register(Service.self) { Service("mock") }
                export()
                #expect(name() == "mock")
                reset()
                #expect(name() == "live")
            }
        }
        let exportOwn = { Resolver.register(\Annex.exported) }
        let own = { Annex.shared.exported().name }
        isReset(exporting: exportOwn, giving: own, by: { Annex.shared.reset() })
        isReset(exporting: exportOwn, giving: own, by: { Annex.shared.exported.reset() })
        let exportOfSession = { Resolver.register(\.ofSession) }
        let ofSession = { Container.shared.ofSession().name }
        isReset(exporting: exportOfSession, giving: ofSession, by: { Container.shared.reset() })
        isReset(exporting: exportOfSession, giving: ofSession, by: { Container.shared.ofSession.reset() })
    }

    @Test("own defect D68: pop brings back what was registered before a factory was exported that passes on")
    func popBringsBackWhatWasRegisteredBefore() {
        Resolver.register(Service.self) { Service("mock") }
        Resolver.register(\Annex.exported)
        Annex.shared.push()
        Annex.shared.exported.register { Service("other") }
        #expect(Annex.shared.exported().name == "other")
        Annex.shared.pop()
        #expect(Annex.shared.exported().name == "mock")
    }

    @Test func anOverrideByWayOfLegacyIsReset() {
        Resolver.register(\Annex.exported)
        Container.shared.legacyOne.register { Service("mock") }
        #expect(Annex.shared.exported().name == "mock")
        Container.shared.legacyOne.reset()
        #expect(Annex.shared.exported().name == "live")
        #expect(Container.shared.legacyOne().name == "live")
    }

    @Test("own defect D67: a reset of a legacy factory leaves what it stands for")
    func aResetOfALegacyFactoryLeavesWhatIsRegistered() {
        Resolver.register(Service.self) { Service("registered") }
        #expect(Container.shared.bridgedOne().name == "registered")
        Container.shared.legacyOne.reset()
        #expect(Resolver.resolve(Service.self).name == "registered")
    }

    @Test("own defect D72: a bridged factory that passes on when it is exported is no cycle")
    func aBridgedFactoryOfAScopeIsExported() {
        let kept = Container.shared.bridgedOfSession()
        Resolver.register(\.bridgedOfSession)
        #expect(Resolver.resolve(Service.self) === kept)
        #expect(Container.shared.bridgedOfSession() === kept)
        Resolver.register(Service.self) { Service("mock") }
        #expect(Container.shared.bridgedOfSession().name == "mock")
        Container.shared.reset()
        #expect(Container.shared.bridgedOfSession().name == "live")
    }

    @Test("own defect D186: after a reset, the runtime face finds what the container registers itself")
    func theRuntimeFaceAfterAReset() {
        withAutoRegistration {
            Container.shared.exported.register { Service("automatic") }
        } run: {
            withSandbox(.fresh) {
                Resolver.register(\.exported)
                #expect(Resolver.resolve(Service.self).name == "automatic")
                Container.shared.reset()
                #expect(Resolver.resolve(Service.self).name == "automatic")
                Container.shared.reset(.registration)
                withSandbox { #expect(Resolver.resolve(Service.self).name == "automatic") }
            }
        }
    }

    @Test("own defect D186: also what it registers over a factory that stands for a registration")
    func theRuntimeFaceAfterAResetOfALegacyFactory() {
        withAutoRegistration {
            Container.shared.legacyOne.register { Service("automatic") }
        } run: {
            withSandbox(.fresh) {
                Resolver.register { Service("registered") }
                #expect(Container.shared.legacyOne().name == "automatic")
                Container.shared.reset()
                #expect(Resolver.resolve(Service.self).name == "automatic")
            }
        }
    }

    @Test func aContainerThatTheHookResetsRegistersItselfAfterTheHook() {
        withAutoRegistration {
            let name = Resolver.optional(String.self) ?? "too early"
            Container.shared.legacyOne.register { Service(name) }
        } run: {
            withSandbox(.fresh) {
                Resolver.registerServices = {
                    Resolver.register { Service("registered") }
                    Container.shared.reset()
                    Resolver.register { "in time" }
                }
                #expect(Container.shared.legacyOne().name == "in time")
            }
        }
    }
}
