import SafeFacade
import TestSupport
import Testing

// defects.md as far as it speaks of typed factories. Row 29 is a compile test: CompileTests/Programs/MainActor….swift.

private final class Node: Sendable {
    let children: [Node]
    init(_ children: [Node]) { self.children = children }
    var size: Int { children.reduce(1) { $0 + $1.size } }
}

private final class Instance: Sendable {}

private struct Colliding: Hashable, Sendable {
    let id: Int
    func hash(into hasher: inout Hasher) {}
}

private final class Inner: SharedContainer {
    let manager = ContainerManager()
    var engine: Factory<Petrol> { self { Petrol(cylinders: 12) } }
}

extension Container {
    fileprivate var engine: Factory<Petrol> { self { Inner.shared.engine() } }
    fileprivate var node: ParameterFactory<Int, Node> {
        self { container, depth in Node((0..<depth).map { container.node($0) }) }
    }
    fileprivate var loop: Factory<Petrol> { self { $0.loop() } }
    fileprivate var tested: Factory<Petrol> { self { Petrol(cylinders: 1) }.onTest { Petrol(cylinders: 2) }.cached }
    fileprivate var single: Factory<Instance> { self { Instance() }.singleton }
    fileprivate var once: Factory<Instance> { self { Instance() }.unique }
    fileprivate var weakly: Factory<Instance> { self { Instance() }.shared }
    fileprivate var kept: Factory<Instance> { self { Instance() }.cached }
    fileprivate var tyre: Factory<any Washable & Sendable> { self { Tyre(inches: 5) }.shared }
    fileprivate var byParameter: ParameterFactory<Colliding, Petrol> {
        self { Petrol(cylinders: $0.id) }.scopeOnParameters.cached
    }
}

@Suite("Typed face defects") struct TypedFaceTests {
    @Test("Defect 2: eight threads make one instance of a typed factory")
    func defect2() async {
        await #expect(processExitsWith: .success) {
            for _ in 0..<200 {
                Container.shared.single.reset()
                let seen = Locked<Set<ObjectIdentifier>>([])
                let start = Barrier(of: 8)
                onThreads(8) { _ in
                    start.attend()
                    let instance = Container.shared.single()
                    _ = seen.withLock { $0.insert(ObjectIdentifier(instance)) }
                    withExtendedLifetime(instance) { start.attend() }
                }
                precondition(seen.withLock { $0.count } == 1)
            }
        }
    }

    @Test("Defect 9: a cycle of typed factories is reported with their names")
    func defect9() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Container.shared.loop()
        }
        let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(output.contains("  the cycle      Container.loop → Container.loop\n"))
    }

    @Test("Defect 10: same-named factories that delegate, and recursion by argument, are no cycle")
    func defect10() {
        withSandbox(.fresh) {
            #expect(Container.shared.engine().cylinders == 12)
            #expect(Container.shared.node(5).size == 32)
        }
    }

    @Test("Defect 13: an override registered in a test beats a declared onTest and a cached instance")
    func defect13() {
        withSandbox(.fresh) {
            FactoryContext.current = [.test]
            #expect(Container.shared.tested().cylinders == 2)
            Container.shared.tested.register { Petrol(cylinders: 3) }
            #expect(Container.shared.tested().cylinders == 3)
            Container.shared.tested.reset()
            #expect(Container.shared.tested().cylinders == 2)
        }
    }

    @Test("Defect 14: unique, once stated, beats the container's default; caching works again after a reset")
    func defect14() {
        withSandbox(.fresh) {
            Container.shared.manager.defaultLifetime = .graph
            #expect(Container.shared.once() !== Container.shared.once())
            let first = Container.shared.kept()
            Container.shared.kept.reset()
            let second = Container.shared.kept()
            #expect(second !== first)
            #expect(Container.shared.kept() === second)
        }
    }

    @Test("Defect 17: instances are released with their last holder, at a reset, and with their sandbox")
    func defect17() {
        weak var single: Instance?
        withSandbox(.fresh) {
            weak let shared = Container.shared.weakly()
            #expect(shared == nil)
            weak let kept = Container.shared.kept()
            #expect(kept != nil)
            Container.shared.reset(.scope)
            #expect(kept == nil)
            single = Container.shared.single()
            #expect(single != nil)
        }
        #expect(single == nil)
    }

    @Test("Defect 18: shared does not keep what is no class")
    func defect18() {
        withSandbox(.fresh) {
            #expect(Container.shared.tyre() as? Tyre == Tyre(inches: 5))
            #expect(Container.shared.tyre() as? Tyre == Tyre(inches: 5))
        }
    }

    @Test("Defect 19: parameters that hash alike and are not equal get instances of their own")
    func defect19() {
        withSandbox(.fresh) {
            let one = Container.shared.byParameter(Colliding(id: 1))
            let two = Container.shared.byParameter(Colliding(id: 2))
            #expect(one.cylinders == 1 && two.cylinders == 2)
            #expect(Container.shared.byParameter(Colliding(id: 1)) === one)
        }
    }

    @Test("Defect 20: a context drops no instance")
    func defect20() {
        withSandbox(.fresh) {
            FactoryContext.current = []
            let live = Container.shared.tested()
            FactoryContext.current = [.test]
            #expect(Container.shared.tested().cylinders == 2)
            FactoryContext.current = []
            #expect(Container.shared.tested() === live)
        }
    }

    @Test("Defect 28: tests that override one factory in parallel do not see each other's", arguments: 0..<100)
    func defect28(_ number: Int) async {
        await withSandbox {
            Container.shared.engine.register { Petrol(cylinders: number) }
            for _ in 0..<10 {
                #expect(Container.shared.engine().cylinders == number)
                await Task.yield()
            }
        }
    }

    @Test("Defect 30: two containers that are alive at once have overrides of their own")
    func defect30() {
        let light = Container()
        let dark = Container()
        light.engine.register { Petrol(cylinders: 1) }
        dark.engine.register { Petrol(cylinders: 2) }
        #expect(light.engine().cylinders == 1)
        #expect(dark.engine().cylinders == 2)
        #expect(Container().engine().cylinders == 12)
    }
}
