import Foundation
import Resolver
import SafeFacade
import TestSupport
import Testing

// Many requests that wait at the same time, and what is printed about them.

extension Scope {
    fileprivate static let visit = TaskScope()
}

/// Waits for longer than any test.
private func waitForLong() async { try? await Task.sleep(nanoseconds: 1_000_000_000_000) }

private let declarations = #line
extension Container {
    fileprivate var strongroom: AsyncFactory<Thing> {
        self {
            await waitForLong()
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
            await waitForLong()
            return Thing()
        }.scope(.visit)
    }
    fileprivate var counterDesk: Factory<Thing> { self { Thing() }.scope(.visit).onClose { _ in await waitForLong() } }
}

// These calls are outside of the test macros, which count their lines differently.
private let calls = #line
private func askForAPass() async throws { _ = try await Container.shared.visitorsPass() }
private func askForAnInquiry() async throws { _ = try await Container.shared.inquiry() }
private func askForADesk() { _ = Container.shared.counterDesk() }

/// Makes a hundred runs wait for a long time, with a given number of waits in all; ends the process.
private func visit(_ ask: @escaping @Sendable () async throws -> Void, waits: Int) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<100 {
            group.addTask { try await Scope.visit.run(ask) }
        }
        while LongWaits.count < waits { try await Task.sleep(nanoseconds: 1_000_000) }
        LongWaits.patience = 500_000_000
        // This is long enough for all waits to be examined.
        try await Task.sleep(nanoseconds: 2_500_000_000)
        exit(EXIT_SUCCESS)
    }
}

@Suite(.ownThreads) struct LongWaitTests {
    @Test("own defect D391: of many that wait for one construction, that one alone is reported")
    func manyThatWaitForOne() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            beginProcess(seconds: 60, isShown: false)
            try await visit(askForAPass, waits: 200)
        }
        let reports = try reports(in: result, "made asynchronously")
        #expect(reports == 1)
        let text = try failureText(result)
        #expect(
            text == """
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
            try await visit(askForAnInquiry, waits: 100)
        }
        let closing = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            beginProcess(seconds: 60, isShown: false)
            try await visit(askForADesk, waits: 100)
        }
        let made = try reports(in: making, "made asynchronously")
        let closed = try reports(in: closing, "closed")
        // They need not all have begun between the same two examinations.
        let possible = 1...10
        #expect(possible.contains(made))
        #expect(possible.contains(closed))
    }
}

/// How many long waits of a kind a process has reported.
private func reports(in result: ExitTest.Result?, _ kind: String) throws -> Int {
    let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    return output.split(separator: "\n").filter { $0.hasSuffix("has been \(kind) for 5 seconds  [long-wait]") }.count
}
