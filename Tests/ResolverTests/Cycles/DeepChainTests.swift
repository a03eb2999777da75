import Resolver
import TestSupport
import Testing

// How deep services may be nested.

private final class Level: Sendable {
    let next: Level?
    init(next: Level?) { self.next = next }

    /// Goes through the levels one by one: if a chain is released at once, the calls nest as deep as it is long.
    static func depth(of level: Level) -> Int {
        var (count, next) = (1, level.next)
        while let level = next { (count, next) = (count + 1, level.next) }
        return count
    }
}

/// The bytes that are allocated while the innermost service is made.
private let innermostBytes = Locked(0)

/// Registers levels that need each other, down to the one with number 0.
private func registerLevels(_ count: Int, _ scope: ResolverScope) {
    for number in 0..<count {
        let next: Resolver.Name? = number == 0 ? nil : Resolver.Name("\(number - 1)")
        Resolver.register(name: Resolver.Name("\(number)")) { resolver in
            if next == nil { innermostBytes.withLock { $0 = heapBytes() } }
            return Level(next: next.map { resolver.resolve(name: $0) })
        }.scope(scope)
    }
}

private func setDepthLimit(_ limit: Int) { Resolver.depthLimit = limit }
private func registerLimit() {
    Resolver.register { (_: Resolver) -> Tyre in
        setDepthLimit(1)
        return Tyre(inches: 1)
    }
}
private func resolveLimit() { _ = Resolver.resolve(Tyre.self) }

@Suite struct DeepChainTests {
    @Test(
        "own defect A8: 500 kept services need each other on a stack of 512 KB", .enabled(if: isOptimized),
        arguments: KeptScope.allCases, Surroundings.allCases)
    func aLongChainOnASmallStack(_ kept: KeptScope, _ surroundings: Surroundings) async {
        await expectChain(of: 500, kept, surroundings)
    }

    @Test(
        "own defect A8: 60 kept services need each other on a stack of 512 KB in a debug build",
        .disabled(if: isOptimized), arguments: KeptScope.allCases, Surroundings.allCases)
    func aChainOnASmallStack(_ kept: KeptScope, _ surroundings: Surroundings) async {
        await expectChain(of: 60, kept, surroundings)
    }

    private func expectChain(of count: Int, _ kept: KeptScope, _ surroundings: Surroundings) async {
        await #expect(processExitsWith: .success) { [count, kept, surroundings] in
            surroundings.run {
                let context = SandboxContext.current
                onThreads(1, stackSize: 512 << 10) { _ in
                    context.run {
                        registerLevels(count, kept.scope)
                        let top = Resolver.resolve(Level.self, name: Resolver.Name("\(count - 1)"))
                        ensure(Level.depth(of: top) == count)
                        ensure(
                            kept == .shared || Resolver.resolve(Level.self, name: Resolver.Name("\(count - 1)")) === top
                        )
                    }
                }
            }
        }
    }

    @Test(
        "own defect A8: the memory of a chain of kept services grows with its length",
        .disabled(if: heapBytes() == 0, "the system does not tell what is allocated"),
        arguments: KeptScope.allCases, Surroundings.allCases)
    func memoryOfAChain(_ kept: KeptScope, _ surroundings: Surroundings) async {
        await #expect(processExitsWith: .success) { [kept, surroundings] in
            surroundings.run {
                @Sendable func bytes(_ count: Int) -> Int {
                    registerLevels(count, kept.scope)
                    let before = heapBytes()
                    let top = Resolver.resolve(Level.self, name: Resolver.Name("\(count - 1)"))
                    ensure(Level.depth(of: top) == count)
                    return innermostBytes.withLock { $0 } - before
                }
                let context = SandboxContext.current
                onThreads(1, stackSize: 256 << 20) { _ in
                    context.run {
                        let few = bytes(200)
                        Resolver.reset()
                        Resolver.registerServices = nil
                        let many = bytes(2_000)
                        // Ten times as much is expected; twice that is allowed, for what the first round left over.
                        ensure(many < 20 * max(few, 20_000), "\(few) \(many)")
                    }
                }
            }
        }
    }

    @Test("own defect A12: a depth limit that cannot be is reported with who sets it", arguments: Surroundings.allCases)
    func aDepthLimitThatCannotBe(_ surroundings: Surroundings) async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [surroundings] in
            surroundings.run {
                registerLimit()
                resolveLimit()
            }
        }
        let text = try failureText(result)
        #expect(text.contains("[depth-limit]") && text.contains("ResolverTests.Tyre"), "\(text)")
    }
}
