import Resolver
import Testing

@Suite struct SandboxTests {
    @Test func aSandboxStartsWithACopyOfTheRegistrations() {
        withSandbox(.fresh) {
            Resolver.register { Petrol(cylinders: 1) }.implements((any Engine).self).scope(.application)
            let outside = Resolver.resolve(Petrol.self)
            withSandbox {
                #expect(Resolver.resolve((any Engine).self).cylinders == 1)
                #expect(Resolver.resolve(Petrol.self) !== outside)
                Resolver.register { Petrol(cylinders: 2) }
                #expect(Resolver.resolve((any Engine).self).cylinders == 2)
            }
            withSandbox(.fresh) { #expect(Resolver.optional(Petrol.self) == nil) }
            #expect(Resolver.resolve(Petrol.self) === outside)
        }
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

    @Test func whatASandboxHoldsIsReleasedWithIt() {
        weak var instance: Petrol?
        weak var main: Resolver?
        weak var foreign: Radio?
        let resolver = Resolver()
        resolver.register { Radio() }.scope(.application)
        withSandbox(.fresh) {
            Resolver.register { Petrol() }.scope(.application)
            instance = Resolver.resolve()
            foreign = resolver.resolve()
            main = .main
            #expect(instance != nil && foreign != nil && main != nil)
        }
        #expect(instance == nil)
        #expect(foreign == nil)
        #expect(main == nil)
    }

    @Test func childTasksSeeTheSandboxOfTheirParent() async {
        await withSandbox(.fresh) {
            Resolver.register { Petrol(cylinders: 5) }
            async let inside = Resolver.optional(Petrol.self)?.cylinders
            #expect(await inside == 5)
            let detached = await Task.detached { Resolver.optional(Petrol.self)?.cylinders }.value
            #expect(detached == nil)
        }
    }

    @Test(arguments: 1...200)
    func parallelSandboxesDoNotSeeEachOther(_ number: Int) async {
        await withSandbox {
            Resolver.register { Petrol(cylinders: number) }.scope(.application)
            let first = Resolver.resolve(Petrol.self)
            await Task.yield()
            #expect(first.cylinders == number)
            #expect(Resolver.resolve(Petrol.self) === first)
        }
    }

    @Test func aLazyServiceIsResolvedInTheSandboxItWasMadeIn() {
        struct Model {
            @LazyInjected var petrol: Petrol
        }
        withSandbox(.fresh) {
            Resolver.register { Petrol(cylinders: 1) }
            let model = Model()
            withSandbox(.fresh) {
                Resolver.register { Petrol(cylinders: 2) }
                #expect(model.petrol.cylinders == 1)
            }
        }
    }
}
