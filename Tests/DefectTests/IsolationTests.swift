import Resolver
import TestSupport
import Testing

// defects.md, rows 28, 30 and 32 as far as they speak of the runtime face. Row 31 is about builds: see Tests/Clients.
@Suite("Isolation defects") struct IsolationTests {
    // MARK: - 28

    @Test("Defect 28: tests that override one service in parallel do not see each other's", arguments: 0..<100)
    func defect28(_ number: Int) async {
        await withSandbox {
            Resolver.register { Petrol(cylinders: number) }.scope(.application)
            for _ in 0..<10 {
                #expect(Resolver.resolve(Petrol.self).cylinders == number)
                await Task.yield()
            }
        }
    }

    struct Model {
        @Injected var engine: any Engine
        @LazyInjected var lazy: any Engine
        @WeakLazyInjected var weak: (any Engine)?
        @OptionalInjected(name: "none") var none: (any Engine)?
    }

    @Test("Defect 28: property wrappers, child tasks and settings are isolated too", arguments: 0..<20)
    func defect28Wrappers(_ number: Int) async {
        await withSandbox(.fresh) {
            Resolver.defaultScope = number.isMultiple(of: 2) ? .unique : .application
            if number.isMultiple(of: 3) { Resolver.root = Resolver(child: .main) }
            Resolver.register { Petrol(cylinders: number) as any Engine }
            let isKept = !number.isMultiple(of: 2)
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        await Task.yield()
                        let model = Model()
                        let other = Model()
                        #expect(model.engine.cylinders == number)
                        #expect(model.lazy.cylinders == number)
                        #expect(model.weak?.cylinders ?? number == number)
                        #expect(model.none == nil)
                        #expect((model.engine === other.engine) == isKept)
                    }
                }
            }
        }
    }

    @Test("Defect 28: what happens in one sandbox does not reach another, or the one around it")
    func defect28Nested() {
        withSandbox(.fresh) {
            Resolver.register { Petrol(cylinders: 1) }.scope(.application)
            let outer = Resolver.resolve(Petrol.self)
            withSandbox {
                // A copy of the registration, and no instance.
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

    // MARK: - 30

    @Test("Defect 30: two containers that are alive at once have overrides of their own")
    func defect30() {
        let base = Resolver()
        base.register { Petrol(cylinders: 4) as any Engine }
        base.register { Car(engine: $0.resolve()) }
        let light = Resolver(child: base)
        let dark = Resolver(child: base)
        light.register { Petrol(cylinders: 1) as any Engine }
        dark.register { Petrol(cylinders: 2) as any Engine }
        for _ in 0..<2 {
            #expect(light.resolve(Car.self).engine.cylinders == 1)
            #expect(dark.resolve(Car.self).engine.cylinders == 2)
            #expect(base.resolve(Car.self).engine.cylinders == 4)
        }
    }

    @Test("Defect 30: so have the property wrappers of two previews")
    func defect30Wrappers() {
        final class Preview {
            let engine: any Engine
            @LazyInjected var lazy: any Engine
            @WeakLazyInjected var weak: (any Engine)?
            init(_ container: Resolver) {
                @Injected(container: container) var engine: any Engine
                self.engine = engine
                $lazy.container = container
                $weak.container = container
            }
        }
        func container(_ cylinders: Int) -> Resolver {
            let resolver = Resolver()
            resolver.register { Petrol(cylinders: cylinders) as any Engine }.scope(.application)
            return resolver
        }
        let (one, two) = (container(1), container(2))
        let previews = [Preview(one), Preview(two), Preview(one)]
        #expect(previews.map(\.engine.cylinders) == [1, 2, 1])
        #expect(previews.map(\.lazy.cylinders) == [1, 2, 1])
        #expect(previews.map(\.weak?.cylinders) == [1, 2, 1])
        #expect(previews[0].engine === previews[2].lazy && previews[0].weak === previews[2].engine)
    }

    // MARK: - 32

    @Test("Defect 32: a hook that calls a function of each module registers all of them, once")
    func defect32() {
        func registerEngines() { Resolver.register { Petrol() as any Engine } }
        func registerTyres() { Resolver.register { Tyre(inches: 17) } }
        withSandbox(.fresh) {
            let runs = Locked(0)
            Resolver.registerServices = {
                runs.withLock { $0 += 1 }
                registerEngines()
                registerTyres()
            }
            #expect(runs.withLock { $0 } == 0)
            #expect(Resolver.resolve((any Engine).self).cylinders == 4)
            #expect(Resolver.resolve(Tyre.self).inches == 17)
            #expect(runs.withLock { $0 } == 1)
            #expect(Resolver.registerServices == nil)
        }
    }
}
