import Resolver
import TestSupport
import Testing

// Each test holds the whole text of a failure. Whatever stands in an exit test is reported at the line of the macro,
// which follows `let line`.

private func registerGarage() {
    Resolver.register { Petrol() as any Engine }
    Resolver.register { Car(engine: $0.resolve(name: "electric")) }
    Resolver.register { resolver in Garage(car: resolver.resolve(), engine: resolver.resolve()) }
}
private let garageLine = #line - 5

@Suite struct FailureTests {
    // MARK: - Missing

    @Test func aMissingServiceNamesWhoAskedAndHowToMendIt() async throws {
        let line = #line
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Resolver.registerServices = nil
            registerGarage()
            _ = Resolver.resolve(Garage.self)
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: nothing is registered for 'any ResolverTests.Engine' (name: "electric")  [missing-registration]
                  asked for by   ResolverTests.Car     ResolverTests/FailureTests.swift:\(garageLine + 2)
                            in   ResolverTests.Garage  ResolverTests/FailureTests.swift:\(garageLine + 3)
                            in   resolve()             ResolverTests/FailureTests.swift:\(line + 1)
                  did you mean   'any ResolverTests.Engine' with no name, registered at ResolverTests/FailureTests.swift:\(garageLine + 1)
                  to mend it     register it in registerAllServices(), or ask with optional()
                """)
    }

    @Test func aServiceOfAnotherResolverIsANearMiss() async throws {
        let line = #line
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Resolver.registerServices = nil
            Resolver.register { Petrol() }
            _ = Resolver().resolve(Petrol.self)
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: nothing is registered for 'ResolverTests.Petrol'  [missing-registration]
                  asked for by   resolve()  ResolverTests/FailureTests.swift:\(line + 1)
                  did you mean   'ResolverTests.Petrol' of another resolver, which this one does not have for a child, \
                registered at ResolverTests/FailureTests.swift:\(line + 1)
                  to mend it     register it in registerAllServices(), or ask with optional()
                """)
    }

    enum Other {
        struct Petrol {}
    }

    @Test func aTypeOfTheSameLastNameIsANearMiss() async throws {
        let line = #line
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Resolver.registerServices = nil
            Resolver.register { Other.Petrol() }
            _ = Resolver.resolve(Petrol.self)
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: nothing is registered for 'ResolverTests.Petrol'  [missing-registration]
                  asked for by   resolve()  ResolverTests/FailureTests.swift:\(line + 1)
                  did you mean   'ResolverTests.FailureTests.Other.Petrol', \
                registered at ResolverTests/FailureTests.swift:\(line + 1)
                  to mend it     register it in registerAllServices(), or ask with optional()
                """)
    }

    @Test func aPropertyNamesWhereItStands() async throws {
        struct Model {
            static let line = #line + 1
            @Injected var engine: any Engine
        }
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Resolver.registerServices = nil
            _ = Model()
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: nothing is registered for 'any ResolverTests.Engine'  [missing-registration]
                  asked for by   resolve()  ResolverTests/FailureTests.swift:\(Model.line)
                  to mend it     register it in registerAllServices(), or ask with optional()
                """)
    }

    @Test func whatAnOptionalServiceNeedsIsStillReported() async throws {
        let line = #line
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Resolver.registerServices = nil
            Resolver.register { Car(engine: $0.resolve()) }
            _ = Resolver.optional(Car.self)
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: nothing is registered for 'any ResolverTests.Engine'  [missing-registration]
                  asked for by   ResolverTests.Car  ResolverTests/FailureTests.swift:\(line + 1)
                            in   resolve()          ResolverTests/FailureTests.swift:\(line + 1)
                  to mend it     register it in registerAllServices(), or ask with optional()
                """)
    }

    @Test func aHookThatThisThreadCannotSeeIsHintedAt() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            onThreads(1) { _ in _ = Resolver.resolve(Petrol.self) }
        }
        #expect(
            try failureText(result).contains(
                """
                  perhaps        registerAllServices() is isolated to the main actor, where it can be seen only by the \
                main thread: call Resolver.registerServices?() at launch
                """))
    }

    // MARK: - Nil and errors

    @Test func aFactoryThatReturnedNilIsNamed() async throws {
        let line = #line
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Resolver.register { () -> Petrol? in nil }
            _ = Resolver.resolve(Petrol.self)
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: the factory of 'ResolverTests.Petrol' returned nil  [returned-nil]
                  asked for by   resolve()  ResolverTests/FailureTests.swift:\(line + 1)
                  registered     ResolverTests/FailureTests.swift:\(line + 1)
                  to mend it     return an instance, or ask with optional()
                """)
    }

    @Test func aFactoryThatThrewIsNamedWithItsError() async throws {
        let line = #line
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Resolver.register { () throws -> any Engine in throw Broken() }
            Resolver.register { Car(engine: $0.resolve()) }
            _ = try? Resolver.require(Car.self)
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: the factory of 'any ResolverTests.Engine' threw ResolverTests.Broken: Broken()  [factory-threw]
                  asked for by   ResolverTests.Car  ResolverTests/FailureTests.swift:\(line + 1)
                            in   resolve()          ResolverTests/FailureTests.swift:\(line + 1)
                  registered     ResolverTests/FailureTests.swift:\(line + 1)
                  to mend it     ask with 'try require()', in the factories between as well
                """)
    }

    @Test func anErrorDescribesItselfAsTheReport() throws {
        let line = #line + 3
        let error = try withSandbox(.fresh) {
            Resolver.registerServices = nil
            return try #require(throws: ResolutionError.self) { try Resolver().require(Tyre.self) }
        }
        #expect(
            error.description == """
                Resolver: nothing is registered for 'ResolverTests.Tyre'  [missing-registration]
                  asked for by   resolve()  ResolverTests/FailureTests.swift:\(line)
                  to mend it     register it in registerAllServices(), or ask with optional()
                """)
    }

    // MARK: - Arguments

    @Test func anAbsentArgumentIsNamed() async throws {
        let line = #line
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Resolver.register { _, args in Petrol(cylinders: args()) }
            Resolver.register { Car(engine: $0.resolve(Petrol.self)) }
            _ = Resolver.resolve(Car.self)
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: the argument of 'ResolverTests.Petrol' must be 'Swift.Int': it is absent  [wrong-argument]
                  asked for by   ResolverTests.Car  ResolverTests/FailureTests.swift:\(line + 1)
                            in   resolve()          ResolverTests/FailureTests.swift:\(line + 1)
                  to mend it     pass it as args: to resolve(), or take it with optional()
                """)
    }

    @Test func anArgumentOfAnotherTypeIsNamed() async throws {
        let line = #line
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Resolver.register { _, args in Petrol(cylinders: args()) }
            _ = Resolver.resolve(Petrol.self, args: "four")
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: the argument of 'ResolverTests.Petrol' must be 'Swift.Int': it is 'Swift.String'  [wrong-argument]
                  asked for by   resolve()  ResolverTests/FailureTests.swift:\(line + 1)
                  to mend it     pass it as args: to resolve(), or take it with optional()
                """)
    }

    @Test func anArgumentUnderAnotherKeyIsNamed() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Resolver.register { _, args in Petrol(cylinders: args("cylinders")) }
            _ = Resolver.resolve(Petrol.self, args: ["size": 4, "colour": 2])
        }
        #expect(
            try failureText(result).hasPrefix(
                """
                Resolver: the argument "cylinders" of 'ResolverTests.Petrol' must be 'Swift.Int': \
                the keys are "colour", "size"  [wrong-argument]
                """))
    }

    @Test func anArgumentWithoutItsKeyIsNamed() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Resolver.register { _, args in Petrol(cylinders: args("cylinders")) }
            _ = Resolver.resolve(Petrol.self, args: 4)
        }
        #expect(
            try failureText(result).hasPrefix(
                """
                Resolver: the argument "cylinders" of 'ResolverTests.Petrol' must be 'Swift.Int': \
                there is one without a key, 'Swift.Int'  [wrong-argument]
                """))
    }

    // MARK: - Implements

    @Test func aServiceThatDoesNotConformIsNamed() async throws {
        let line = #line
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Resolver.register { Radio() }.implements((any Engine).self)
            _ = Resolver.resolve((any Engine).self)
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: 'ResolverTests.Radio' does not implement 'any ResolverTests.Engine'  [not-implemented]
                  asked for by   resolve()  ResolverTests/FailureTests.swift:\(line + 1)
                  registered     with implements() at ResolverTests/FailureTests.swift:\(line + 1)
                  to mend it     conform to it, or take that implements() away
                """)
    }

    // MARK: - Settings and lifetimes

    @Test func anAbsurdDepthLimitIsRefused() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Resolver.depthLimit = -1
        }
        let text = try failureText(result)
        #expect(
            text
                == "Resolver: Resolver.depthLimit must be between 2 and 1,000,000 (was -1)  [depth-limit]")
    }

    @Test func aLazyServiceWhoseContainerIsGoneIsNamed() async throws {
        let line = #line
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let radio = LazyInjected<Radio>(container: Resolver())
            _ = radio.wrappedValue
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: the container of a lazy 'ResolverTests.Radio' is gone  [ended-container]
                  the property   ResolverTests/FailureTests.swift:\(line + 1)
                  to mend it     hold the container for as long as the property is used
                """)
    }

    @Test func aLazyServiceWhoseSandboxHasEndedIsNamed() async throws {
        let line = #line
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let radio = withSandbox { LazyInjected<Radio>() }
            _ = radio.wrappedValue
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: the sandbox of a lazy 'ResolverTests.Radio' has ended  [ended-sandbox]
                  the property   ResolverTests/FailureTests.swift:\(line + 1)
                  to mend it     use what was made in a sandbox inside it
                """)
    }
}
