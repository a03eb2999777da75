import Resolver
import TestSupport
import Testing

/// The registration hook: `registerAllServices` and `Resolver.registerServices`.
@Suite struct HookTests {
    @Test func theHookRunsAtTheFirstResolutionAndOnce() {
        withSandbox(.fresh) {
            var runs = 0
            Resolver.registerServices = {
                runs += 1
                Resolver.register { Petrol() }
                #expect(Resolver.optional(Car.self) == nil)
            }
            #expect(runs == 0)
            #expect(Resolver().optional(Petrol.self) == nil)
            #expect(runs == 1)
            #expect(Resolver.resolve(Petrol.self).cylinders == 4)
            #expect(Resolver.registerServices == nil)
            #expect(runs == 1)
        }
    }

    @Test("own defect D333: a fresh sandbox runs the hook that was set")
    func aFreshSandboxRunsTheHookThatWasSet() {
        withSandbox(.fresh) {
            var runs = 0
            Resolver.registerServices = {
                runs += 1
                Resolver.register { [runs] in Petrol(cylinders: runs) }
            }
            #expect(Resolver.resolve(Petrol.self).cylinders == 1)
            withSandbox(.fresh) {
                #expect(Resolver.resolve(Petrol.self).cylinders == 2)
                Resolver.reset()
                #expect(Resolver.optional(Petrol.self) == nil)
            }
            #expect(Resolver.resolve(Petrol.self).cylinders == 1)
        }
    }

    @Test func theHookCanBeRunAtLaunch() {
        withSandbox(.fresh) {
            var runs = 0
            Resolver.registerServices = { runs += 1 }
            Resolver.registerServices?()
            Resolver.registerServices?()
            Resolver.main.registerServices()
            #expect(runs == 1)
        }
    }

    @Test func theHookDoesNotReplaceWhatTheProgramRegistered() {
        withSandbox(.fresh) {
            Resolver.registerServices = {
                Resolver.register { Petrol(cylinders: 4) }.implements((any Motor).self).scope(.application)
                Resolver.register { Radio(station: "first") }
                Resolver.register { Radio(station: "second") }
            }
            Resolver.register { Petrol(cylinders: 99) }.scope(.unique)
            #expect(Resolver.resolve((any Motor).self).cylinders == 99)
            #expect(Resolver.resolve(Petrol.self) !== Resolver.resolve(Petrol.self))
            #expect(Resolver.resolve(Radio.self).station == "second")
            Resolver.register { Radio(station: "third") }
            #expect(Resolver.resolve(Radio.self).station == "third")
        }
    }

    @Test("own defect D234: a reset gives a resolver of the program's own back to the hook")
    func theHookReplacesWhatTheProgramRegisteredBeforeAReset() {
        withSandbox(.fresh) {
            let custom = Resolver()
            func setHook() {
                Resolver.registerServices = { [unowned custom] in
                    custom.register { Petrol(cylinders: 4) }
                    custom.register(name: "later") { Petrol(cylinders: 4) }
                }
            }
            setHook()
            custom.register { Petrol(cylinders: 99) }
            #expect(custom.resolve(Petrol.self).cylinders == 99)
            custom.register { Petrol(cylinders: 100) }
            Resolver.reset()
            setHook()
            custom.register(name: "later") { Petrol(cylinders: 99) }
            #expect(custom.resolve(Petrol.self).cylinders == 4)
            #expect(custom.resolve(Petrol.self, name: "later").cylinders == 99)
        }
    }

    @Test func aHookThatRunsInASandboxWithinIsNotTheEndOfTheOuterOne() {
        withSandbox(.fresh) {
            Resolver.registerServices = {
                withSandbox(.fresh) {
                    Resolver.registerServices = {}
                    #expect(Resolver.optional(Petrol.self) == nil)
                }
                Resolver.register { Radio(station: "hook") }
            }
            Resolver.register { Radio(station: "program") }
            #expect(Resolver.resolve(Radio.self).station == "program")
        }
    }

    @Test func aHookThatReplacesTheRootIsSeenByTheResolutionThatRanIt() {
        withSandbox(.fresh) {
            Resolver.registerServices = {
                let root = Resolver(child: .main)
                root.register { Petrol(cylinders: 3) }
                Resolver.root = root
            }
            #expect(Resolver.resolve(Petrol.self).cylinders == 3)
        }
    }

    @Test func noHookRunsWhereItIsSetToNil() {
        withSandbox(.fresh) {
            Resolver.registerServices = { Resolver.register { Petrol() } }
            Resolver.registerServices = nil
            #expect(Resolver.optional(Petrol.self) == nil)
        }
    }

    @Test("a hook may begin with a reset, and runs once", arguments: Surroundings.allCases)
    func aHookMayBeginWithAReset(_ surroundings: Surroundings) async {
        await #expect(processExitsWith: .success) { [surroundings] in
            surroundings.run {
                let runs = Locked(0)
                Resolver.registerServices = {
                    runs.withLock { $0 += 1 }
                    Resolver.register { Radio(station: "dropped") }
                    Resolver.reset()
                    Resolver.register { Petrol(cylinders: 7) }
                }
                ensure(Resolver.resolve(Petrol.self).cylinders == 7)
                ensure(Resolver.optional(Radio.self) == nil)
                ensure(runs.withLock { $0 } == 1)
            }
        }
    }

    @Test("a hook that opens a sandbox does not run in it again", arguments: Surroundings.allCases)
    func aHookMayOpenASandbox(_ surroundings: Surroundings) async {
        await #expect(processExitsWith: .success) { [surroundings] in
            surroundings.run {
                Resolver.registerServices = {
                    Resolver.register { Petrol(cylinders: 7) }
                    withSandbox { ensure(Resolver.resolve(Petrol.self).cylinders == 7) }
                    Resolver.register { Radio(station: "last") }
                }
                ensure(Resolver.resolve(Radio.self).station == "last")
            }
        }
    }

    @Test("Defect 32: a hook that calls a function of each module registers all of them, once")
    func defect32() {
        func registerEngines() { Resolver.register { Petrol() as any Motor } }
        func registerTyres() { Resolver.register { Tyre(inches: 17) } }
        withSandbox(.fresh) {
            let runs = Locked(0)
            Resolver.registerServices = {
                runs.withLock { $0 += 1 }
                registerEngines()
                registerTyres()
            }
            #expect(runs.withLock { $0 } == 0)
            #expect(Resolver.resolve((any Motor).self).cylinders == 4)
            #expect(Resolver.resolve(Tyre.self).inches == 17)
            #expect(runs.withLock { $0 } == 1)
            #expect(Resolver.registerServices == nil)
        }
    }

    /// A deinit may resolve: it never runs under the engine's lock.
    @Test func whatTheHookCapturedIsReleasedOutsideTheLock() async {
        await #expect(processExitsWith: .success) {
            beginProcess(seconds: 10)
            final class ResolvingToken: Sendable {
                deinit { Resolver().register { Petrol() } }
            }
            func setHook() {
                let token = ResolvingToken()
                Resolver.registerServices = { withExtendedLifetime(token) {} }
            }
            setHook()
            Resolver.reset()
            setHook()
            setHook()
            Resolver.registerServices = nil
            ensure(Resolver.registerServices == nil, "there is a hook")
            ensure(Resolver.optional(Petrol.self) == nil, "something is registered")
        }
    }

    // For a program that has such a hook, see Tests/Clients/Swift6Client, MainActorHook.
    @Test("own defect D222: where there is no hook, no failure says that one is isolated to the main actor")
    func aHookThatIsNotThereIsNotHintedAt() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            onThreads(1) { _ in _ = Resolver.resolve(Petrol.self) }
        }
        let text = try failureText(result)
        #expect(!text.contains("registerAllServices() is isolated"))
    }

    @Test func aHookReplacesWhatWasRegisteredBeforeAResetAlsoInASandbox() {
        withSandbox(.fresh) {
            let resolver = Resolver()
            resolver.register { Petrol(cylinders: 1) }
            Resolver.reset()
            Resolver.registerServices = { resolver.register { Petrol(cylinders: 2) } }
            withSandbox { #expect(resolver.resolve(Petrol.self).cylinders == 2) }
            #expect(resolver.resolve(Petrol.self).cylinders == 2)
        }
    }
}
