import Resolver
import ResolverDiagnostics
import SafeFacade
import TestSupport
import Testing

private final class Lamp {}
private struct Room {
    let lamp: Lamp
}
private struct House {
    let rooms: [Room]
}

private final class Ink: Sendable {}
private final class Pen: Sendable { init(_ ink: Ink) {} }

extension Container {
    fileprivate var ink: Factory<Ink> { self { Ink() }.singleton }
    fileprivate var pen: Factory<Pen> { self { Pen($0.ink()) } }
}

/// Removes a trace when it observes a lamp.
private final class Remover: ResolutionObserver {
    let trace: ResolutionTrace
    init(of trace: ResolutionTrace) { self.trace = trace }
    func observe(_ event: ResolutionEvent) {
        if event.service.hasSuffix(".Lamp") { Resolver.removeObserver(trace) }
    }
}

/// Resolves when it is released.
private final class Talker: Sendable {
    deinit { _ = Container.shared.ink() }
}

@available(*, deprecated)
private func setLoggers() {
    let manager = Container.shared.manager
    do {
        let talker = Talker()
        manager.logger = { _ in _ = talker }
    }
    manager.trace = true
    manager.logger = { _ in }
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

    @Test("own defect D295: what a replaced logger holds may resolve when it is released") @available(*, deprecated)
    func whatALoggerHolds() async {
        await #expect(processExitsWith: .success) {
            beginProcess(seconds: 30)
            setLoggers()
        }
    }

    @Test @available(*, deprecated) func factorysLogHasDepthsAndLetters() {
        let lines = Locked<[String]>([])
        withSandbox(.fresh) {
            let manager = Container.shared.manager
            let logger = manager.logger
            manager.logger = { line in lines.withLock { $0.append(line) } }
            defer { manager.logger = logger }
            #expect(!manager.trace)
            manager.trace.toggle()
            #expect(manager.trace)
            withSandbox { #expect(Container.shared.manager.trace) }
            _ = Container.shared.pen()
            Container.shared.pen.register { Pen(Ink()) }
            _ = Container.shared.pen()
            FactoryContext.current = [.debug]
            Container.shared.pen.register(when: .debug) { Pen(Container.shared.ink()) }
            _ = Container.shared.pen()
            manager.trace.toggle()
            #expect(!manager.trace)
            _ = Container.shared.pen()
        }
        #expect(
            lines.withLock { $0 } == [
                "0: Container.pen<Pen> = F:", "1:     Container.ink<Ink> = F:", "0: Container.pen<Pen> = R:",
                "0: Container.pen<Pen> = O:", "1:     Container.ink<Ink> = C:",
            ])
    }

    @Test("own defect D574: a name with a line break is on one line of Factory's log, too") @available(*, deprecated)
    func aNameOfTwoLinesInFactorysLog() {
        let lines = Locked<[String]>([])
        withSandbox(.fresh) {
            Resolver.registerServices = nil
            let manager = Container.shared.manager
            let logger = manager.logger
            manager.logger = { line in lines.withLock { $0.append(line) } }
            defer { manager.logger = logger }
            manager.trace = true
            Resolver.register(name: "two\nlines") { Lamp() }
            _ = Resolver.resolve(Lamp.self, name: "two\nlines")
        }
        #expect(lines.withLock { $0 } == [#"0: ResolverDiagnosticsTests.Lamp (name: "two lines")<Lamp> = R:"#])
    }

    @Test func eachServiceStandsAboveWhatItNeeded() {
        let lines = trace {
            _ = Resolver.resolve(House.self, name: "large", file: "App/Main.swift", line: 4)
            _ = Resolver.optional(Int.self, file: "App/Main.swift", line: 5)
            _ = Resolver.resolve(Lamp.self, file: "App/Main.swift", line: 6)
        }
        #expect(
            lines == [
                #"ResolverDiagnosticsTests.House (name: "large")  made, unique, App/Main.swift:4"#,
                "  ResolverDiagnosticsTests.Room  made, graph, App/House.swift:3",
                "    ResolverDiagnosticsTests.Lamp  made, cached, App/Room.swift:2",
                "  ResolverDiagnosticsTests.Room  reused, graph, App/House.swift:3",
                "Swift.Int  missing, App/Main.swift:5",
                "ResolverDiagnosticsTests.Lamp  reused, cached, App/Main.swift:6",
            ])
    }

    @Test func everyOutcomeHasItsWord() {
        struct Dark: Error {}
        let lines = trace {
            Resolver.register(Lamp.self, name: "none", file: "App/Wiring.swift", line: 1) { nil }
            Resolver.register(Lamp.self, name: "broken") { () throws -> Lamp in throw Dark() }
            _ = Resolver.optional(Lamp.self, name: "none", file: "App/Main.swift", line: 4)
            _ = try? Resolver.require(Lamp.self, name: "broken", file: "App/Main.swift", line: 5)
        }
        #expect(
            lines == [
                #"ResolverDiagnosticsTests.Lamp (name: "none")  returned nil, graph, App/Main.swift:4"#,
                #"ResolverDiagnosticsTests.Lamp (name: "broken")  failed, graph, App/Main.swift:5"#,
            ])
    }

    @Test func whatAnotherThreadResolvesMeanwhileIsNotMixedIn() {
        let lines = trace {
            let sandbox = SandboxContext.current
            Resolver.register(name: "of two threads") { resolver -> Room in
                let lamp: Lamp = resolver.resolve(file: "App/Room.swift", line: 2)
                onThreads(1) { _ in
                    sandbox.run { _ = Resolver.resolve(Lamp.self, file: "App/Other.swift", line: 3) }
                }
                return Room(lamp: lamp)
            }
            _ = Resolver.resolve(Room.self, name: "of two threads", file: "App/Main.swift", line: 4)
        }
        #expect(
            lines == [
                "ResolverDiagnosticsTests.Lamp  reused, cached, App/Other.swift:3",
                #"ResolverDiagnosticsTests.Room (name: "of two threads")  made, graph, App/Main.swift:4"#,
                "  ResolverDiagnosticsTests.Lamp  made, cached, App/Room.swift:2",
            ])
    }

    @Test(
        "own defect D345: a trace that is removed while it is told of a resolution writes all of it, and nothing later")
    func aTraceThatIsRemovedMeanwhile() {
        let lines = Locked<[String]>([])
        let trace = ResolutionTrace(times: false) { line in lines.withLock { $0.append(line) } }
        withSandbox(.fresh) {
            Resolver.registerServices = nil
            Resolver.register { Lamp() }
            Resolver.register { Room(lamp: $0.resolve(file: "App/Room.swift", line: 2)) }
            Resolver.register { Ink() }
            Resolver.addObserver(trace)
            Resolver.addObserver(Remover(of: trace))
            _ = Resolver.resolve(Room.self, file: "App/Main.swift", line: 4)
            _ = Resolver.resolve(Room.self, file: "App/Main.swift", line: 5)
            Resolver.addObserver(trace)
            _ = Resolver.resolve(Ink.self, file: "App/Main.swift", line: 6)
        }
        #expect(
            lines.withLock { $0 } == [
                "ResolverDiagnosticsTests.Room  made, graph, App/Main.swift:4",
                "  ResolverDiagnosticsTests.Lamp  made, graph, App/Room.swift:2",
                "ResolverDiagnosticsTests.Ink  made, graph, App/Main.swift:6",
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
                #"  ResolverDiagnosticsTests.Lamp (name: "red")  made, graph, App/Main.swift:4"#,
            ])
    }

    @Test func timesAreInMicroseconds() throws {
        let lines = trace(times: true) {
            _ = Resolver.resolve(Lamp.self, file: "App/Main.swift", line: 4)
            _ = Resolver.optional(Int.self, file: "App/Main.swift", line: 5)
        }
        let pattern = /ResolverDiagnosticsTests\.Lamp  made, cached, \d+ µs, App\/Main\.swift:4/
        let first = try #require(lines.first)
        #expect(first.wholeMatch(of: pattern) != nil)
        let recording = Recording()
        let line = trace(times: true) {
            Resolver.addObserver(recording)
            _ = Resolver.resolve(Room.self)
        }.first
        let microseconds = try #require(recording.events.last).nanoseconds / 1000
        #expect(line?.contains(", \(microseconds) µs, ") == true)
        // A missing service has no time.
        #expect(lines.last == "Swift.Int  missing, App/Main.swift:5")
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

    @MainActor
    @Test func aTraceShowsBothFaces() {
        let lines = Locked<[String]>([])
        withSandbox(.fresh) {
            Resolver.registerServices = nil
            Resolver.register(file: "App/Main.swift", line: 1) { Container.shared.ink(file: "App/Main.swift", line: 2) }
            Container.addObserver(ResolutionTrace(times: false) { line in lines.withLock { $0.append(line) } })
            _ = Resolver.resolve(Ink.self, file: "App/Main.swift", line: 3)
        }
        #expect(
            lines.withLock { $0 } == [
                "ResolverDiagnosticsTests.Ink  made, graph, App/Main.swift:3",
                "  Container.ink  made, singleton, App/Main.swift:2",
            ])
    }

    @Test("own defect D181: what another thread resolves while lines are written comes after them")
    func linesOfAnotherThreadComeAfter() {
        let lines = Locked<[String]>([])
        withSandbox(.fresh) {
            Resolver.registerServices = nil
            Resolver.register { Lamp() }.scope(.unique)
            Resolver.register { Room(lamp: $0.resolve(file: "App/Room.swift", line: 2)) }.scope(.unique)
            let sandbox = SandboxContext.current
            Resolver.addObserver(
                ResolutionTrace(times: false) { line in
                    let isFirst = lines.withLock { lines in
                        lines.append(line)
                        return lines.count == 1
                    }
                    guard isFirst else { return }
                    onThreads(1) { _ in
                        sandbox.run { _ = Resolver.resolve(Lamp.self, file: "App/Other.swift", line: 3) }
                    }
                })
            _ = Resolver.resolve(Room.self, file: "App/Main.swift", line: 1)
        }
        #expect(
            lines.withLock { $0 } == [
                "ResolverDiagnosticsTests.Room  made, unique, App/Main.swift:1",
                "  ResolverDiagnosticsTests.Lamp  made, unique, App/Room.swift:2",
                "ResolverDiagnosticsTests.Lamp  made, unique, App/Other.swift:3",
            ])
    }

    @Test("own defect D181: the lines of several threads do not mix")
    func linesOfSeveralThreadsDoNotMix() {
        let (threads, times) = (4, 200)
        let lines = Locked<[String]>([])
        withSandbox(.fresh) {
            Resolver.registerServices = nil
            Resolver.register { Lamp() }.scope(.unique)
            for thread in 0..<threads {
                Resolver.register(name: .init("\(thread)")) { resolver in
                    Room(lamp: resolver.resolve(file: "App/Room.swift", line: UInt(thread + 1)))
                }.scope(.unique)
            }
            Resolver.addObserver(
                ResolutionTrace(times: false) { line in
                    // The output is slow; what it resolves is not observed.
                    _ = Resolver.resolve(Lamp.self)
                    lines.withLock { $0.append(line) }
                })
            let sandbox = SandboxContext.current
            onThreads(threads) { thread in
                sandbox.run {
                    for _ in 0..<times {
                        _ = Resolver.resolve(
                            Room.self, name: .init("\(thread)"), file: "App/Main.swift", line: UInt(thread + 1))
                    }
                }
            }
        }
        let written = lines.withLock { $0 }
        let expected = (0..<threads).map { thread in
            [
                "ResolverDiagnosticsTests.Room (name: \"\(thread)\")  made, unique, App/Main.swift:\(thread + 1)",
                "  ResolverDiagnosticsTests.Lamp  made, unique, App/Room.swift:\(thread + 1)",
            ]
        }
        let resolutions = stride(from: 0, to: written.count, by: 2).map {
            Array(written[$0..<min($0 + 2, written.count)])
        }
        #expect(resolutions.count == threads * times)
        #expect(resolutions.allSatisfy(expected.contains))
    }

    @Test(
        "own defect D323: a trace that a factory adds in a sandbox writes what is resolved there, whoever watches outside",
        arguments: [false, true])
    func aTraceInASandboxOfAFactory(_ isOutside: Bool) {
        let lines = Locked<[String]>([])
        let trace = ResolutionTrace(times: false) { line in lines.withLock { $0.append(line) } }
        withSandbox(.fresh) {
            Resolver.registerServices = nil
            Resolver.addObserver(Ledger())
            if isOutside { Resolver.addObserver(trace) }
            Resolver.register { Lamp() }.scope(.unique)
            Resolver.register { resolver -> Room in
                withSandbox {
                    Resolver.addObserver(trace)
                    _ = Resolver.resolve(Lamp.self, file: "App/Inside.swift", line: 1)
                    _ = Resolver.resolve(Lamp.self, file: "App/Inside.swift", line: 2)
                }
                return Room(lamp: resolver.resolve(file: "App/Room.swift", line: 3))
            }.scope(.unique)
            _ = Resolver.resolve(Room.self, file: "App/Main.swift", line: 4)
            withSandbox {
                Resolver.addObserver(trace)
                _ = Resolver.resolve(Lamp.self, file: "App/Main.swift", line: 5)
            }
        }
        let lamp = "ResolverDiagnosticsTests.Lamp  made, unique, App/"
        let inside = ["\(lamp)Inside.swift:1", "\(lamp)Inside.swift:2"]
        let whole =
            ["ResolverDiagnosticsTests.Room  made, unique, App/Main.swift:4"]
            + (inside + ["\(lamp)Room.swift:3"]).map { "  " + $0 }
        #expect(lines.withLock { $0 } == (isOutside ? whole : inside) + ["\(lamp)Main.swift:5"])
    }
}
