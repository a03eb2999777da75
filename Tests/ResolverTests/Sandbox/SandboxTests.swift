import Resolver
import TestSupport
import Testing

@Suite struct SandboxTests {
    @Test func aSandboxStartsWithACopyOfTheRegistrations() {
        withSandbox(.fresh) {
            Resolver.register { Petrol(cylinders: 1) }.implements((any Motor).self).scope(.application)
            let outside = Resolver.resolve(Petrol.self)
            withSandbox {
                #expect(Resolver.resolve((any Motor).self).cylinders == 1)
                #expect(Resolver.resolve(Petrol.self) !== outside)
                Resolver.register { Petrol(cylinders: 2) }
                #expect(Resolver.resolve((any Motor).self).cylinders == 2)
            }
            withSandbox(.fresh) { #expect(Resolver.optional(Petrol.self) == nil) }
            #expect(Resolver.resolve(Petrol.self) === outside)
        }
    }

    @Test("Defect 28: what happens in one sandbox does not reach another, or the one around it")
    func defect28Nested() {
        withSandbox(.fresh) {
            Resolver.register { Petrol(cylinders: 1) }.scope(.application)
            let outer = Resolver.resolve(Petrol.self)
            withSandbox {
                // The sandbox has a copy of the registration, but no instance.
                let copy = Resolver.resolve(Petrol.self)
                #expect(copy.cylinders == 1 && copy !== outer)
                Resolver.register { Petrol(cylinders: 2) }.scope(.application)
                Resolver.register { Electric() }
                #expect(Resolver.resolve(Petrol.self).cylinders == 2)
                ResolverScope.application.reset()
                Resolver.reset()
                Resolver.defaultScope = .unique
                #expect(Resolver.optional(Petrol.self) == nil)
            }
            withSandbox(.fresh) { #expect(Resolver.optional(Petrol.self) == nil) }
            #expect(Resolver.resolve(Petrol.self) === outer)
            #expect(Resolver.optional(Electric.self) == nil)
            #expect(Resolver.defaultScope !== ResolverScope.unique)
        }
    }

    @Test("Defect 28: a resolver of one's own keeps an instance for each sandbox")
    func defect28OwnResolver() {
        let resolver = Resolver()
        resolver.register { Petrol() }.scope(.application)
        let outside = resolver.resolve(Petrol.self)
        let (first, second) = (
            withSandbox(.fresh) { (resolver.resolve(Petrol.self), resolver.resolve(Petrol.self)) },
            withSandbox(.fresh) { resolver.resolve(Petrol.self) }
        )
        #expect(first.0 === first.1)
        #expect(first.0 !== outside && second !== outside && first.0 !== second)
        #expect(resolver.resolve(Petrol.self) === outside)
    }

    @Test func aResolverOfTheProgramsOwnHasInstancesInEachSandbox() {
        let resolver = Resolver()
        resolver.register { Petrol() }.scope(.container)
        let outside = resolver.resolve(Petrol.self)
        withSandbox(.fresh) {
            let inside = resolver.resolve(Petrol.self)
            #expect(inside !== outside)
            resolver.cache.reset()
            #expect(resolver.resolve(Petrol.self) !== inside)
        }
        #expect(resolver.resolve(Petrol.self) === outside)
    }

    @Test func aChildThatIsMainIsTheMainOfEachSandbox() {
        withSandbox(.fresh) {
            let mocks = Resolver(child: .main)
            Resolver.register { Petrol(cylinders: 1) }
            #expect(mocks.resolve(Petrol.self).cylinders == 1)
            withSandbox(.fresh) {
                Resolver.register { Petrol(cylinders: 2) }
                #expect(mocks.resolve(Petrol.self).cylinders == 2)
            }
            #expect(mocks.resolve(Petrol.self).cylinders == 1)
        }
    }

    @Test("the main and root from outside mean those of the sandbox", arguments: [SandboxContents.copied, .fresh])
    func theMainAndRootFromOutside(_ contents: SandboxContents) {
        withSandbox(.fresh) {
            let (main, root) = (Resolver.main, Resolver(child: .main))
            Resolver.root = root
            main.register { Petrol(cylinders: 1) }
            withSandbox(contents) {
                Resolver.main.register { Petrol(cylinders: 2) }
                #expect(main.resolve(Petrol.self).cylinders == 2)
                #expect(root.resolve(Petrol.self).cylinders == 2)
            }
            #expect(main.resolve(Petrol.self).cylinders == 1)
        }
    }

    @Test("after a reset, a child that was main outside means the sandbox's new main")
    func aChildThatWasMainOutsideAfterAReset() {
        withSandbox(.fresh) {
            Resolver.register { Petrol() }
            let outside = Resolver(child: .main)
            withSandbox {
                let inside = Resolver(child: .main)
                Resolver.reset()
                Resolver.register { Radio() }
                #expect(outside.optional(Petrol.self) == nil && outside.optional(Radio.self) != nil)
                #expect(inside.optional(Petrol.self) != nil && inside.optional(Radio.self) == nil)
            }
            Resolver.reset()
            #expect(outside.optional(Petrol.self) != nil)
        }
    }

    @Test func settingsBelongToASandbox() {
        withSandbox(.fresh) {
            Resolver.defaultScope = .unique
            Resolver.root = Resolver()
            withSandbox(.fresh) {
                #expect(Resolver.defaultScope === ResolverScope.unique)
                #expect(Resolver.root === Resolver.main)
                Resolver.defaultScope = .cached
            }
            #expect(Resolver.defaultScope === ResolverScope.unique)
            #expect(Resolver.root !== Resolver.main)
        }
    }

    @Test func aCacheThatIsSetInASandboxIsTheOneThatKeeps() {
        withSandbox(.fresh) {
            Resolver.register { Petrol() }.scope(.container)
            withSandbox {
                let first = Resolver.resolve(Petrol.self)
                Resolver.main.cache = ResolverScopeCache()
                let second = Resolver.resolve(Petrol.self)
                #expect(second !== first)
                Resolver.main.cache.reset()
                #expect(Resolver.resolve(Petrol.self) !== second)
            }
        }
    }

    @Test func theResolverAFactoryIsHandedIsThatOfEachSandbox() {
        withSandbox(.fresh) {
            let child = Resolver()
            let handed = Locked<Resolver?>(nil)
            Resolver.main.add(child: child)
            child.register { resolver in
                handed.withLock { $0 = resolver }
                return Electric()
            }
            withSandbox {
                _ = child.resolve(Electric.self)
                let inner = handed.withLock { $0 }
                inner?.register { Petrol(cylinders: 1) }
                #expect(Resolver.resolve(Petrol.self).cylinders == 1)
                withSandbox {
                    inner?.register { Petrol(cylinders: 2) }
                    #expect(Resolver.resolve(Petrol.self).cylinders == 2)
                }
                #expect(Resolver.resolve(Petrol.self).cylinders == 1)
            }
        }
    }

    @Test func optionsFromOutsideChangeTheSandboxAlone() {
        withSandbox(.fresh) {
            let changed = Counter()
            let options = Resolver.register { Petrol() }.scope(.unique)
            let kept = options.registration
            let own = Resolver()
            let ofOwn = own.register { Electric() }.scope(.unique)
            withSandbox {
                options.scope(.application).resolveProperties { _, _ in changed.add() }
                kept.update { make in
                    {
                        changed.add()
                        return make($0, $1)
                    }
                }
                #expect(Resolver.resolve(Petrol.self) === Resolver.resolve(Petrol.self))
                #expect(changed.value == 2)
                ofOwn.scope(.application)
                #expect(own.resolve(Electric.self) === own.resolve(Electric.self))
                withSandbox {
                    options.scope(.unique)
                    #expect(Resolver.resolve(Petrol.self) !== Resolver.resolve(Petrol.self))
                }
                #expect(Resolver.resolve(Petrol.self) === Resolver.resolve(Petrol.self))
                #expect(changed.value == 6)
            }
            withSandbox(.fresh) { _ = options.scope(.application) }
            withSandbox {
                Resolver.register { Petrol(cylinders: 1) }
                options.scope(.application).resolveProperties { _, _ in changed.add() }
            }
            #expect(Resolver.resolve(Petrol.self) !== Resolver.resolve(Petrol.self))
            #expect(own.resolve(Electric.self) !== own.resolve(Electric.self))
            #expect(changed.value == 6)
        }
    }

    /// There are more resolvers than an environment keeps in a list.
    @Test func eachOfManyResolversHasACopyInEachSandbox() {
        let resolvers = (0..<40).map { number in
            let resolver = Resolver()
            resolver.register { Petrol(cylinders: number) }
            return resolver
        }
        func cylinders() -> [Int] { resolvers.map { $0.resolve(Petrol.self).cylinders } }
        func registerAnew(from first: Int) {
            for (number, resolver) in resolvers.enumerated() {
                resolver.register { Petrol(cylinders: first + number) }
            }
        }
        withSandbox {
            registerAnew(from: 100)
            withSandbox {
                #expect(cylinders() == Array(100..<140))
                registerAnew(from: 200)
                #expect(cylinders() == Array(200..<240))
            }
            #expect(cylinders() == Array(100..<140))
        }
        #expect(cylinders() == Array(0..<40))
    }

    @Test func aResolverThatASandboxHasReplacedEndsWithIt() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let former = withSandbox(.fresh) {
                Resolver.registerServices = nil
                let former = Resolver()
                Resolver.main = former
                Resolver.register { Petrol() }
                Resolver.main = Resolver()
                ensure(former.resolve(Petrol.self).cylinders == 4)
                return former
            }
            _ = former.resolve(Petrol.self)
        }
        let text = try failureText(result, id: "[ended-sandbox]")
        #expect(text.hasPrefix("Resolver: 'ResolverTests.Petrol' is asked of a container whose sandbox has ended"))
    }
}
