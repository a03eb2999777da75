import Resolver
import TestSupport
import Testing

/// An object that is held, and counts when it is released.
private final class Farewell: Sendable {
    deinit {
        _ = Resolver.optional(Tyre.self)
        // Registering takes the lock, which resolving may not need.
        Resolver.register { Radio(station: "farewell") }
        releases.withLock { $0 += 1 }
    }
}

private let releases = Locked(0)

@Suite struct DecorateTests {
    @Test("own defect B1: decorate has the type that 1.5.1 gives it", arguments: Surroundings.allCases)
    func itsType(_ surroundings: Surroundings) async {
        await #expect(processExitsWith: .success) { [surroundings] in
            surroundings.run {
                Resolver.register { Tyre(inches: 1) }
                // A closure with one parameter, such as programs pass for logging.
                Resolver.decorate = { print($0) }
                _ = Resolver.resolve(Tyre.self)
                let decorate: ((Any) -> Void)? = Resolver.decorate
                ensure(decorate != nil)
                Resolver.decorate = nil
                ensure(Resolver.decorate == nil)
            }
        }
    }

    @Test(
        "own defect B1: decorate sees every instance, made or kept, as often as it is resolved",
        arguments: Surroundings.allCases)
    func itSeesEveryInstance(_ surroundings: Surroundings) async {
        await #expect(processExitsWith: .success) { [surroundings] in
            surroundings.run {
                var seen: [String] = []
                Resolver.register { Radio(station: "kept") }.scope(.application)
                Resolver.register { Tyre(inches: 1) }.scope(.unique)
                Resolver.register { Car(engine: $0.resolve()) }.implements((any Driveable).self)
                Resolver.register { Petrol() as any Motor }
                Resolver.decorate = { service in
                    seen.append("\(type(of: service))")
                    if let radio = service as? Radio { ensure(radio.station == "kept") }
                }
                _ = Resolver.resolve(Radio.self)
                _ = Resolver.resolve(Radio.self)
                _ = Resolver.resolve(Tyre.self)
                ensure(seen == ["Radio", "Radio", "Tyre"], "\(seen)")
                seen = []
                _ = Resolver.resolve(Car.self)
                ensure(seen == ["Petrol", "Car"], "\(seen)")
                Resolver.decorate = nil
                _ = Resolver.resolve(Tyre.self)
                ensure(seen.count == 2, "\(seen)")
            }
        }
    }

    @Test func itSeesAnInstanceAfterItsPropertiesWereResolved() {
        withSandbox(.fresh) {
            var seen: [String] = []
            Resolver.decorate = { seen.append("\(type(of: $0))") }
            Resolver.register { Petrol() }.scope(.application)
            Resolver.register { Car(engine: $0.resolve(Petrol.self)) }
                .resolveProperties { _, _ in seen.append("properties") }
            _ = Resolver.resolve(Car.self)
            _ = Resolver.resolve(Petrol.self)
            #expect(seen == ["Petrol", "properties", "Car", "Petrol"])
            Resolver.decorate = nil
            _ = Resolver.resolve(Petrol.self)
            #expect(seen.count == 4)
        }
    }

    @Test("own defect B1: decorate belongs to its sandbox")
    func itBelongsToItsSandbox() async {
        await #expect(processExitsWith: .success) {
            Resolver.registerServices = nil
            Resolver.register { Tyre(inches: 1) }
            var seen = 0
            Resolver.decorate = { _ in seen += 1 }
            withSandbox(.fresh) {
                Resolver.register { Tyre(inches: 2) }
                Resolver.decorate = { _ in seen += 100 }
                _ = Resolver.resolve(Tyre.self)
            }
            ensure(seen == 100, "\(seen)")
            _ = Resolver.resolve(Tyre.self)
            ensure(seen == 101, "\(seen)")
        }
    }

    @Test("own defect A1: a decorator that is released may resolve", arguments: Surroundings.allCases)
    func itsRelease(_ surroundings: Surroundings) async {
        await #expect(processExitsWith: .success) { [surroundings] in
            surroundings.run {
                // A function of its own, as a variable here would hold the object, too.
                func decorate() {
                    let farewell = Farewell()
                    Resolver.decorate = { _ in _ = farewell }
                }
                decorate()
                Resolver.decorate = nil
                ensure(releases.withLock { $0 } == 1)
            }
        }
    }

    @Test func aDecoratorThatAsksForWhatItIsShownIsReported() async throws {
        let line = #line + 1
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Resolver.registerServices = nil
            Resolver.register { Tyre(inches: 1) }.scope(.application)
            _ = Resolver.resolve(Tyre.self)
            Resolver.decorate = { _ in
                _ = Resolver.resolve(Tyre.self)
            }
            _ = Resolver.resolve(Tyre.self)
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: 'ResolverTests.Tyre' is decorated again and again, and the stack is nearly used up  [cycle]
                  asked for by   resolve()  ResolverTests/DecorateTests.swift:\(line)
                  to mend it     let no decorator ask for what it is shown itself
                """)
    }

    @Test(
        "own defect D540: who is told of a decorator's cycle is told to mend the decorator",
        arguments: [true, false])
    func aCycleThroughADecorator(isKept: Bool) async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [isKept] in
            Resolver.registerServices = nil
            Resolver.register { Tyre(inches: 1) }.scope(isKept ? .application : .unique)
            Resolver.register { "text" }
            Resolver.decorate = { service in
                if service is String { _ = Resolver.resolve(Tyre.self) } else { _ = Resolver.resolve(String.self) }
            }
            _ = Resolver.resolve(String.self)
        }
        let lines = try failureText(result).split(separator: "\n")
        #expect(lines[0].contains("depends on itself  [cycle]"))
        #expect(lines.last == "  to mend it     let the decorator ask for no service in whose making it is called")
    }
}
