import SafeFacade
import TestSupport
import Testing

// Tests the same as DeepChainTests of the runtime face: how deep services may be nested.

/// A container that is followed by another, so that services can need each other across any number of containers.
private final class Carriage: SharedContainer {
    let manager = ContainerManager()
    // Sound because it is set before the container is used.
    nonisolated(unsafe) var next: Carriage?
    init() {}

    static func train(of count: Int) -> [Carriage] {
        let carriages = (0..<count).map { _ in Carriage() }
        for (carriage, next) in zip(carriages, carriages.dropFirst()) { carriage.next = next }
        return carriages
    }
}

private final class Load: Sendable {
    let behind: Load?
    init(behind: Load?) {
        self.behind = behind
        if behind == nil { innermostBytes.withLock { $0 = heapBytes() } }
    }
}

private let innermostBytes = Locked(0)

extension Carriage {
    fileprivate var load: Factory<Load> { self { Load(behind: $0.next?.load()) }.cached }
    fileprivate var heldLoad: Factory<Load> { self { Load(behind: $0.next?.heldLoad()) }.shared }
}

@Suite struct DeepChainTests {
    @Test(
        "own defect A8: kept services of containers need each other on a stack of 512 KB",
        arguments: Surroundings.allCases)
    func aChainOnASmallStack(_ surroundings: Surroundings) async {
        await #expect(processExitsWith: .success) { [surroundings] in
            surroundings.run {
                let context = SandboxContext.current
                onThreads(1, stackSize: 512 << 10) { _ in
                    context.run {
                        let train = Carriage.train(of: isOptimized ? 500 : 40)
                        var (count, next) = (0, Optional(train[0].load()))
                        while let load = next { (count, next) = (count + 1, load.behind) }
                        ensure(count == train.count)
                        ensure(train[0].load() === train[0].load())
                        _ = train[0].heldLoad()
                    }
                }
            }
        }
    }

    @Test(
        "own defect A8: the memory of a chain of kept services of containers grows with its length",
        .disabled(if: heapBytes() == 0, "the system does not tell what is allocated"),
        arguments: Surroundings.allCases)
    func memoryOfAChain(_ surroundings: Surroundings) async {
        await #expect(processExitsWith: .success) { [surroundings] in
            surroundings.run {
                @Sendable func bytes(_ count: Int) -> Int {
                    let train = Carriage.train(of: count)
                    let before = heapBytes()
                    let load = train[0].load()
                    return withExtendedLifetime(load) { innermostBytes.withLock { $0 } - before }
                }
                let context = SandboxContext.current
                onThreads(1, stackSize: 256 << 20) { _ in
                    context.run {
                        let (few, many) = (bytes(200), bytes(2_000))
                        ensure(many < 20 * max(few, 20_000), "\(few) \(many)")
                    }
                }
            }
        }
    }
}
