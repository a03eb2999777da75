import Resolver
import TestSupport
import Testing

/// Tests of registrations that replace others, and of the instances that were kept for those.
@Suite struct ReplacementTests {
    let resolver = Resolver()

    @Test("Defect 12: registering again replaces a kept instance", arguments: KeptScope.allCases)
    func defect12(_ kept: KeptScope) {
        let scope = kept.scope
        withSandbox(.fresh) {
            Resolver.register { Petrol(cylinders: 1) }.implements((any Motor).self, name: "it").scope(scope)
            let old = Resolver.resolve(Petrol.self)
            #expect(Resolver.resolve(Petrol.self) === old)
            Resolver.register { Petrol(cylinders: 2) }.scope(scope)
            let new = Resolver.resolve(Petrol.self)
            #expect(new.cylinders == 2)
            #expect(Resolver.resolve(Petrol.self) === new)
            // The registration for the protocol now stands for the new one, too.
            #expect(Resolver.resolve((any Motor).self, name: "it") === new)
            #expect(old.cylinders == 1)
        }
        // Outside a sandbox instances are kept elsewhere.
        resolver.register(name: "a") { Petrol(cylinders: 1) }.scope(scope)
        resolver.register(name: "b") { Petrol(cylinders: 3) }.scope(scope)
        let parent = Resolver(child: resolver)
        let old = parent.resolve(Petrol.self, name: "a")
        let other = parent.resolve(Petrol.self, name: "b")
        resolver.register(name: "a") { Petrol(cylinders: 2) }.scope(scope)
        #expect(parent.resolve(Petrol.self, name: "a").cylinders == 2)
        #expect(parent.resolve(Petrol.self, name: "b") === other)
        #expect(old.cylinders == 1)
    }

    @Test("Defect 12: also one that is being made meanwhile", arguments: KeptScope.allCases)
    func defect12Meanwhile(_ kept: KeptScope) {
        let scope = kept.scope
        let resolver = Resolver()
        let isMaking = Gate()
        let isReplaced = Gate()
        let old = Locked<Petrol?>(nil)
        resolver.register { () -> Petrol in
            isMaking.open()
            return Petrol(cylinders: isReplaced.wait() ? 1 : 0)
        }.scope(scope)
        let thread = started {
            let petrol = resolver.resolve(Petrol.self)
            old.withLock { $0 = petrol }
        }
        #expect(isMaking.wait())
        resolver.register { Petrol(cylinders: 2) }.scope(scope)
        let new = resolver.resolve(Petrol.self)
        #expect(new.cylinders == 2)
        isReplaced.open()
        #expect(thread.wait())
        #expect(old.withLock { $0 }?.cylinders == 1)
        #expect(resolver.resolve(Petrol.self) === new)
    }

    @Test(
        "Defect 13: a registration beats a kept instance, whatever the new one's scope", arguments: KeptScope.allCases)
    func defect13(_ kept: KeptScope) {
        let scope = kept.scope
        for new: ResolverScope in [.unique, .graph, .shared, .application] {
            resolver.register { Petrol(cylinders: 1) }.scope(scope)
            let old = resolver.resolve(Petrol.self)
            resolver.register { Petrol(cylinders: 2) }.scope(new)
            #expect(resolver.resolve(Petrol.self).cylinders == 2)
            #expect(old.cylinders == 1)
        }
    }

    @Test("Defect 13: a registration of a nearer resolver beats the kept instance of a child")
    func defect13Child() {
        resolver.register { Petrol(cylinders: 1) }.scope(.application)
        let mocks = Resolver(child: resolver)
        #expect(mocks.resolve(Petrol.self).cylinders == 1)
        mocks.register { Petrol(cylinders: 2) }.scope(.application)
        #expect(mocks.resolve(Petrol.self).cylinders == 2)
        #expect(resolver.resolve(Petrol.self).cylinders == 1)
    }

    @Test("Defect 17: a replaced registration is released with all it holds")
    func defect17Replaced() {
        weak var captured: Electric?
        weak var petrol: Petrol?
        do {
            let electric = Electric()
            captured = electric
            // The first registration of a key lives as long as its resolver; later ones do not.
            resolver.register { Petrol() }
            resolver.register { Petrol(cylinders: electric.cylinders) }.scope(.container)
            petrol = resolver.resolve(Petrol.self)
            #expect(petrol?.cylinders == 0)
        }
        #expect(captured != nil && petrol != nil)
        resolver.register { Petrol() }
        #expect(captured == nil && petrol == nil)
    }

    /// A child that is main only lives as long as it is its sandbox's main.
    @Test func aFactoryOutlivesTheMainThatIsReset() async {
        await #expect(processExitsWith: .success) {
            beginProcess()
            func register(_ scope: ResolverScope) {
                let captured = LivingObjects()
                let token = captured.counted(Petrol(cylinders: 7))
                Resolver.register { () -> Radio in
                    Resolver.reset()
                    ensure(captured.alive == 1, "what the factory captures is gone")
                    return Radio(station: "\(token.cylinders)")
                }.scope(scope)
            }
            withSandbox(.fresh) {
                for scope in [ResolverScope.unique, .graph, .cached, .shared] {
                    register(scope)
                    ensure(Resolver(child: .main).resolve(Radio.self).station == "7", "not an instance")
                }
            }
        }
    }
}
