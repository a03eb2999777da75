import Resolver
import SafeFacade
import TestSupport
import Testing

private final class Service: Sendable {
    let name: String
    init(_ name: String = "live") { self.name = name }
}
private struct Broken: Error {}
private protocol Unfit: Sendable {}
private let closed = Locked<[String]>([])

extension Scope {
    fileprivate static let twinRequest = TaskScope()
    fileprivate static let twinSession = Cached()
}

extension Container {
    fileprivate var bridgedOne: Factory<Service> { self { Service() }.bridged }
    fileprivate var exported: Factory<Service> { self { Service() } }
    fileprivate var ofSession: Factory<Service> { self { Service() }.scope(.twinSession) }
    fileprivate var bridgedOfSession: Factory<Service> { self { Service() }.scope(.twinSession).bridged }
    fileprivate var legacyOne: Factory<Service> { legacy() }
    fileprivate var unfit: AsyncFactory<any Unfit> { legacy() }
    fileprivate var slow: AsyncFactory<Service> { self { Service() } }
    fileprivate var standIn: AsyncFactory<Service> { legacy(name: "twin") }
    fileprivate var box: ParameterFactory<Int, Service> {
        self { (number: Int) in Service("box \(number)") }.scope(.twinRequest).scopeOnParameters
            .onClose { service in closed.withLock { $0.append(service.name) } }
    }
    fileprivate var plainBox: Factory<Service> {
        self { Service("plain box") }.scope(.twinRequest).onClose { service in
            closed.withLock { $0.append(service.name) }
        }
    }
}

private final class Ring: SharedContainer {
    let manager = ContainerManager()
    init() {}
    var a: AsyncFactory<Service> { self { try await Resolver.requireAsync(Service.self, name: "b") } }
    var b: AsyncFactory<Service> { self { try await Resolver.requireAsync(Service.self, name: "a") } }
    var exported: Factory<Service> { self { Service() } }
}

/// Ways of doing the same that must agree: own defects D66 to D74.
@Suite(.serialized) struct TwinTests {
    @Test("own defect D68: pop brings back what the runtime face had put over an exported factory")
    func popBringsBackWhatTheRuntimeFaceHadPutOverAnExportedFactory() {
        withSandbox(.fresh) {
            Resolver.registerServices = nil
            Resolver.register(\.exported)
            Resolver.register(Service.self) { Service("mock") }
            Container.shared.push()
            Container.shared.pop()
            #expect(Container.shared.exported().name == "mock")
            #expect(Resolver.resolve(Service.self).name == "mock")
        }
        // The twin that holds: a container of one's own.
        withSandbox(.fresh) {
            Resolver.registerServices = nil
            Resolver.register(\Ring.exported)
            Resolver.register(Service.self) { Service("mock") }
            Ring.shared.push()
            Ring.shared.pop()
            #expect(Ring.shared.exported().name == "mock")
        }
    }

    @Test(
        "own defect D67: a reset of the container leaves what is registered under a bridged factory's type",
        arguments: [false, true], [false, true])
    func aResetOfTheContainerLeavesWhatIsRegisteredUnderABridgedFactorysType(wasAsked: Bool, pops: Bool) {
        withSandbox(.fresh) {
            Resolver.registerServices = nil
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
    }

    @Test("own defect D67: so does a reset of the factory, or of instances")
    func aResetOfABridgedFactoryLeavesWhatIsRegistered() {
        withSandbox(.fresh) {
            Resolver.registerServices = nil
            Resolver.register(Service.self) { Service("registered") }.scope(.cached)
            let kept = Container.shared.bridgedOne()
            Container.shared.reset(.scope)
            Container.shared.bridgedOne.reset()
            #expect(Resolver.resolve(Service.self) === kept)
            #expect(Container.shared.bridgedOne() === kept)
        }
    }

    @Test func whatIsExportedIsOverriddenAndReset() {
        withSandbox(.fresh) {
            Resolver.registerServices = nil
            Resolver.register(\.bridgedOne)
            Resolver.register(Service.self) { Service("mock") }
            #expect(Container.shared.bridgedOne().name == "mock")
            Container.shared.reset()
            #expect(Container.shared.bridgedOne().name == "live")
            #expect(Resolver.resolve(Service.self).name == "live")
        }
    }

    @Test("what was registered before a factory was exported that passes on is an override of that")
    func whatWasRegisteredBeforeAnExportThatPassesOnIsReset() {
        func isReset(exporting export: () -> Void, giving name: () -> String, by reset: () -> Void) {
            withSandbox(.fresh) {
                Resolver.registerServices = nil
                Resolver.register(Service.self) { Service("mock") }
                export()
                #expect(name() == "mock")
                reset()
                #expect(name() == "live")
            }
        }
        let exportOwn = { Resolver.register(\Ring.exported) }
        let own = { Ring.shared.exported().name }
        isReset(exporting: exportOwn, giving: own, by: { Ring.shared.reset() })
        isReset(exporting: exportOwn, giving: own, by: { Ring.shared.exported.reset() })
        let exportOfSession = { Resolver.register(\.ofSession) }
        let ofSession = { Container.shared.ofSession().name }
        isReset(exporting: exportOfSession, giving: ofSession, by: { Container.shared.reset() })
        isReset(exporting: exportOfSession, giving: ofSession, by: { Container.shared.ofSession.reset() })
    }

    @Test("own defect D68: also what was registered before it was exported and passes on")
    func popBringsBackWhatWasRegisteredBefore() {
        withSandbox(.fresh) {
            Resolver.registerServices = nil
            Resolver.register(Service.self) { Service("mock") }
            Resolver.register(\Ring.exported)
            Ring.shared.push()
            Ring.shared.exported.register { Service("other") }
            #expect(Ring.shared.exported().name == "other")
            Ring.shared.pop()
            #expect(Ring.shared.exported().name == "mock")
        }
    }

    @Test func anOverrideByWayOfLegacyIsReset() {
        withSandbox(.fresh) {
            Resolver.registerServices = nil
            Resolver.register(\Ring.exported)
            Container.shared.legacyOne.register { Service("mock") }
            #expect(Ring.shared.exported().name == "mock")
            Container.shared.legacyOne.reset()
            #expect(Ring.shared.exported().name == "live")
            #expect(Container.shared.legacyOne().name == "live")
        }
    }

    @Test("own defect D67: a legacy factory's reset leaves it, too")
    func aResetOfALegacyFactoryLeavesWhatIsRegistered() {
        withSandbox(.fresh) {
            Resolver.registerServices = nil
            Resolver.register(Service.self) { Service("registered") }
            #expect(Container.shared.bridgedOne().name == "registered")
            Container.shared.legacyOne.reset()
            #expect(Resolver.resolve(Service.self).name == "registered")
        }
    }

    @Test("own defect D72: a bridged factory that passes on when it is exported is no cycle")
    func aBridgedFactoryOfAScopeIsExported() {
        withSandbox(.fresh) {
            Resolver.registerServices = nil
            let kept = Container.shared.bridgedOfSession()
            Resolver.register(\.bridgedOfSession)
            #expect(Resolver.resolve(Service.self) === kept)
            #expect(Container.shared.bridgedOfSession() === kept)
            Resolver.register(Service.self) { Service("mock") }
            #expect(Container.shared.bridgedOfSession().name == "mock")
            Container.shared.reset()
            #expect(Container.shared.bridgedOfSession().name == "live")
        }
    }

    @Test(
        "own defect D69: what a synchronous registration throws is thrown as it is",
        arguments: [false, true])
    func whatASynchronousRegistrationThrowsIsThrownAsItIs(isAsynchronous: Bool) async throws {
        func override(_ name: Resolver.Name?) {
            if isAsynchronous {
                Resolver.registerAsync(Service.self, name: name) { throw Broken() }
            } else {
                Resolver.register(Service.self, name: name) { throw Broken() }
            }
        }
        await withSandbox(.fresh) {
            Resolver.registerServices = nil
            override("twin")
            await #expect(throws: Broken.self) { try await Container.shared.standIn() }
            Resolver.register(\.slow)
            override(nil)
            await #expect(throws: Broken.self) { try await Container.shared.slow() }
        }
    }

    @Test("own defect D66: a cycle of exported factories, too, is told from where it was entered")
    func aCycleOfExportedFactoriesIsToldFromWhereItWasEntered() async throws {
        await withSandbox(.fresh) {
            Resolver.registerServices = nil
            Resolver.register(\Ring.a, name: "a")
            Resolver.register(\Ring.b, name: "b")
            let error = await #expect(throws: ResolutionError.self) {
                try await Resolver.requireAsync(Service.self, name: "a")
            }
            guard case .cycle(let path)? = error?.reason else {
                Issue.record("no cycle: \(String(describing: error))")
                return
            }
            #expect(path.map(\.description) == ["Ring.a", "Ring.b", "Ring.a"])
        }
    }

    @Test("own defect D70: what an override drops of a run is not closed, also where it is kept for a parameter")
    func whatAnOverrideDropsOfARunIsNotClosed() async throws {
        for isOfParameters in [false, true] {
            closed.withLock { $0 = [] }
            try await withSandbox(.fresh) {
                try await Scope.twinRequest.run {
                    if isOfParameters {
                        _ = Container.shared.box(1)
                        Container.shared.box.register { _ in Service("mock") }
                    } else {
                        _ = Container.shared.plainBox()
                        Container.shared.plainBox.register { Service("mock") }
                    }
                }
            }
            #expect(closed.withLock { $0 } == [])
        }
    }

    @Test("own defect D71: an asynchronous service that does not implement a protocol is nil where it is optional")
    func anUnfitAsynchronousServiceIsNilWhereItsProtocolIsOptional() async throws {
        try withSandbox(.fresh) {
            Resolver.registerServices = nil
            Resolver.register { Service() }.implements((any Unfit).self)
            let unfit = try Resolver.require((any Unfit)?.self)
            #expect(unfit == nil)
        }
        try await withSandbox(.fresh) {
            Resolver.registerServices = nil
            Resolver.registerAsync { Service() }.implements((any Unfit).self)
            let unfit = try await Resolver.requireAsync((any Unfit)?.self)
            #expect(unfit == nil)
        }
        await withSandbox(.fresh) {
            Resolver.registerServices = nil
            Resolver.registerAsync { Service() }.implements((any Unfit).self)
            let error = await #expect(throws: ResolutionError.self) {
                try await Resolver.requireAsync((any Unfit).self)
            }
            await #expect(throws: ResolutionError.self) { try await Container.shared.unfit() }
            Resolver.registerAsync(name: "outer") { [try await Container.shared.unfit()] }
            await #expect(throws: ResolutionError.self) {
                try await Resolver.requireAsync([any Unfit]?.self, name: "outer")
            }
            let line = #line - 8
            #expect(
                error?.description == """
                    Resolver: 'SafeFacadeTests.Service' does not implement 'any SafeFacadeTests.Unfit'  [not-implemented]
                      asked for by   resolve()  SafeFacadeTests/TwinTests.swift:\(line)
                      registered     with implements() at SafeFacadeTests/TwinTests.swift:\(line - 1)
                      to mend it     conform to it, or take that implements() away
                    """)
        }
    }

    @Test("own defect D74: an override of a registration that is missing has the scope that a registration has")
    func anOverrideOfAMissingRegistrationHasTheDefaultScope() async throws {
        withSandbox(.fresh) {
            Resolver.registerServices = nil
            Resolver.defaultScope = .container
            Container.shared.legacyOne.register { Service() }
            let kept = Container.shared.legacyOne()
            #expect(Container.shared.legacyOne() === kept)
            Resolver.root.cache.reset()
            #expect(Container.shared.legacyOne() !== kept)
        }
        try await withSandbox(.fresh) {
            Resolver.registerServices = nil
            Resolver.defaultScope = .application
            Resolver.registerAsync { Service() }
            Container.shared.standIn.register { Service() }
            let registered = try await (Resolver.requireAsync(Service.self), Resolver.requireAsync(Service.self))
            #expect(registered.0 !== registered.1)
            let overridden = try await (Container.shared.standIn(), Container.shared.standIn())
            #expect(overridden.0 !== overridden.1)
        }
    }
}
