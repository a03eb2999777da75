import SafeFacade
import TestSupport
import Testing

// Tasks that outlive the run in which they were started, and ask without `await` for a service of that run.

private let scopeLine = #line + 2
extension Scope {
    fileprivate static let call = TaskScope()
}

private let declarations = #line
extension Container {
    fileprivate var caller: Factory<Thing> { self { Thing() }.scope(.call) }
    fileprivate var welcome: Factory<Thing> { self { $0.caller() } }
    fileprivate var line: ParameterFactory<Int, Thing> { self { _ in Thing() }.scope(.call).scopeOnParameters }
}

private let calls = #line
private func askForTheCaller() { _ = Container.shared.caller() }
private func askForAWelcome() { _ = Container.shared.welcome() }
private func askForALine() { _ = Container.shared.line(1) }

/// Asks in a run, and then again after its end, in a task that was started in the run.
private func askAgainAfterTheEnd(_ ask: @escaping @Sendable () -> Void) async throws {
    beginProcess(isShown: false)
    let isOver = AsyncStream.makeStream(of: Void.self)
    let task = try await Scope.call.run {
        ask()
        return Task {
            for await _ in isOver.stream {}
            ask()
        }
    }
    isOver.continuation.finish()
    await task.value
}

@Suite struct EndedRunTests {
    @Test func aTypedCallTraps() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try await askAgainAfterTheEnd { askForTheCaller() }
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: 'Container.caller' is asked for after the run of its scope has ended  [ended-run]
                  asked for by   resolve()  SafeFacadeTests/EndedRunTests.swift:\(calls + 1)
                  its scope      declared at SafeFacadeTests/EndedRunTests.swift:\(scopeLine)
                  to mend it     wait, in the run, for the tasks that are started there, or begin a run of their own in them
                """)
    }

    @Test func aCallInAFactoryTraps() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try await askAgainAfterTheEnd { askForAWelcome() }
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: 'Container.caller' is asked for after the run of its scope has ended  [ended-run]
                  asked for by   Container.welcome  SafeFacadeTests/EndedRunTests.swift:\(declarations + 3)
                            in   resolve()          SafeFacadeTests/EndedRunTests.swift:\(calls + 2)
                  its scope      declared at SafeFacadeTests/EndedRunTests.swift:\(scopeLine)
                  to mend it     wait, in the run, for the tasks that are started there, or begin a run of their own in them
                """)
    }

    @Test func aCallWithAParameterTraps() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try await askAgainAfterTheEnd { askForALine() }
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: 'Container.line' is asked for after the run of its scope has ended  [ended-run]
                  asked for by   resolve()  SafeFacadeTests/EndedRunTests.swift:\(calls + 3)
                  its scope      declared at SafeFacadeTests/EndedRunTests.swift:\(scopeLine)
                  to mend it     wait, in the run, for the tasks that are started there, or begin a run of their own in them
                """)
    }
}
