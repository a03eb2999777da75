import Foundation
import Resolver
import TestSupport
import Testing

/// Tests that repeated work leaves memory as it was.
///
/// Each test runs in a process of its own, and compares its resident memory after a warm-up with that at the end. The counts in
/// the code are those for release builds; debug builds do a fifth.
@Suite(
    .disabled(if: isSanitized, "the thread sanitizer keeps memory of its own"),
    .disabled(if: residentBytes() == nil, "resident memory is read from /proc, which only Linux has"),
    .ownThreads
)
struct MemoryTests {
    @Test func registeringOneKeyAgainAndAgainTakesNoMore() async {
        await #expect(processExitsWith: .success) {
            beginProcess()
            let resolver = Resolver()
            repeatFlat(1_000_000) { number in
                resolver.register { number }.implements((any Sendable).self)
                if number % 8 == 0 { _ = resolver.resolve(Int.self) }
            }
        }
    }

    @Test func resettingAScopeTakesNoMore() async {
        await #expect(processExitsWith: .success) {
            beginProcess()
            let resolver = Resolver()
            let census = Census()
            resolver.register { Alpha(registration: 0, argument: nil, needs: [], census: census) }.scope(.cached)
            resolver.register { Beta(registration: 0, argument: nil, needs: [], census: census) }.scope(.shared)
            repeatFlat(1_000_000) { number in
                _ = resolver.resolve(Alpha.self)
                _ = resolver.resolve(Beta.self)
                ResolverScope.cached.reset()
            }
        }
    }

    @Test func statingAnotherScopeTakesNoMore() async {
        await #expect(processExitsWith: .success) {
            beginProcess()
            let resolver = Resolver()
            let options = resolver.register { 7 }
            repeatFlat(500_000) { number in
                options.scope(number % 2 == 0 ? .cached : ResolverScopeCache())
                _ = resolver.resolve(Int.self)
            }
        }
    }

    @Test func resolversThatComeAndGoLeaveNothing() async {
        await #expect(processExitsWith: .success) {
            beginProcess()
            repeatFlat(500_000) { number in
                let resolver = Resolver(child: Resolver())
                resolver.register { number }.scope(.container)
                _ = resolver.resolve(Int.self)
            }
        }
    }

    @Test func resolversThatComeAndGoInASandboxLeaveNothing() async {
        await #expect(processExitsWith: .success) {
            beginProcess()
            withSandbox(.fresh) {
                repeatFlat(500_000) { number in
                    let resolver = Resolver()
                    resolver.register { number }.scope(number % 2 == 0 ? .container : .cached)
                    _ = resolver.resolve(Int.self)
                }
            }
        }
    }

    @Test func sandboxesThatComeAndGoLeaveNothing() async {
        await #expect(processExitsWith: .success) {
            beginProcess()
            let census = Census()
            let foreign = Resolver()
            foreign.register { "foreign" }.scope(.cached)
            Resolver.register { 7 }.scope(.application)
            Resolver.register { Alpha(registration: 0, argument: nil, needs: [], census: census) }
                .implements((any Part).self).scope(.container)
            repeatFlat(100_000) { number in
                withSandbox(number % 2 == 0 ? .copied : .fresh) {
                    Resolver.register { "\(number)" }.scope(.cached)
                    Resolver.root = Resolver(child: .main)
                    _ = Resolver.resolve(String.self)
                    _ = Resolver.optional((any Part).self)
                    _ = foreign.resolve(String.self)
                }
            }
            ensure(census.living.isEmpty, "\(census.living.count) are left")
        }
    }

    @Test func resettingEverythingTakesNoMore() async {
        await #expect(processExitsWith: .success) {
            beginProcess()
            let census = Census()
            repeatFlat(100_000) { number in
                Resolver.register { Alpha(registration: 0, argument: nil, needs: [], census: census) }
                    .implements((any Part).self).scope(number % 2 == 0 ? .application : .container)
                Resolver.main.add(child: Resolver())
                _ = Resolver.resolve((any Part).self)
                Resolver.reset()
            }
            ensure(census.living.isEmpty, "\(census.living.count) are left")
        }
    }

    @Test func lazyServicesAndFailuresLeaveNothing() async {
        await #expect(processExitsWith: .success) {
            beginProcess()
            struct Model { @LazyInjected var number: Int }
            struct Broken: Error {}
            Resolver.register { 7 }
            Resolver.register { () throws -> String in throw Broken() }.scope(.cached)
            repeatFlat(300_000) { number in
                let model = Model()
                ensure(model.number == 7, "another")
                model.$number.release()
                ensure(model.number == 7, "another")
                if number % 8 == 0 { ensure((try? Resolver.require(String.self)) == nil, "no failure") }
            }
        }
    }

    @Test func threadsThatComeAndGoLeaveNothing() async {
        await #expect(processExitsWith: .success) {
            beginProcess()
            let resolver = Resolver()
            resolver.register { 7 }.scope(.cached)
            repeatFlat(50_000) { _ in onThreads(1) { _ in ensure(resolver.resolve(Int.self) == 7, "another") } }
        }
    }
}

/// Repeats a body, and ends the program if resident memory grows by more than the noise.
private func repeatFlat(_ count: Int, line: UInt = #line, _ body: (Int) -> Void) {
    let count = rounds(count, debug: count / 5)
    for number in 0..<count / 5 { body(number) }
    guard let before = residentBytes() else { return }
    for number in 0..<count { body(number) }
    guard let after = residentBytes() else { return }
    // The allocator may take almost 16 bytes each time without any leak, at the lowest count of 10,000.
    let noise = 2 << 20
    ensure(after - before < noise, "grew by \(after - before) bytes in \(count) times, from \(before)", line: line)
}

/// The resident memory of this process; nil if the system does not tell.
private func residentBytes() -> Int? {
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return nil }
    let fields = text.split(separator: " ")
    return fields.count > 1 ? Int(fields[1]).map { $0 * Int(sysconf(Int32(_SC_PAGESIZE))) } : nil
}
