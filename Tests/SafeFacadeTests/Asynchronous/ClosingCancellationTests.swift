import SafeFacade
import TestSupport
import Testing

// Tasks that are cancelled while they wait for an end: a container's, or a run's.

extension Scope {
    fileprivate static let shift = TaskScope()
}

/// Two services with closers, of which the first that is closed waits until it is let go on.
private final class Shop: Sendable {
    let isClosing = AsyncStream.makeStream(of: Void.self)
    let goOn = AsyncStream.makeStream(of: Void.self)
    /// What was closed, in that order.
    let closed = Locked<[String]>([])

    @TaskLocal static var current = Shop()

    func closeSlowly(_ name: String) async {
        isClosing.continuation.finish()
        let stream = goOn.stream
        // A task of its own, as a stream ends where its task is cancelled.
        await Task { for await _ in stream {} }.value
        close(name)
    }

    func close(_ name: String) { closed.withLock { $0.append("\(name), cancelled: \(Task.isCancelled)") } }

    /// Runs a body in a sandbox with a shop of its own.
    static func open(_ body: (Shop) async throws -> Void) async throws {
        let shop = Shop()
        try await $current.withValue(shop) { try await withSandbox(.fresh) { try await body(shop) } }
    }
}

extension Container {
    fileprivate var till: Factory<Thing> { self { Thing() }.singleton.onClose { _, _ in Shop.current.close("till") } }
    fileprivate var window: AsyncFactory<Thing> {
        self { Thing() }.cached.onClose { _ in await Shop.current.closeSlowly("window") }
    }
    fileprivate var apron: Factory<Thing> {
        self { Thing() }.scope(.shift).onClose { _, _ in Shop.current.close("apron") }
    }
    fileprivate var drawer: AsyncFactory<Thing> {
        self { Thing() }.scope(.shift).onClose { _ in await Shop.current.closeSlowly("drawer") }
    }
}

/// Whether what a container keeps is refused as closed.
private func isClosed() async -> Bool {
    do { _ = try await Container.shared.window() } catch {
        if case .closed? = (error as? ResolutionError)?.reason { return true }
    }
    return false
}

private let closedOnce = ["window, cancelled: false", "till, cancelled: false"]

private func ensureAllIsClosedOnce(_ shop: Shop) async {
    let closed = shop.closed.withLock { $0 }
    ensure(closed == closedOnce, "\(closed)")
    ensure(await isClosed(), "it is not closed")
}

@Suite struct ClosingCancellationTests {
    @Test func whoIsCancelledWhileAContainerIsClosedClosesAllOfIt() async {
        await #expect(processExitsWith: .success) {
            beginProcess(seconds: 60)
            try await Shop.open { shop in
                _ = (Container.shared.till(), try await Container.shared.window())
                let isOver = Counter()
                let closing = Task {
                    try await Container.shared.close()
                    isOver.add()
                    return Task.isCancelled
                }
                for await _ in shop.isClosing.stream {}
                closing.cancel()
                await letOthersGoOn()
                ensure(isOver.value == 0 && shop.closed.withLock { $0 } == [], "it is over")
                shop.goOn.continuation.finish()
                ensure(try await closing.value, "not cancelled")
                await ensureAllIsClosedOnce(shop)
            }
        }
    }

    @Test func whoIsCancelledBeforehandClosesAllOfIt() async {
        await #expect(processExitsWith: .success) {
            beginProcess(seconds: 60)
            try await Shop.open { shop in
                _ = (Container.shared.till(), try await Container.shared.window())
                shop.goOn.continuation.finish()
                try await Task {
                    withUnsafeCurrentTask { $0?.cancel() }
                    try await Container.shared.close()
                }.value
                await ensureAllIsClosedOnce(shop)
            }
        }
    }

    @Test func aSecondCallerThatIsCancelledWaitsAllTheSame() async {
        await #expect(processExitsWith: .success) {
            beginProcess(seconds: 60)
            try await Shop.open { shop in
                _ = (Container.shared.till(), try await Container.shared.window())
                async let first: Void = Container.shared.close()
                for await _ in shop.isClosing.stream {}
                let (isCalled, isOver) = (Counter(), Counter())
                let second = Task {
                    isCalled.add()
                    try await Container.shared.close()
                    isOver.add()
                }
                try await wait { isCalled.value == 1 }
                await letOthersGoOn()
                second.cancel()
                await letOthersGoOn()
                ensure(isOver.value == 0, "it is over")
                shop.goOn.continuation.finish()
                try await second.value
                try await first
                await ensureAllIsClosedOnce(shop)
            }
        }
    }

    @Test func whoIsCancelledWhileItsRunEndsClosesAllOfIt() async {
        await #expect(processExitsWith: .success) {
            beginProcess(seconds: 60)
            try await Shop.open { shop in
                let isOver = Counter()
                let running = Task {
                    let result = try await Scope.shift.run {
                        _ = (Container.shared.apron(), try await Container.shared.drawer())
                        return "done"
                    }
                    isOver.add()
                    return result
                }
                for await _ in shop.isClosing.stream {}
                running.cancel()
                await letOthersGoOn()
                ensure(isOver.value == 0 && shop.closed.withLock { $0 } == [], "it is over")
                shop.goOn.continuation.finish()
                // What the operation has returned is not lost.
                let result = try await running.value
                ensure(result == "done", result)
                ensure(shop.closed.withLock { $0 } == ["drawer, cancelled: false", "apron, cancelled: false"])
            }
        }
    }
}
