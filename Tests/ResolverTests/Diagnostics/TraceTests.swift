import Resolver
import TestSupport
import Testing

private final class Lamp {}
private struct Room {
    let lamp: Lamp
}
private struct House {
    let rooms: [Room]
}

@Suite struct TraceTests {
    private func trace(times: Bool = false, _ body: () -> Void) -> [String] {
        let lines = Locked<[String]>([])
        withSandbox(.fresh) {
            Resolver.registerServices = nil
            Resolver.register(file: "App/Wiring.swift", line: 1) { Lamp() }.scope(.cached)
            Resolver.register { Room(lamp: $0.resolve(file: "App/Room.swift", line: 2)) }
            Resolver.register(name: "large") { resolver in
                House(rooms: (0..<2).map { _ in resolver.resolve(file: "App/House.swift", line: 3) })
            }.scope(.unique)
            Resolver.addObserver(ResolutionTrace(times: times) { line in lines.withLock { $0.append(line) } })
            body()
        }
        return lines.withLock { $0 }
    }

    @Test func eachServiceStandsAboveWhatItNeeded() {
        let lines = trace {
            _ = Resolver.resolve(House.self, name: "large", file: "App/Main.swift", line: 4)
            _ = Resolver.optional(Int.self, file: "App/Main.swift", line: 5)
            _ = Resolver.resolve(Lamp.self, file: "App/Main.swift", line: 6)
        }
        #expect(
            lines == [
                #"ResolverTests.House (name: "large")  made, unique, App/Main.swift:4"#,
                "  ResolverTests.Room  made, graph, App/House.swift:3",
                "    ResolverTests.Lamp  made, cached, App/Room.swift:2",
                "  ResolverTests.Room  reused, graph, App/House.swift:3",
                "Swift.Int  missing, App/Main.swift:5",
                "ResolverTests.Lamp  reused, cached, App/Main.swift:6",
            ])
    }

    @Test func whatStandsForAnotherStandsAboveIt() {
        let lines = trace {
            Resolver.register(Lamp.self, name: "red") { Lamp() }.implements(AnyObject.self)
            _ = Resolver.resolve(AnyObject.self, file: "App/Main.swift", line: 4)
        }
        #expect(
            lines == [
                "Swift.AnyObject  passed on, App/Main.swift:4",
                #"  ResolverTests.Lamp (name: "red")  made, graph, App/Main.swift:4"#,
            ])
    }

    @Test func timesAreInMicroseconds() throws {
        let lines = trace(times: true) { _ = Resolver.resolve(Lamp.self, file: "App/Main.swift", line: 4) }
        let pattern = /ResolverTests\.Lamp  made, cached, \d+ µs, App\/Main\.swift:4/
        #expect(try pattern.wholeMatch(in: #require(lines.first)) != nil)
    }

    @Test func aTraceMayResolve() {
        let lines = Locked<[String]>([])
        withSandbox(.fresh) {
            Resolver.registerServices = nil
            Resolver.register { Lamp() }
            Resolver.addObserver(
                ResolutionTrace { line in
                    _ = Resolver.resolve(Lamp.self)
                    lines.withLock { $0.append(line) }
                })
            _ = Resolver.resolve(Lamp.self)
        }
        #expect(lines.withLock { $0.count } == 1)
    }
}
