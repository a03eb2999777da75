import Resolver
import Testing

// defects.md, rows 28 and 30 as far as they speak of the runtime face. Rows 31 and 32 are builds: see Tests/Clients.
@Suite("Isolation defects") struct IsolationTests {
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

    @Test("Defect 30: two containers that are alive at once have overrides of their own")
    func defect30() {
        let base = Resolver()
        base.register { Petrol(cylinders: 4) as any Engine }
        base.register { Car(engine: $0.resolve()) }
        let light = Resolver(child: base)
        let dark = Resolver(child: base)
        light.register { Petrol(cylinders: 1) as any Engine }
        dark.register { Petrol(cylinders: 2) as any Engine }
        #expect(light.resolve(Car.self).engine.cylinders == 1)
        #expect(dark.resolve(Car.self).engine.cylinders == 2)
        #expect(base.resolve(Car.self).engine.cylinders == 4)
    }
}
