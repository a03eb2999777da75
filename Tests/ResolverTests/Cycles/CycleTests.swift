import Resolver
import TestSupport
import Testing

private final class A { init(_ b: B) {} }
private final class B { init(_ c: C) {} }
private final class C { init(_ a: A) {} }

private func registerCycle(_ scope: ResolverScope) {
    Resolver.register { Tyre(inches: $0.optional(A.self) == nil ? 0 : 1) }.scope(.unique)
    Resolver.register { A($0.resolve()) }.scope(scope)
    Resolver.register { B($0.resolve()) }.scope(scope)
    Resolver.register { C($0.resolve()) }.scope(scope)
}
private let cycleLine = #line - 5

// A cycle through a protocol, a name, a child and property wrappers.
private protocol Page {}
private final class Home: Page {
    @Injected(name: "menu") var menu: Menu
}
private final class Menu {
    @LazyInjected var screen: any Page
    init() { _ = screen }
}
private let screenLine = #line - 6

private func registerScreens() {
    let child = Resolver()
    child.register { Home() }.implements((any Page).self)
    Resolver.main.add(child: child)
    Resolver.register(name: "menu") { Menu() }
}

@Suite struct CycleTests {
    @Test(
        "Defect 9: a cycle is reported with its whole path, whatever the scope",
        arguments: KeptScope.allCases.map(\.rawValue) + ["graph", "unique"])
    func defect9(_ scope: String) async throws {
        let line = #line + 1
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            [scope = scope as String] in
            registerCycle(KeptScope(rawValue: scope)?.scope ?? (scope == "graph" ? .graph : .unique))
            _ = Resolver.resolve(Tyre.self)
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: 'ResolverTests.A' depends on itself  [cycle]
                  the cycle      ResolverTests.A → ResolverTests.B → ResolverTests.C → ResolverTests.A
                  asked for by   ResolverTests.C     ResolverTests/CycleTests.swift:\(cycleLine + 3)
                            in   ResolverTests.B     ResolverTests/CycleTests.swift:\(cycleLine + 2)
                            in   ResolverTests.A     ResolverTests/CycleTests.swift:\(cycleLine + 1)
                            in   ResolverTests.Tyre  ResolverTests/CycleTests.swift:\(cycleLine)
                            in   resolve()           ResolverTests/CycleTests.swift:\(line)
                  to mend it     inject one of them with @LazyInjected that init does not read, or pass it in after both are made
                """)
    }

    @Test("Defect 9: a cycle through a protocol, a name, a child resolver and property wrappers is reported")
    func defect9Wrappers() async throws {
        let line = #line + 1
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            registerScreens()
            _ = Resolver.resolve((any Page).self)
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: 'ResolverTests.Home' depends on itself  [cycle]
                  the cycle      ResolverTests.Home → ResolverTests.Menu (name: "menu") → ResolverTests.Home
                  asked for by   ResolverTests.Menu (name: "menu")  ResolverTests/CycleTests.swift:\(screenLine + 3)
                            in   ResolverTests.Home                 ResolverTests/CycleTests.swift:\(screenLine)
                            in   resolve()                          ResolverTests/CycleTests.swift:\(line)
                  to mend it     inject one of them with @LazyInjected that init does not read, or pass it in after both are made
                """)
    }

    @Test("Defect 9: require and optional report it too", arguments: [true, false])
    func defect9Forms(_ isOptional: Bool) async throws {
        let line = #line + 1
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            [isOptional = isOptional as Bool] in
            registerCycle(.graph)
            if isOptional { _ = Resolver.optional(B.self) } else { _ = try? Resolver.require(B.self) }
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: 'ResolverTests.B' depends on itself  [cycle]
                  the cycle      ResolverTests.B → ResolverTests.C → ResolverTests.A → ResolverTests.B
                  asked for by   ResolverTests.A  ResolverTests/CycleTests.swift:\(cycleLine + 1)
                            in   ResolverTests.C  ResolverTests/CycleTests.swift:\(cycleLine + 3)
                            in   ResolverTests.B  ResolverTests/CycleTests.swift:\(cycleLine + 2)
                            in   resolve()        ResolverTests/CycleTests.swift:\(line)
                  to mend it     inject one of them with @LazyInjected that init does not read, or pass it in after both are made
                """)
    }

    @Test func aCycleIsFoundOnASmallStack() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Resolver.depthLimit = 1_000_000
            registerCycle(.unique)
            onThreads(1, stackSize: 512 * 1024) { _ in _ = Resolver.resolve(Tyre.self) }
        }
        let text = try failureText(result)
        #expect(text.contains("depends on itself  [cycle]"))
    }

    @Test func aServiceOfItsOwnIsACycle() async throws {
        let line = #line
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Resolver.register { resolver in resolver.resolve(Petrol.self) }
            _ = Resolver.resolve(Petrol.self)
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: 'ResolverTests.Petrol' depends on itself  [cycle]
                  the cycle      ResolverTests.Petrol → ResolverTests.Petrol
                  asked for by   ResolverTests.Petrol  ResolverTests/CycleTests.swift:\(line + 1)
                            in   resolve()             ResolverTests/CycleTests.swift:\(line + 1)
                  to mend it     inject one of them with @LazyInjected that init does not read, or pass it in after both are made
                """)
    }

    @Test(arguments: [true, false])
    func aCycleThroughAProtocolNamesTheServices(_ isUnique: Bool) async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            [isUnique = isUnique as Bool] in
            Resolver.defaultScope = isUnique ? .unique : .graph
            Resolver.register { Car(engine: $0.resolve()) }.implements((any Driveable).self)
            Resolver.register { resolver -> Petrol in
                _ = resolver.resolve((any Driveable).self)
                return Petrol()
            }
            .implements((any Motor).self)
            _ = Resolver.resolve((any Driveable).self)
        }
        let text = try failureText(result)
        #expect(text.contains("  the cycle      ResolverTests.Car → ResolverTests.Petrol → ResolverTests.Car\n"))
    }

    @Test func askingForItselfWithTheSameObjectIsACycle() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Resolver.register { resolver, args in resolver.resolve(Car.self, args: args() as Petrol) }
            _ = Resolver.resolve(Car.self, args: Petrol())
        }
        let text = try failureText(result)
        #expect(text.contains("'ResolverTests.Car' depends on itself  [cycle]"))
    }

    @Test func askingForItselfWithTheSameArgumentIsACycleWhereTheGraphHasAValue() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Resolver.register { resolver, args -> Tyre in
                guard let inches: Int = args.optional() else { return Tyre(inches: 16) }
                return resolver.resolve(Tyre.self, args: inches)
            }
            Resolver.register { resolver -> Petrol in
                Petrol(cylinders: resolver.resolve(Tyre.self).inches + resolver.resolve(Tyre.self, args: 1).inches)
            }
            _ = Resolver.resolve(Petrol.self)
        }
        let text = try failureText(result)
        #expect(text.contains("  the cycle      ResolverTests.Tyre → ResolverTests.Tyre\n"))
    }

    @Test func anotherArgumentForAKeptServiceIsRecursion() async throws {
        let line = #line
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Resolver.register { resolver, args in
                Petrol(cylinders: resolver.resolve(Petrol.self, args: args() + 1).cylinders)
            }.scope(.application)
            _ = Resolver.resolve(Petrol.self, args: 0)
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: 'ResolverTests.Petrol' asks for itself with another argument while it is made  [recursive-argument]
                  asked for by   ResolverTests.Petrol  ResolverTests/CycleTests.swift:\(line + 1)
                            in   resolve()             ResolverTests/CycleTests.swift:\(line + 1)
                  the reason     its scope keeps one instance, which cannot be made while it is being made
                  to mend it     give it the scope .graph or .unique
                """)
    }

    @Test("Defect 11: after a cycle was reported in one process, a new one works")
    func defect11() async {
        await #expect(processExitsWith: .failure) {
            registerCycle(.application)
            _ = Resolver.resolve(A.self)
        }
        await #expect(processExitsWith: .success) {
            Resolver.register { Petrol() }.scope(.application)
            ensure(Resolver.resolve(Petrol.self) === Resolver.resolve(Petrol.self), "there are two")
        }
    }
}
