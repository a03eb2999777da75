import SafeFacade
import TestSupport
import Testing

// Containers that are closed while they are closed.

extension Scope {
    fileprivate static let job = TaskScope()
}

/// Says when it begins, and waits until it is let go on.
private final class SlowEnd: Sendable {
    let begun = AsyncStream.makeStream(of: Void.self)
    let goOn = AsyncStream.makeStream(of: Void.self)
    let isOver = Counter()
}

extension Container {
    fileprivate var diary: Factory<SlowEnd> {
        self { SlowEnd() }.cached.onClose { end, _ async throws in
            end.begun.continuation.finish()
            for await _ in end.goOn.stream {}
            end.isOver.add()
        }
    }
    fileprivate var clerk: Factory<Thing> {
        self { Thing() }.singleton.onClose { _, _ async throws in
            try await Scope.job.run { try await Container.shared.close() }
        }
    }
}

@Suite struct CloseAgainTests {
    @Test func closingAllWaitsForTheScopeThatIsBeingClosed() async throws {
        try await withSandbox(.fresh) {
            let end = Container.shared.diary()
            async let part: Void = Container.shared.close(.cached)
            for await _ in end.begun.stream {}
            async let isOver = {
                try await Container.shared.close()
                return end.isOver.value == 1
            }()
            // Time for a call to return that does not wait.
            try await Task.sleep(nanoseconds: 20_000_000)
            end.goOn.continuation.finish()
            #expect(try await isOver)
            try await part
        }
    }

    @Test func aCloserMayCloseInARun() async {
        await #expect(processExitsWith: .success) {
            beginProcess(seconds: 20)
            _ = Container.shared.clerk()
            try await Container.shared.close()
        }
    }
}
