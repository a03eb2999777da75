import Foundation
import Resolver
import ResolverDiagnostics
import TestSupport
import Testing

private protocol Analytics {}
private final class Clock {}
private final class Store {
    let clock: Clock
    init(clock: Clock) { self.clock = clock }
}
private final class Screen {}
private final class Panel {}
private final class Loop {
    init(_ loop: Loop) {}
}
private final class Conversation {
    let id: Int
    init(id: Int) { self.id = id }
}
private struct Offline: Error {}
/// A static that resolves, as programs for 1.5.1 often have.
private enum Held {
    nonisolated(unsafe) static let screen: Screen = {
        _ = Resolver.resolve((any Analytics).self)
        return Screen()
    }()
}

/// A crash reporter, which calls the former handler.
private enum CrashReporter {
    nonisolated(unsafe) static var former: (@convention(c) (CInt) -> Void)?
    static let isInstalled: Bool = {
        former = signal(SIGSEGV) { trap in
            signal(trap, CrashReporter.former)
            raise(trap)
        }
        return true
    }()
}

@Suite struct ValidationTests {
    private func sandboxed<Result>(_ body: () throws -> Result) rethrows -> Result {
        try withSandbox(.fresh) {
            Resolver.registerServices = nil
            return try body()
        }
    }

    @Test func aSoundProgramHasNoProblem() {
        let report = sandboxed {
            Resolver.register { Clock() }.scope(.application)
            Resolver.register { Store(clock: $0.resolve()) }.implements(AnyObject.self)
            return Resolver.validate()
        }
        #expect(report.problems.isEmpty, "\(report)")
        #expect(report.validatedCount == 3)
        #expect("\(report)" == "Validation: no problem, 3 resolved")
        #expect(report.graph.services.count == 3)
    }

    @Test("own defect D73: what does not implement is found")
    func whatIsNotImplementedIsMisused() {
        let report = sandboxed {
            Resolver.register { Clock() }.implements((any Analytics).self)
            return Resolver.validate()
        }
        #expect(report.problems.map(\.kind) == [.misused])
        #expect(report.problems.first?.description.contains("[not-implemented]") ?? false)
    }

    @Test("own defect D291: what is kept in a validation is gone when it ends, also where a factory has failed")
    func whatIsKeptIsGone() {
        let living = LivingObjects()
        for _ in 0..<50 {
            sandboxed {
                Resolver.register { living.counted(Clock()) }.scope(.application)
                Resolver.register { resolver in
                    _ = resolver.resolve((any Analytics).self)
                    return Screen()
                }
                _ = Resolver.validate()
            }
        }
        #expect(living.count == 50 && living.alive == 0)
    }

    @Test("own defect D294: what waits for ever for a factory that has failed is named", .ownThreads)
    func whatWaitsForWhatHasFailed() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            beginProcess(seconds: 60, isShown: false)
            endProcess(onceItHasWritten: "[long-wait]")
            Resolver.registerServices = nil
            Resolver.register(name: "one") { Held.screen }
            Resolver.register(name: "two") { Held.screen }
            _ = Resolver.validate()
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: 'ResolverDiagnosticsTests.Screen (name: "two")' has been validated for 5 seconds, and a factory \
                has failed before  [long-wait]
                  perhaps        it waits for what that factory holds: a static that resolves, or a lock
                  to mend it     mend what has failed, or let it resolve outside of that
                """)
    }

    private func validated(_ entryPoint: Any.Type, samples: [ValidationSample] = []) -> ValidationReport {
        sandboxed {
            Resolver.register { Clock() }
            Resolver.register { resolver, args -> Conversation in
                _ = resolver.resolve(Clock.self)
                return Conversation(id: args())
            }
            Resolver.register { resolver in
                _ = resolver.resolve((any Analytics).self)
                _ = resolver.resolve(Clock.self)
                return Panel()
            }
            Resolver.register { resolver in
                _ = resolver.optional(Panel.self)
                return Screen()
            }
            return Resolver.validate(samples: samples, entryPoints: [entryPoint], allowing: [])
        }
    }

    private func neverResolved(_ report: ValidationReport) -> [String] {
        report.problems.filter { $0.kind == .neverResolved }.map(\.service)
    }

    @Test("own defect D292: what no entry point leads to is told only where all is known that they need")
    func whatEntryPointsLeadTo() {
        let sampled = validated(Conversation.self, samples: [ValidationSample(Conversation.self, args: 4)])
        #expect(
            neverResolved(sampled) == ["ResolverDiagnosticsTests.Panel", "ResolverDiagnosticsTests.Screen"],
            "\(sampled)")
        let leading = validated(Screen.self)
        #expect(neverResolved(leading) == [] && leading.skipped.count == 2, "\(leading)")
    }

    @Test("own defect D292: what was skipped, or has failed, may need anything")
    func entryPointsThatAreNotMade() {
        let skipped = validated(Conversation.self)
        #expect(neverResolved(skipped) == [])
        #expect(
            skipped.skipped.map { "\($0)" } == [
                "ResolverDiagnosticsTests.Conversation takes arguments: give a sample of them",
                "what no entry point leads to is not looked for: 'ResolverDiagnosticsTests.Conversation' was not made, and "
                    + "may need anything",
            ])
        #expect(skipped.validatedCount == 3)
        let failed = validated(Panel.self)
        #expect(neverResolved(failed) == [] && failed.skipped.count == 2, "\(failed)")
    }

    @Test("own defect D575: a service that was skipped has one line, whatever is in its name")
    func aSkippedNameOfTwoLines() {
        let report = sandboxed {
            Resolver.register(name: "two\nlines") { _, args in Conversation(id: args()) }
            return Resolver.validate()
        }
        #expect(
            "\(report)" == """
                Validation: no problem, 0 resolved, 1 skipped

                Skipped:
                  ResolverDiagnosticsTests.Conversation (name: "two lines") takes arguments: give a sample of them
                """)
    }

    @Test func aResolverOfItsOwnTakesAllThatIsStated() {
        let resolver = Resolver()
        resolver.register { Clock() }
        resolver.register { Panel() }
        resolver.register { _, args in Conversation(id: args()) }
        resolver.register(name: "clock") { _, args in Store(clock: args()) }
        let report = sandboxed {
            resolver.validate(
                samples: [
                    ValidationSample(Conversation.self, args: 4),
                    // Of another type, and of another name.
                    ValidationSample(Panel.self, name: "clock", args: Clock()),
                    ValidationSample(Store.self, args: Clock()),
                ], entryPoints: [Conversation.self, Store.self])
        }
        #expect(report.skipped.map(\.service).first == #"ResolverDiagnosticsTests.Store (name: "clock")"#, "\(report)")
        #expect(report.validatedCount == 3)
        #expect(neverResolved(report) == [])
        let all = sandboxed {
            resolver.validate(
                samples: [
                    ValidationSample(Conversation.self, args: 4),
                    ValidationSample(Store.self, name: "clock", args: Clock()),
                ], entryPoints: [Conversation.self, Store.self], allowing: [])
        }
        #expect(neverResolved(all) == ["ResolverDiagnosticsTests.Clock", "ResolverDiagnosticsTests.Panel"], "\(all)")
    }

    @Test func unknownEntryPointsAreNamedInOrderAlsoWhereMoreIsNotKnown() {
        let report = sandboxed {
            Resolver.register { _, args in Conversation(id: args()) }
            return Resolver.validate(
                entryPoints: [Conversation.self, Store.self, Panel.self, Screen.self, Clock.self, Loop.self])
        }
        #expect(
            report.problems.map(\.service)
                == ["Clock", "Loop", "Panel", "Screen", "Store"].map { "ResolverDiagnosticsTests.\($0)" }, "\(report)")
        #expect(report.skipped.count == 2)
    }

    @Test func whatIsReachedAndWasNotMadeMayNeedAnything() {
        let report = sandboxed {
            Resolver.register { _, args in Conversation(id: args()) }
            Resolver.register { resolver in
                _ = resolver.resolve(Conversation.self, args: 4)
                return Screen()
            }
            Resolver.register { Clock() }
            return Resolver.validate(entryPoints: [Screen.self])
        }
        #expect(neverResolved(report) == [])
        #expect(report.skipped.last?.reason.contains("'ResolverDiagnosticsTests.Conversation' was not made") == true)
    }

    @Test func recursionIsACycle() {
        let report = sandboxed {
            Resolver.register(Conversation.self) { resolver, args in
                let number: Int = args()
                return resolver.resolve(Conversation.self, args: number + 1)
            }.scope(.cached)
            return Resolver.validate(samples: [ValidationSample(Conversation.self, args: 0)])
        }
        #expect(report.problems.map(\.kind) == [.cycle], "\(report)")
    }

    @Test("own defect D292: an entry point that nobody has registered is named")
    func anEntryPointThatIsNotRegistered() {
        let unknown = validated(Store.self)
        #expect(unknown.problems.filter { $0.kind == .missing }.count == 2, "\(unknown)")
        #expect(
            unknown.problems.contains {
                $0.description == """
                    Resolver: the entry point 'ResolverDiagnosticsTests.Store' is nothing that is registered or in the list  \
                    [missing-registration]
                      to mend it     register it, or take it out of the entry points
                    """
            })
    }

    /// One mistake of each kind, in one program.
    private func registerMistakes() {
        Resolver.register(file: "App/Main.swift", line: 1) { Clock() }.scope(.cached)
        Resolver.register(file: "App/Main.swift", line: 2) {
            Store(clock: $0.resolve(file: "App/Main.swift", line: 2))
        }.scope(.application)
        Resolver.register(file: "App/Main.swift", line: 3) { resolver in
            _ = resolver.resolve((any Analytics).self, file: "App/Main.swift", line: 3)
            return Screen()
        }
        Resolver.register(file: "App/Main.swift", line: 4) { resolver in
            _ = resolver.resolve(Screen.self, file: "App/Main.swift", line: 4)
            return Panel()
        }
        Resolver.register(String.self, file: "App/Main.swift", line: 5) { throw Offline() }
        Resolver.register(Int.self, file: "App/Main.swift", line: 6) { nil }
        Resolver.register(file: "App/Main.swift", line: 7) { Loop($0.resolve(file: "App/Main.swift", line: 7)) }
        Resolver.register(file: "App/Main.swift", line: 8) { _, args in Conversation(id: args()) }
        Resolver.register(Conversation.self, name: "wrong", file: "App/Main.swift", line: 9) { _, args in
            Conversation(id: args())
        }
        Resolver.register(name: "pi", file: "App/Main.swift", line: 10) { 3.0 }
        Resolver.register(name: "pi", file: "App/Other.swift", line: 11) { 3.14 }
        Resolver.register(Float.self, file: "App/Main.swift", line: 12) { 1 }
    }

    @Test func everyMistakeIsReportedAtOnceAndInFull() throws {
        let report = sandboxed {
            registerMistakes()
            return Resolver.validate(
                samples: [ValidationSample(Conversation.self, name: "wrong", args: "text")],
                entryPoints: [
                    Panel.self, Store.self, Loop.self, String.self, Int.self, Double.self, Conversation.self,
                ],
                file: "App/Tests.swift", line: 13)
        }
        try expectGolden("\(report)\n", "validation.txt")
        #expect(
            Set(report.problems.map(\.kind)) == [
                .missing, .returnedNil, .threw, .cycle, .misused, .registeredTwice, .captive,
            ])
    }

    @Test func whatNoEntryPointLeadsToIsReported() {
        let report = sandboxed {
            Resolver.register { Clock() }
            Resolver.register { Store(clock: $0.resolve()) }
            Resolver.register { Screen() }
            return Resolver.validate(entryPoints: [Store.self])
        }
        #expect(report.problems.map(\.kind) == [.neverResolved])
        #expect(report.problems.map(\.service) == ["ResolverDiagnosticsTests.Screen"])
    }

    @Test func oneCauseIsOneProblem() {
        let report = sandboxed {
            Resolver.register { resolver in
                _ = resolver.resolve((any Analytics).self)
                return Clock()
            }.scope(.application)
            Resolver.register { Store(clock: $0.resolve()) }
            Resolver.register(name: "second") { Store(clock: $0.resolve()) }
            return Resolver.validate()
        }
        #expect(report.problems.map(\.kind) == [.missing])
        #expect(report.validatedCount == 3)
    }

    @Test func kindsOfProblemCanBeAllowed() {
        let report = sandboxed {
            registerMistakes()
            return Resolver.validate(allowing: Set(ValidationReport.Problem.Kind.allCases))
        }
        #expect(report.problems.isEmpty)
        #expect(report.skipped.count == 2)
    }

    @Test func aReplacementThatIsMeantIsNoAccident() {
        let report = sandboxed {
            Resolver.register { Clock() }
            Resolver.reset()
            Resolver.registerServices = { Resolver.register { Store(clock: Clock()) } }
            Resolver.register { Clock() }
            _ = Resolver.resolve(Store.self)
            // Replaces the hook's registration, in a sandbox of the test.
            Resolver.register { Store(clock: Clock()) }
            return withSandbox {
                Resolver.register { Clock() }
                return Resolver.validate()
            }
        }
        #expect(report.problems.isEmpty, "\(report)")
    }

    @Test func aHookThatRegistersTwiceIsReported() {
        let report = sandboxed {
            Resolver.registerServices = {
                Resolver.register { Clock() }
                Resolver.register { Clock() }.scope(.application)
            }
            return Resolver.validate()
        }
        #expect(report.problems.map(\.kind) == [.registeredTwice])
    }

    @Test func instancesAndObserversOfTheProgramAreLeftAlone() {
        let recording = Recording()
        sandboxed {
            Resolver.register { Clock() }.scope(.application)
            let clock: Clock = Resolver.resolve()
            Resolver.addObserver(recording)
            let made = Locked(0)
            Resolver.decorate = { _ in made.withLock { $0 += 1 } }
            _ = Resolver.validate()
            #expect(made.withLock { $0 } == 1)
            #expect(Resolver.resolve(Clock.self) === clock)
        }
        #expect(recording.events.count == 1)
    }

    @Test func aResolverOfItsOwnIsValidatedWithItsChildren() {
        let child = Resolver()
        let resolver = Resolver(child: child)
        resolver.register { Clock() }
        child.register { resolver -> Store in resolver.resolve(Store.self, name: "absent") }
        let report = sandboxed { resolver.validate() }
        #expect(report.validatedCount == 2)
        #expect(report.problems.map(\.kind) == [.missing])
        #expect(report.problems.map(\.service) == ["ResolverDiagnosticsTests.Store"])
    }

    @Test func anotherThreadIsNotLeftWaitingForWhatFailed() {
        let report = sandboxed {
            Resolver.register { resolver -> Clock in
                _ = resolver.resolve((any Analytics).self)
                return Clock()
            }.scope(.cached)
            Resolver.register { Store(clock: $0.resolve()) }.scope(.cached)
            Resolver.register { resolver -> Screen in
                onThreads(1) { _ in }
                _ = resolver.optional(Panel.self)
                return Screen()
            }
            return Resolver.validate()
        }
        #expect(report.problems.count == 1)
    }

    @Test func aTrapInAFactorySaysWhichServiceWasValidated() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Resolver.registerServices = nil
            Resolver.register(file: "App/Main.swift", line: 1) { resolver -> Int in
                resolver.resolve(String.self, name: "no", file: "App/Main.swift", line: 1).count
            }
            Resolver.register(file: "App/Main.swift", line: 2) { resolver -> Clock in
                let numbers: [Int] = []
                _ = numbers[Resolver.optional(Int.self, name: "none") ?? 3]
                return Clock()
            }
            Resolver.register { Store(clock: $0.resolve(file: "App/Main.swift", line: 3)) }
            _ = Resolver.root.validate(file: "App/Tests.swift", line: 4)
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: the program ends while 'ResolverDiagnosticsTests.Clock' is validated  [validation]
                  being made     ResolverDiagnosticsTests.Clock  App/Tests.swift:4
                  to mend it     see the message of the trap above; a validation cannot go on after it
                """)
        let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(output.contains("Validation: 1 problem, 2 resolved"))
    }

    @Test func onTheCurrentThreadAFailureEndsTheValidationWithWhatWasFound() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Resolver.registerServices = nil
            Resolver.register(Int.self) { throw Offline() }
            Resolver.register { resolver -> Clock in
                _ = resolver.resolve(String.self)
                return Clock()
            }
            _ = Resolver.validate(on: .current)
        }
        let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(output.contains("Validation: 1 problem, 2 resolved\n\nResolver: the factory of 'Swift.Int' threw"))
        #expect(
            output.contains(
                """
                Resolver: the failure below ends the validation, at 'ResolverDiagnosticsTests.Clock'  [validation]
                  to mend it     validate on threads of its own, where a failure does not end it
                """))
        #expect(output.contains("Resolver: nothing is registered for 'Swift.String'  [missing-registration]"))
    }

    @MainActor
    @Test func theCurrentThreadIsWhereTheFactoriesRun() {
        let report = sandboxed {
            Resolver.register { MainActor.assumeIsolated { 1 } }
            return Resolver.validate(on: .current)
        }
        #expect(report.problems.isEmpty)
        #expect(report.validatedCount == 1)
    }

    @Test("own defect D115: a cycle is one problem, from wherever it is told")
    func aCycleIsOneProblem() {
        let report = sandboxed {
            Resolver.register { resolver in
                _ = resolver.resolve(Screen.self)
                return Clock()
            }
            Resolver.register { resolver in
                _ = resolver.resolve(Panel.self)
                return Screen()
            }
            Resolver.register { resolver in
                _ = resolver.resolve(Clock.self)
                return Panel()
            }
            return Resolver.validate()
        }
        #expect(report.problems.map(\.kind) == [.cycle])
    }

    @Test("own defect D351: two registrations of one service that fail alike are two problems")
    func registrationsThatFailAlike() {
        let report = sandboxed {
            let child = Resolver()
            Resolver.root.add(child: child)
            Resolver.register(file: "App/Main.swift", line: 1) { Optional<Int>.none }
            child.register(file: "App/Main.swift", line: 2) { Optional<Int>.none }
            return Resolver.validate()
        }
        #expect(report.problems.map(\.kind) == [.returnedNil, .returnedNil])
        #expect(report.problems.map { $0.description.contains("App/Main.swift:2") } == [false, true])
    }

    @Test func aTrapInANestedValidationsProgramIsToldAndHandedOn() async throws {
        let result = await #expect(processExitsWith: .exitCode(7), observing: [\.standardErrorContent]) {
            beginProcess(seconds: 60, isShown: false)
            signal(SIGSEGV) { _ in
                let text: StaticString = "the crash reporter\n"
                _ = write(2, text.utf8Start, text.utf8CodeUnitCount)
                _exit(7)
            }
            Resolver.registerServices = nil
            Resolver.register { () -> Screen in
                _ = Resolver().validate()
                UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1
                return Screen()
            }
            _ = Resolver.validate()
        }
        let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(output.contains("the program ends while 'ResolverDiagnosticsTests.Screen' is validated"), "\(output)")
        #expect(output.hasSuffix("the crash reporter\n"), "\(output)")
    }

    @Test("own defect D352: what a factory has set to be done at a signal is left in place")
    func aCrashReporterThatAFactoryInstalls() async {
        await #expect(processExitsWith: .success) {
            beginProcess()
            func actions() -> [Int] {
                [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE].map { trap in
                    let action = signal(trap, nil)
                    signal(trap, action)
                    return unsafeBitCast(action, to: Int.self)
                }
            }
            let before = actions()
            Resolver.registerServices = nil
            Resolver.register { Clock() }
            _ = Resolver.validate()
            ensure(actions() == before)
            Resolver.register { CrashReporter.isInstalled ? Clock() : nil }
            _ = Resolver.validate()
            ensure(zip(actions(), before).map { $0 == $1 } == [true, true, true, false, true, true])
        }
    }

    @Test("own defect D352: a crash reporter that hands on to a validation, and this to it, ends the program")
    func aCrashReporterThatHandsOn() async throws {
        let result = await #expect(processExitsWith: .signal(SIGSEGV), observing: [\.standardErrorContent]) {
            beginProcess(seconds: 60, isShown: false)
            Resolver.registerServices = nil
            Resolver.register { CrashReporter.isInstalled ? Clock() : nil }
            _ = Resolver.validate()
            Resolver.register { () -> Screen in
                UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1
                return Screen()
            }
            _ = Resolver.validate()
        }
        let text = try failureText(result, id: "[validation]")
        #expect(text.hasPrefix("Resolver: the program ends while 'ResolverDiagnosticsTests.Screen' is validated"))
    }

    @Test func aReplacementByAccidentIsReportedWhereASandboxHasStatedAnotherScope() {
        let report = sandboxed {
            Resolver.register { Clock() }
            let options = Resolver.register { Clock() }
            return withSandbox {
                options.scope(.cached)
                return Resolver.validate()
            }
        }
        #expect(report.problems.map(\.kind) == [.registeredTwice])
    }

    @Test func aLineThatRegistersTwiceIsNoAccident() {
        let report = sandboxed {
            for _ in 0..<2 { Resolver.register { Clock() } }
            return Resolver.validate()
        }
        #expect(report.problems.isEmpty, "\(report)")
    }

    @Test func aRecursionWithoutEndIsACycle() {
        struct Opaque {}
        let report = sandboxed {
            Resolver.register(Conversation.self) { resolver, args in
                // Arguments that cannot be compared prove no cycle, so that the chain becomes too deep.
                let opaque: Opaque = args()
                return resolver.resolve(Conversation.self, args: opaque)
            }
            return Resolver.validate(samples: [ValidationSample(Conversation.self, args: Opaque())])
        }
        #expect(report.problems.map(\.kind) == [.cycle], "\(report)")
        #expect(report.problems.first?.description.contains("[too-deep]") == true, "\(report)")
    }

    @Test func theChainOfATrapHasNoServiceThatOnlyPassesOn() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Resolver.registerServices = nil
            Resolver.register { resolver -> Screen in
                _ = resolver.resolve(AnyObject.self, file: "App/Main.swift", line: 4)
                return Screen()
            }
            Resolver.register { () -> Clock in
                let numbers: [Int] = []
                _ = numbers[Resolver.optional(Int.self, name: "none") ?? 3]
                return Clock()
            }.implements(AnyObject.self)
            _ = Resolver.validate(file: "App/Tests.swift", line: 5)
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: the program ends while 'ResolverDiagnosticsTests.Screen' is validated  [validation]
                  being made     ResolverDiagnosticsTests.Clock   App/Main.swift:4
                            in   ResolverDiagnosticsTests.Screen  App/Tests.swift:5
                  to mend it     see the message of the trap above; a validation cannot go on after it
                """)
    }

    @Test func aValidationInsideAFactoryLeavesLaterFailuresToTheValidationAround() async {
        await #expect(processExitsWith: .success) {
            Resolver.registerServices = nil
            Resolver.register { resolver -> Screen in
                _ = Resolver().validate(on: .current)
                _ = resolver.resolve((any Analytics).self)
                return Screen()
            }
            let report = Resolver.validate()
            ensure(report.problems.map(\.kind) == [.missing], "\(report)")
        }
    }
}
