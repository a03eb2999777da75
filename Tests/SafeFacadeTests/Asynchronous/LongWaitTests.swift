import Resolver
import SafeFacade
import TestSupport
import Testing

// Many requests that wait at once, and what is printed of that.

extension Scope {
    fileprivate static let visit = TaskScope()
}

private enum Door {
    static let visitors = Locked(0)
    static let isOpen = Locked(false)

    /// Waits until it is open.
    static func wait() async {
        visitors.withLock { $0 += 1 }
        while !isOpen.withLock({ $0 }) { try? await Task.sleep(nanoseconds: 1_000_000) }
    }
}

private let declarations = #line
extension Container {
    fileprivate var strongroom: AsyncFactory<Thing> {
        self {
            await Door.wait()
            return Thing()
        }.singleton
    }
    fileprivate var visitorsPass: AsyncFactory<Thing> {
        self {
            _ = try await $0.strongroom()
            return Thing()
        }.scope(.visit)
    }
    fileprivate var inquiry: AsyncFactory<Thing> {
        self {
            await Door.wait()
            return Thing()
        }.scope(.visit)
    }
    fileprivate var counterDesk: Factory<Thing> { self { Thing() }.scope(.visit).onClose { _ in await Door.wait() } }
}

// Outside the macros, which count their lines differently.
private let calls = #line
private func askForAPass() async throws { _ = try await Container.shared.visitorsPass() }
private func askForAnInquiry() async throws { _ = try await Container.shared.inquiry() }
private func askForADesk() { _ = Container.shared.counterDesk() }

/// Has a hundred runs wait for long.
private func visit(_ ask: @escaping @Sendable () async throws -> Void, waiting count: Int) async throws {
    LongWaits.patience = 500_000_000
    try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<100 {
            group.addTask { try await Scope.visit.run(ask) }
        }
        while Door.visitors.withLock({ $0 }) < count { await Task.yield() }
        // Long enough for all of them to be looked at.
        try await Task.sleep(nanoseconds: 1_500_000_000)
        Door.isOpen.withLock { $0 = true }
        try await group.waitForAll()
    }
}

@Suite struct LongWaitTests {
    @Test("own defect D391: of many that wait for one construction, that one alone is reported")
    func manyThatWaitForOne() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            beginProcess(seconds: 60, isShown: false)
            try await visit(askForAPass, waiting: 1)
        }
        #expect(try reports(in: result, "made asynchronously") == 1)
        #expect(
            try failureText(result) == """
                Resolver: 'Container.strongroom' has been made asynchronously for 5 seconds  [long-wait]
                  the call       Container.strongroom    SafeFacadeTests/LongWaitTests.swift:\(declarations + 10)
                            in   Container.visitorsPass  SafeFacadeTests/LongWaitTests.swift:\(calls + 1)
                  to mend it     see whether its factory waits for something that waits for it
                """)
    }

    @Test("own defect D391: of many that are made, or closed, at once and for long, one stands for all")
    func manyOfOneService() async throws {
        let making = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            beginProcess(seconds: 60, isShown: false)
            try await visit(askForAnInquiry, waiting: 100)
        }
        let closing = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            beginProcess(seconds: 60, isShown: false)
            try await visit(askForADesk, waiting: 100)
        }
        // Not all need have begun between the same two looks.
        let possible = 1...10
        #expect(possible.contains(try reports(in: making, "made asynchronously")))
        #expect(possible.contains(try reports(in: closing, "closed")))
    }
}

/// How many long waits of a kind a process has reported.
private func reports(in result: ExitTest.Result?, _ kind: String) throws -> Int {
    let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    return output.split(separator: "\n").filter { $0.hasSuffix("has been \(kind) for 5 seconds  [long-wait]") }.count
}
