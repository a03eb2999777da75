import Resolver
import Testing

/// Tests that run in parallel, and containers that exist side by side.
@Suite struct IsolationTests {
    @Test("Defect 28: tests that override one service in parallel do not see each other's", arguments: 0..<200)
    func defect28(_ number: Int) async {
        await withSandbox {
            Resolver.register { Petrol(cylinders: number) }.scope(.application)
            let first = Resolver.resolve(Petrol.self)
            for _ in 0..<10 {
                await Task.yield()
                #expect(first.cylinders == number)
                #expect(Resolver.resolve(Petrol.self) === first)
            }
        }
    }

    struct Model {
        @Injected var engine: any Motor
        @LazyInjected var lazy: any Motor
        @WeakLazyInjected var weak: (any Motor)?
        @OptionalInjected(name: "none") var none: (any Motor)?
    }

    @Test("Defect 28: property wrappers, child tasks and settings are isolated too", arguments: 0..<20)
    func defect28Wrappers(_ number: Int) async {
        await withSandbox(.fresh) {
            Resolver.defaultScope = number.isMultiple(of: 2) ? .unique : .application
            if number.isMultiple(of: 3) { Resolver.root = Resolver(child: .main) }
            Resolver.register { Petrol(cylinders: number) as any Motor }
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

    @Test func childTasksSeeTheSandboxOfTheirParent() async {
        await withSandbox(.fresh) {
            Resolver.register { Petrol(cylinders: 5) }
            async let child = Resolver.optional(Petrol.self)?.cylinders
            let inside = await child
            #expect(inside == 5)
            let detached = await Task.detached { Resolver.optional(Petrol.self)?.cylinders }.value
            #expect(detached == nil)
        }
    }

    @Test("Defect 30: two containers that are alive at once have overrides of their own")
    func defect30() {
        let base = Resolver()
        base.register { Petrol(cylinders: 4) as any Motor }
        base.register { Car(engine: $0.resolve()) }
        let light = Resolver(child: base)
        let dark = Resolver(child: base)
        light.register { Petrol(cylinders: 1) as any Motor }
        dark.register { Petrol(cylinders: 2) as any Motor }
        for _ in 0..<2 {
            #expect(light.resolve(Car.self).engine.cylinders == 1)
            #expect(dark.resolve(Car.self).engine.cylinders == 2)
            #expect(base.resolve(Car.self).engine.cylinders == 4)
        }
    }

    @Test("Defect 30: the property wrappers of two previews have overrides of their own")
    func defect30Wrappers() {
        final class Preview {
            let engine: any Motor
            @LazyInjected var lazy: any Motor
            @WeakLazyInjected var weak: (any Motor)?
            init(_ container: Resolver) {
                @Injected(container: container) var engine: any Motor
                self.engine = engine
                $lazy.container = container
                $weak.container = container
            }
        }
        func container(_ cylinders: Int) -> Resolver {
            let resolver = Resolver()
            resolver.register { Petrol(cylinders: cylinders) as any Motor }.scope(.application)
            return resolver
        }
        let (one, two) = (container(1), container(2))
        let previews = [Preview(one), Preview(two), Preview(one)]
        #expect(previews.map(\.engine.cylinders) == [1, 2, 1])
        #expect(previews.map(\.lazy.cylinders) == [1, 2, 1])
        #expect(previews.map(\.weak?.cylinders) == [1, 2, 1])
        #expect(previews[0].engine === previews[2].lazy && previews[0].weak === previews[2].engine)
    }
}
