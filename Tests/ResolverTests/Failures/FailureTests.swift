import Foundation
import Resolver
import TestSupport
import Testing

// Each test has the whole text of a failure. Code in an exit test is reported at the line of the macro, which is the one behind
// `let line`.

private func registerGarage() {
    Resolver.register { Petrol() as any Motor }
    Resolver.register { Car(engine: $0.resolve(name: "electric")) }
    Resolver.register { resolver in Garage(car: resolver.resolve(), engine: resolver.resolve()) }
}
private let garageLine = #line - 5

private protocol GaugeProtocol {}
private protocol GaugeBox {}
private struct LiveGauge: GaugeProtocol, GaugeBox {}
private protocol Au {}
private struct AuPair {}
private struct TintedGauge: GaugeProtocol { let gauge: any GaugeProtocol }
class Gauge {}
final class RoundGauge: Gauge {}

#if os(Linux)
/// The output of a report that must wait for room in standard error, while signals interrupt it.
private func interruptedReport(_ text: String) -> String {
    let (pipe, output) = (Pipe(), dup(STDERR_FILENO))
    dup2(pipe.fileHandleForWriting.fileDescriptor, STDERR_FILENO)
    try? pipe.fileHandleForWriting.close()
    _ = fcntl(STDERR_FILENO, F_SETFL, O_NONBLOCK)
    while write(STDERR_FILENO, ".", 1) == 1 {}
    _ = fcntl(STDERR_FILENO, F_SETFL, 0)
    // Without SA_RESTART, with which the system would continue the write by itself.
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { _ in }
    sigaction(SIGUSR1, &action, nil)
    // The threads of tasks block signals.
    var signals = sigset_t()
    sigaddset(&signals, SIGUSR1)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    let writer = pthread_self()
    let read = Locked(Data())
    let ended = started {
        for _ in 0..<200 {
            pthread_kill(writer, SIGUSR1)
            usleep(1_000)
        }
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        read.withLock { $0 = data }
    }
    writeToStandardError(text)
    dup2(output, STDERR_FILENO)
    _ = ended.wait()
    return String(decoding: read.withLock { $0 }.suffix(text.utf8.count + 1), as: UTF8.self)
}
#endif

@Suite struct FailureTests {
    #if os(Linux)
    @Test("own defect D348: a report that a signal interrupts is written all the same")
    func aReportThatIsInterrupted() async {
        await #expect(processExitsWith: .success) {
            beginProcess(seconds: 30)
            let output = interruptedReport("a report")
            ensure(output == "a report\n", output)
        }
    }
    #endif

    // MARK: - Missing

    @Test func aMissingServiceNamesWhoAskedAndHowToMendIt() async throws {
        let line = #line
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Resolver.registerServices = nil
            registerGarage()
            _ = Resolver.resolve(Garage.self)
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: nothing is registered for 'any ResolverTests.Motor' (name: "electric")  [missing-registration]
                  asked for by   ResolverTests.Car     ResolverTests/FailureTests.swift:\(garageLine + 2)
                            in   ResolverTests.Garage  ResolverTests/FailureTests.swift:\(garageLine + 3)
                            in   resolve()             ResolverTests/FailureTests.swift:\(line + 1)
                  did you mean   'any ResolverTests.Motor' with no name, registered at ResolverTests/FailureTests.swift:\(garageLine + 1)
                  to mend it     register it in registerAllServices(), or ask with optional()
                """)
    }

    @Test func whatTheMetatypeOfASubclassAsksForIsThat() async throws {
        let line = #line
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Resolver.registerServices = nil
            let type: Gauge.Type = RoundGauge.self
            Resolver.register(type) { RoundGauge() }
            Resolver.register { Gauge() }
            _ = Resolver.resolve(type, name: "old")
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: nothing is registered for 'ResolverTests.RoundGauge' (name: "old")  [missing-registration]
                  asked for by   resolve()  ResolverTests/FailureTests.swift:\(line + 1)
                  did you mean   'ResolverTests.RoundGauge', registered at ResolverTests/FailureTests.swift:\(line + 1)
                  did you mean   'ResolverTests.Gauge' with no name, registered at ResolverTests/FailureTests.swift:\(line + 1)
                  to mend it     register it in registerAllServices(), or ask with optional()
                """)
    }

    @Test func aServiceOfAnotherResolverIsANearMiss() async throws {
        let line = #line
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Resolver.registerServices = nil
            Resolver.register { Petrol() }
            _ = Resolver().resolve(Petrol.self)
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: nothing is registered for 'ResolverTests.Petrol'  [missing-registration]
                  asked for by   resolve()  ResolverTests/FailureTests.swift:\(line + 1)
                  did you mean   'ResolverTests.Petrol' of another resolver, which this one does not have for a child, \
                registered at ResolverTests/FailureTests.swift:\(line + 1)
                  to mend it     register it with the resolver that is asked, or add the one that has it with add(child:)
                """)
    }

    enum Other {
        struct Petrol {}
    }

    @Test func aTypeOfTheSameLastNameIsANearMiss() async throws {
        let line = #line
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Resolver.registerServices = nil
            Resolver.register { Other.Petrol() }
            _ = Resolver.resolve(Petrol.self)
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: nothing is registered for 'ResolverTests.Petrol'  [missing-registration]
                  asked for by   resolve()  ResolverTests/FailureTests.swift:\(line + 1)
                  did you mean   'ResolverTests.FailureTests.Other.Petrol', \
                registered at ResolverTests/FailureTests.swift:\(line + 1)
                  to mend it     register it in registerAllServices(), or ask with optional()
                """)
    }

    @Test func aTypeNamedAsAnImplementationIsANearMiss() async throws {
        let line = #line
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Resolver.registerServices = nil
            Resolver.register { LiveGauge() }
            _ = Resolver.resolve((any GaugeProtocol).self)
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: nothing is registered for 'any ResolverTests.GaugeProtocol'  [missing-registration]
                  asked for by   resolve()  ResolverTests/FailureTests.swift:\(line + 1)
                  did you mean   'ResolverTests.LiveGauge', registered at ResolverTests/FailureTests.swift:\(line + 1): \
                where it implements this, add .implements()
                  to mend it     register it in registerAllServices(), or ask with optional()
                """)
    }

    @Test func whoAsksIsNoNearMiss() throws {
        let error = try withSandbox(.fresh) {
            Resolver.registerServices = nil
            Resolver.register { TintedGauge(gauge: try Resolver.require()) }
            return try #require(throws: ResolutionError.self) { try Resolver.require(TintedGauge.self) }
        }
        #expect(!error.description.contains("did you mean"))
    }

    @Test func whatImplementsItUnderAnotherNameIsNoSecondNearMiss() throws {
        let error = withSandbox(.fresh) {
            Resolver.registerServices = nil
            Resolver.register { LiveGauge() }.implements((any GaugeProtocol).self)
            return #expect(throws: ResolutionError.self) { try Resolver.require((any GaugeProtocol).self, name: "x") }
        }
        let text = "\(try #require(error))"
        #expect(text.contains("with no name") && !text.contains("LiveGauge"), "\(text)")
    }

    @Test func aPropertyNamesWhereItStands() async throws {
        struct Model {
            static let line = #line + 1
            @Injected var engine: any Motor
        }
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Resolver.registerServices = nil
            _ = Model()
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: nothing is registered for 'any ResolverTests.Motor'  [missing-registration]
                  asked for by   resolve()  ResolverTests/FailureTests.swift:\(Model.line)
                  to mend it     register it in registerAllServices(), or ask with optional()
                """)
    }

    // MARK: - Nil and errors

    @Test func aFactoryThatReturnedNilIsNamed() async throws {
        let line = #line
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Resolver.register { () -> Petrol? in nil }
            _ = Resolver.resolve(Petrol.self)
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: the factory of 'ResolverTests.Petrol' returned nil  [returned-nil]
                  asked for by   resolve()  ResolverTests/FailureTests.swift:\(line + 1)
                  registered     ResolverTests/FailureTests.swift:\(line + 1)
                  to mend it     return an instance, or ask with optional()
                """)
    }

    @Test func aFactoryThatThrewIsNamedWithItsError() async throws {
        let line = #line
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Resolver.register { () throws -> any Motor in throw Broken() }
            Resolver.register { Car(engine: $0.resolve()) }
            _ = try? Resolver.require(Car.self)
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: the factory of 'any ResolverTests.Motor' threw ResolverTests.Broken: Broken()  [factory-threw]
                  asked for by   ResolverTests.Car  ResolverTests/FailureTests.swift:\(line + 1)
                            in   resolve()          ResolverTests/FailureTests.swift:\(line + 1)
                  registered     ResolverTests/FailureTests.swift:\(line + 1)
                  to mend it     ask with 'require()' or 'requireAsync()', in the factories between as well, and catch it
                """)
    }

    @Test func anErrorDescribesItselfAsTheReport() throws {
        let line = #line + 3
        let error = try withSandbox(.fresh) {
            Resolver.registerServices = nil
            return try #require(throws: ResolutionError.self) { try Resolver().require(Tyre.self) }
        }
        #expect(
            error.description == """
                Resolver: nothing is registered for 'ResolverTests.Tyre'  [missing-registration]
                  asked for by   resolve()  ResolverTests/FailureTests.swift:\(line)
                  to mend it     register it with the resolver that is asked, or add the one that has it with add(child:)
                """)
    }

    // MARK: - Settings and lifetimes

    @Test func anAbsurdDepthLimitIsRefused() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Resolver.depthLimit = -1
        }
        let text = try failureText(result)
        #expect(
            text
                == "Resolver: Resolver.depthLimit must be between 2 and 1,000,000 (was -1)  [depth-limit]")
    }

    @Test func aLazyServiceWhoseContainerIsGoneIsNamed() async throws {
        let line = #line
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let radio = LazyInjected<Radio>(container: Resolver())
            _ = radio.wrappedValue
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: the container of a lazy 'ResolverTests.Radio' is gone  [ended-container]
                  the property   ResolverTests/FailureTests.swift:\(line + 1)
                  to mend it     hold the container for as long as the property is used
                """)
    }

    @Test func aLazyServiceWhoseSandboxHasEndedIsNamed() async throws {
        let line = #line
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let radio = withSandbox { LazyInjected<Radio>() }
            _ = radio.wrappedValue
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: the sandbox of a lazy 'ResolverTests.Radio' has ended  [ended-sandbox]
                  the property   ResolverTests/FailureTests.swift:\(line + 1)
                  to mend it     use what was made in a sandbox inside it; make what is static before, or ask with Resolver.resolve() each time
                """)
    }

    @Test func aResolverWhoseSandboxHasEndedIsNamed() async throws {
        let line = #line
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let resolver = withSandbox { Resolver.main }
            _ = resolver.resolve(Radio.self)
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: 'ResolverTests.Radio' is asked of a container whose sandbox has ended  [ended-sandbox]
                  asked for by   resolve()  ResolverTests/FailureTests.swift:\(line + 1)
                  to mend it     use what was made in a sandbox inside it, or take SandboxContext.current along
                """)
    }

    /// The near misses of the error of a type.
    private func misses<Service>(of type: Service.Type, _ register: () -> Void) -> [Substring] {
        let error = withSandbox(.fresh) {
            Resolver.registerServices = nil
            register()
            return #expect(throws: ResolutionError.self) { try Resolver.require(type) }
        }
        return error?.description.split(separator: "\n").filter { $0.contains("did you mean") } ?? []
    }

    @Test func aTypeWithAPartOfTheNameIsNoNearMiss() {
        #expect(misses(of: Set<Int>.self) { Resolver.register { [Int]() } }.isEmpty)
        #expect(misses(of: (any Au).self) { Resolver.register { AuPair() } }.isEmpty)
        #expect(misses(of: (any GaugeProtocol).self) { Resolver.register { LiveGauge() as any GaugeBox } }.isEmpty)
    }

    @Test func threeNearMissesAreNamed() {
        let misses = misses(of: Petrol.self) {
            for name in ["a", "b", "c", "d"] { Resolver.register(name: Resolver.Name(name)) { Petrol() } }
        }
        #expect(misses.count == 3)
    }

    @Test func theTypeItselfIsANearMissOfASubclass() {
        let type: Gauge.Type = RoundGauge.self
        let misses = misses(of: type) { Resolver.register { Gauge() } }
        #expect(misses.count == 1)
        #expect(misses.first?.contains("'ResolverTests.Gauge', registered at") == true)
    }

    @Test func aPlaceThatIsNotKnownIsNoRow() {
        let error = withSandbox(.fresh) {
            Resolver.registerServices = nil
            let register: (Petrol.Type, Resolver.Name?, @escaping ResolverFactory<Petrol>) -> ResolverOptions<Petrol> =
                Resolver.register
            _ = register(Petrol.self, nil) { nil }
            return #expect(throws: ResolutionError.self) { try Resolver.require(Petrol.self) }
        }
        #expect(error?.identifier == "returned-nil")
        #expect(error?.description.contains("registered") == false)
    }
}
