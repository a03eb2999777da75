import Resolver
import Testing

// All static state belongs to a sandbox, so that these tests run in parallel with all others.
@Suite struct DefaultsTests {
    @Test func staticFunctionsRegisterWithMainAndResolveFromRoot() {
        withSandbox(.fresh) {
            Resolver.register { Petrol() }
            #expect(Resolver.main === Resolver.root)
            #expect(Resolver.main.resolve(Petrol.self).cylinders == 4)
            #expect(Resolver.resolve(Petrol.self).cylinders == 4)
            #expect(Resolver.optional(Car.self) == nil)

            let mocks = Resolver(child: .main)
            mocks.register { Petrol(cylinders: 0) }
            Resolver.root = mocks
            #expect(Resolver.resolve(Petrol.self).cylinders == 0)
            Resolver.register { Radio() }
            #expect(Resolver.main.optional(Radio.self) != nil)
            #expect(Resolver.resolve(Radio.self).station == "classic")
        }
    }

    @Test func rootStaysWhereItWasWhenMainIsReplaced() {
        withSandbox(.fresh) {
            Resolver.register { Petrol(cylinders: 1) }
            #expect(Resolver.resolve(Petrol.self).cylinders == 1)
            Resolver.main = Resolver()
            Resolver.register { Petrol(cylinders: 2) }
            #expect(Resolver.resolve(Petrol.self).cylinders == 1)
        }
        withSandbox(.fresh) {
            Resolver.main = Resolver()
            #expect(Resolver.root === Resolver.main)
        }
    }

    @Test func aListOfServicesDoesNotFixTheRoot() {
        withSandbox(.fresh) {
            _ = ToolSupport.services()
            Resolver.main = Resolver()
            #expect(Resolver.root === Resolver.main)
        }
    }

    @Test func theDefaultScopeIsThatOfLaterRegistrations() {
        withSandbox(.fresh) {
            Resolver.register { Radio() }
            Resolver.defaultScope = .application
            Resolver.register { Petrol() }
            #expect(Resolver.resolve(Petrol.self) === Resolver.resolve(Petrol.self))
            #expect(Resolver.resolve(Radio.self) !== Resolver.resolve(Radio.self))
        }
    }

    @Test func resetBeginsAnew() {
        withSandbox(.fresh) {
            let session = ResolverScopeCache()
            let own = Resolver()
            own.register { Radio() }.scope(session)
            let radio = own.resolve(Radio.self)
            Resolver.register { Petrol() }.scope(.application)
            let main = Resolver.main
            Resolver.root = Resolver()
            weak let petrol = main.resolve(Petrol.self)
            #expect(petrol != nil)
            Resolver.reset()
            #expect(petrol == nil)
            #expect(Resolver.main !== main)
            #expect(Resolver.root === Resolver.main)
            #expect(Resolver.optional(Petrol.self) == nil)
            #expect(own.resolve(Radio.self) !== radio)
        }
    }

    @Test func theDepthLimitIsAHundredUntilItIsSet() {
        #expect(Resolver.depthLimit == 100)
    }

    @Test func typesThatResolveHaveTheRootAtHand() {
        struct Model: Resolving {}
        withSandbox(.fresh) {
            Resolver.register { Petrol() }
            #expect(Model().resolver.resolve(Petrol.self).cylinders == 4)
        }
    }
}
