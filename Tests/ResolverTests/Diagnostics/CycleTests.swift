import Foundation
import Resolver
import TestSupport
import Testing

// Services that depend on each other in a circle, and on arguments.
private final class A { init(_ b: B) {} }
private final class B { init(_ c: C) {} }
private final class C { init(_ a: A) {} }

private func registerCycle(_ scope: ResolverScope) {
    Resolver.register { Radio(station: "\($0.resolve(A.self))") }.scope(.unique)
    Resolver.register { A($0.resolve()) }.scope(scope)
    Resolver.register { B($0.resolve()) }.scope(scope)
    Resolver.register { C($0.resolve()) }.scope(scope)
}
private let cycleLine = #line - 5

@Suite struct CycleTests {
    /// The text is the same whether a slot, the graph or the depth counter has found the cycle.
    private func text(_ line: Int) -> String {
        """
        Resolver: 'ResolverTests.A' depends on itself  [cycle]
          the cycle      ResolverTests.A → ResolverTests.B → ResolverTests.C → ResolverTests.A
          asked for by   ResolverTests.C      ResolverTests/CycleTests.swift:\(cycleLine + 3)
                    in   ResolverTests.B      ResolverTests/CycleTests.swift:\(cycleLine + 2)
                    in   ResolverTests.A      ResolverTests/CycleTests.swift:\(cycleLine + 1)
                    in   ResolverTests.Radio  ResolverTests/CycleTests.swift:\(cycleLine)
                    in   resolve()            ResolverTests/CycleTests.swift:\(line)
          to mend it     inject one of them with @LazyInjected, or pass it in after both are made
        """
    }

    @Test func aCycleOfGraphServicesIsReportedWithItsPath() async throws {
        let line = #line + 1
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            registerCycle(.graph)
            _ = Resolver.resolve(Radio.self)
        }
        let said = try failureText(result)
        #expect(said == text(line))
    }

    @Test func aCycleOfUniqueServicesIsReportedWithItsPath() async throws {
        let line = #line + 1
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            registerCycle(.unique)
            _ = Resolver.resolve(Radio.self)
        }
        let said = try failureText(result)
        #expect(said == text(line))
    }

    @Test func aCycleOfKeptServicesIsReportedWithItsPath() async throws {
        let line = #line + 1
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            registerCycle(.application)
            _ = Resolver.resolve(Radio.self)
        }
        let said = try failureText(result)
        #expect(said == text(line))
    }

    @Test func aCycleIsFoundOnASmallStack() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Resolver.depthLimit = 1_000_000
            registerCycle(.unique)
            onThreads(1, stackSize: 512 * 1024) { _ in _ = Resolver.resolve(Radio.self) }
        }
        #expect(try failureText(result).contains("depends on itself  [cycle]"))
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
                  to mend it     inject one of them with @LazyInjected, or pass it in after both are made
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
            .implements((any Engine).self)
            _ = Resolver.resolve((any Driveable).self)
        }
        let text = try failureText(result)
        #expect(text.contains("  the cycle      ResolverTests.Car → ResolverTests.Petrol → ResolverTests.Car\n"))
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

    @Test func endlessRecursionByArgumentsIsTooDeep() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Resolver.register { resolver, args in
                Petrol(cylinders: resolver.resolve(Petrol.self, args: args() + 1).cylinders)
            }
            onThreads(1, stackSize: 512 * 1024) { _ in _ = Resolver.resolve(Petrol.self, args: 0) }
        }
        let text = try failureText(result)
        #expect(text.contains("deep, and the stack is nearly used up  [too-deep]"))
        #expect(text.contains("                 … "))
        #expect(text.hasSuffix("to mend it     end the recursion, or resolve on a thread with a larger stack"))
    }

    @Test func twoThreadsThatWaitForEachOtherAreACycle() async throws {
        let line = #line
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let both = Barrier(of: 2)
            Resolver.register { resolver -> Petrol in
                both.attend()
                return Petrol(cylinders: resolver.resolve(Electric.self).cylinders)
            }.scope(.application)
            Resolver.register { resolver -> Electric in
                both.attend()
                _ = resolver.resolve(Petrol.self)
                return Electric()
            }.scope(.application)
            Resolver.registerServices = nil
            onThreads(2) { index in
                if index == 0 { _ = Resolver.resolve(Petrol.self) } else { _ = Resolver.resolve(Electric.self) }
            }
        }
        let text = try failureText(result)
        let file = "ResolverTests/CycleTests.swift"
        let petrol = """
            ResolverTests.Electric  \(file):\(line + 1)
                        in   ResolverTests.Petrol    \(file):\(line + 1)
            """
        let electric = """
            ResolverTests.Petrol    \(file):\(line + 1)
                        in   ResolverTests.Electric  \(file):\(line + 1)
            """
        func report(_ service: String, _ first: String, _ second: String) -> String {
            """
            Resolver: 'ResolverTests.\(service)' is being made by a thread that waits for this one  [cycle]
              this thread    \(first)
              the other      \(second)
              to mend it     inject one of them with @LazyInjected, or pass it in after both are made
            """
        }
        #expect(text == report("Electric", petrol, electric) || text == report("Petrol", electric, petrol))
    }

    @Test func aLongWaitIsReportedOnceAndGoesOn() async throws {
        let line = #line
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let both = Barrier(of: 2)
            Resolver.registerServices = nil
            Resolver.register { () -> Petrol in
                both.attend()
                Thread.sleep(forTimeInterval: 6)
                return Petrol()
            }.scope(.application)
            onThreads(2) { index in
                if index == 1 { both.attend() }
                _ = Resolver.resolve(Petrol.self)
            }
        }
        let file = "ResolverTests/CycleTests.swift"
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: 'ResolverTests.Petrol' has not been made for 5 seconds by the thread that makes it  [long-wait]
                  this thread    ResolverTests.Petrol  \(file):\(line + 1)
                  the other      ResolverTests.Petrol  \(file):\(line + 1)
                  to mend it     see whether a factory waits for something that waits for it
                """)
    }
}
