import Resolver
import SafeFacade
import TestSupport
import Testing

// What cannot be closed, what asks after it was closed, and closers that would never run.

private let scopeLine = #line + 2
extension Scope {
    fileprivate static let request = TaskScope()
}

private struct Trouble: Error {}

private let declarations = #line
extension Container {
    fileprivate var broken: Factory<Thing> {
        self { Thing("broken") }.scope(.request).onClose { _, _ in throw Trouble() }
    }
    fileprivate var asking: Factory<Thing> {
        self { Thing("asking") }.scope(.request).onClose { [self] _, _ in _ = try await work() }
    }
    fileprivate var failing: Factory<Thing> { self { Thing("failing") }.cached.onClose { _, _ in throw Trouble() } }
    fileprivate var closing: AsyncFactory<Thing> {
        self { container in
            try await container.close()
            return Thing("closing")
        }.cached
    }
    fileprivate var lost: Factory<Thing> { self { Thing("lost") }.onClose { _, _ in } }
    fileprivate var lostWeakly: AsyncFactory<Thing> { self { Thing("lost") }.onClose { _, _ in }.shared }
    fileprivate var slot: Factory<Thing> { required().onClose { part, _ in Stage.add(part.label) } }
    fileprivate var lostSlot: Factory<Thing> { required().unique.onClose { (_: Thing) in } }
}

extension Container {
    fileprivate var log: Factory<Thing> { self { Thing("log") }.scope(.request).onClose { Stage.add($0.label) } }
    fileprivate var pool: Factory<Thing> { self { Thing("pool") }.singleton.onClose { Stage.add($0.label) } }
    fileprivate var plain: Factory<Thing> { self { Thing("plain") }.cached }
    fileprivate var work: AsyncFactory<Thing> { self { Thing("work") }.scope(.request) }
    fileprivate var database: AsyncFactory<Thing> { self { Thing("database") }.singleton }
}

private final class Told: ResolutionObserver {
    let errors = Locked<[ClosingError]>([])
    func observe(_ event: ResolutionEvent) {}
    func observe(_ error: ClosingError) { errors.withLock { $0.append(error) } }
}

// These calls are outside of the test macros, which count their lines differently.
private let calls = #line
private func askAfterwards() { _ = Container.shared.plain() }
private func bindSlot() { Container.shared.slot.register { Thing("bound") } }
private func closeAll() async throws { try await Container.shared.close() }

@Suite struct ClosingFailureTests {
    @Test func anErrorOfACloserIsThrownAfterSuccess() async throws {
        let closed = await withStage {
            let thrown = await text {
                try await Scope.request.run {
                    _ = Container.shared.log()
                    _ = Container.shared.broken()
                }
            }
            #expect(
                thrown == """
                    Resolver: a service could not be closed  [closing-failed]
                      the closer     of 'Container.broken', declared at SafeFacadeTests/ClosingFailureTests.swift:\(declarations + 3), threw SafeFacadeTests.Trouble: Trouble()
                      to mend it     catch in the closer what it can do without
                    """)
        }
        #expect(closed == ["log"])
    }

    @Test func anErrorOfACloserNamesTheDeclarationOfWhatIsOverridden() async throws {
        await withStage {
            Container.shared.failing.register { Thing("mock") }
            _ = Container.shared.failing()
            let thrown = await text { try await Container.shared.close() }
            let place = "SafeFacadeTests/ClosingFailureTests.swift:\(declarations + 8)"
            #expect(thrown.contains("of 'Container.failing', declared at \(place), threw"))
        }
    }

    @Test func eachErrorOfACloserIsThrown() async throws {
        await withStage {
            let thrown = await text {
                try await Scope.request.run {
                    _ = Container.shared.broken()
                    _ = Container.shared.asking()
                }
            }
            #expect(thrown.hasPrefix("Resolver: 2 services could not be closed  [closing-failed]\n"))
            #expect(thrown.contains("the closer     of 'Container.broken', declared at"))
            #expect(thrown.contains("the closer     of 'Container.asking', declared at"))
        }
    }

    @Test func afterAFailureItIsToldToObservers() async throws {
        let told = Told()
        await withStage {
            Container.addObserver(told)
            await #expect(throws: CancellationError.self) {
                try await Scope.request.run {
                    _ = Container.shared.broken()
                    throw CancellationError()
                }
            }
        }
        let services = told.errors.withLock { $0.flatMap(\.failures).map { "\($0.service)" } }
        #expect(services == ["Container.broken"])
    }

    @Test("own defect D65: where nobody observes, it is printed")
    func withoutAnObserverItIsPrinted() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            await withSandbox {
                try? await Scope.request.run {
                    _ = Container.shared.broken()
                    throw CancellationError()
                }
            }
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: a service could not be closed  [closing-failed]
                  the closer     of 'Container.broken', declared at SafeFacadeTests/ClosingFailureTests.swift:\(declarations + 3), threw SafeFacadeTests.Trouble: Trouble()
                  to mend it     catch in the closer what it can do without
                """)
    }

    @Test("own defect D409: a closer that asks for what ends is told what a closer may do")
    func aCloserThatAsksForWhatEndsIsToldSo() async throws {
        let thrown = await text {
            try await withSandbox { try await Scope.request.run { _ = Container.shared.asking() } }
        }
        #expect(
            thrown == """
                Resolver: a service could not be closed  [closing-failed]
                  the closer     of 'Container.asking', declared at SafeFacadeTests/ClosingFailureTests.swift:\(declarations + 6), threw Resolver.ResolutionError: Resolver: 'Container.work' is asked for after the run of its scope has ended  [ended-run]
                                   asked for by   resolve()  SafeFacadeTests/ClosingFailureTests.swift:\(declarations + 6)
                                   its scope      declared at SafeFacadeTests/ClosingFailureTests.swift:\(scopeLine)
                                   to mend it     use, in a closer or a 'deinit', only what the service holds
                  to mend it     catch in the closer what it can do without
                """)
    }

    @Test func aCloserOfWhatNothingKeepsIsReported() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Container.shared.lost()
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: 'Container.lost' states onClose, and nothing keeps it until then  [never-closed]
                  declared       SafeFacadeTests/ClosingFailureTests.swift:\(declarations + 15)
                  its lifetime   unique
                  to mend it     state one that keeps it, or take onClose away and close it where it is used
                """)
    }

    @Test func aCloserOfASlotThatStatesALifetimeWhichKeepsNothingIsReported() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Container.shared.unbound(in: [\.lostSlot])
        }
        let text = try failureText(result)
        #expect(text.hasPrefix("Resolver: 'Container.lostSlot' states onClose, and nothing keeps it until then"))
    }

    @Test func aCloserOfWhatTheContainersDefaultDoesNotKeepIsReported() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Container.shared.manager.defaultLifetime = .graph
            _ = Container.shared.lost()
        }
        let text = try failureText(result)
        #expect(text.contains("its lifetime   graph"))
    }

    @Test func aCloserOfWhatIsHeldWeaklyIsReportedWhereItIsMadeAsynchronously() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = try await Container.shared.lostWeakly()
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: 'Container.lostWeakly' states onClose, and nothing keeps it until then  [never-closed]
                  declared       SafeFacadeTests/ClosingFailureTests.swift:\(declarations + 16)
                  its lifetime   shared
                  to mend it     state one that keeps it, or take onClose away and close it where it is used
                """)
    }

    @Test("own defect D296: what is bound to a slot with a closer states a lifetime, where the slot does not")
    func whatIsBoundToASlotThatStatesOnCloseMustBeKept() async throws {
        withSandbox {
            Container.shared.slot.register(scope: .unique) { Thing("mock") }
            Container.shared.slot.register(scope: .cached) { Thing("bound") }
            // This override has the lifetime of the one that it replaces.
            Container.shared.slot.register { Thing("mock") }
        }
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            bindSlot()
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: 'Container.slot' states onClose, and nothing keeps it until then  [never-closed]
                  registered     SafeFacadeTests/ClosingFailureTests.swift:\(calls + 2)
                  declared       SafeFacadeTests/ClosingFailureTests.swift:\(declarations + 17)
                  its lifetime   unique
                  to mend it     state one that keeps it, or take onClose away and close it where it is used
                """)
    }

    @Test("own defect D409: a closer that asks for what is closed with it is told so")
    func aCloserThatAsksForWhatIsClosedWithItIsToldSo() async throws {
        let thrown = await withSandbox(.fresh) {
            await text {
                _ = Container.shared.pool.onClose { _ async throws in _ = try await Container.shared.database() }()
                try await Container.shared.close()
            }
        }
        #expect(thrown.contains("'Container.database' is asked for after it was closed  [closed]"))
        #expect(thrown.contains("use, in a closer or a 'deinit', only what the service holds"))
    }

    @Test func allErrorsOfClosersAreThrown() async throws {
        let closed = await withStage {
            _ = (Container.shared.pool(), Container.shared.failing())
            let thrown = await text { try await Container.shared.close() }
            #expect(
                thrown == """
                    Resolver: a service could not be closed  [closing-failed]
                      the closer     of 'Container.failing', declared at SafeFacadeTests/ClosingFailureTests.swift:\(declarations + 8), threw SafeFacadeTests.Trouble: Trouble()
                      to mend it     catch in the closer what it can do without
                    """)
        }
        #expect(closed == ["pool"])
    }

    @Test func askingAfterwardsIsThrown() async throws {
        let line = #line + 4
        let thrown = await withSandbox {
            await text {
                try await Container.shared.close()
                _ = try await Container.shared.database()
            }
        }
        #expect(
            thrown == """
                Resolver: 'Container.database' is asked for after it was closed  [closed]
                  asked for by   resolve()  SafeFacadeTests/ClosingFailureTests.swift:\(line)
                  closed         with close() at SafeFacadeTests/ClosingFailureTests.swift:\(line - 1)
                  to mend it     ask before close(), or call reset() of its container to begin anew
                """)
    }

    @Test func askingAfterOneScopeWasClosedNamesThatCall() async throws {
        let line = #line + 4
        let thrown = await withSandbox {
            await text {
                try await Container.shared.close(.singleton)
                _ = try await Container.shared.database()
            }
        }
        let place = "SafeFacadeTests/ClosingFailureTests.swift:\(line - 1)"
        #expect(thrown.contains("  closed         with close() at \(place)\n"), "\(thrown)")
    }

    @Test func askingAfterwardsTrapsWhereNothingCanBeThrown() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Container.shared.plain()
            try await closeAll()
            askAfterwards()
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: 'Container.plain' is asked for after it was closed  [closed]
                  asked for by   resolve()  SafeFacadeTests/ClosingFailureTests.swift:\(calls + 1)
                  closed         with close() at SafeFacadeTests/ClosingFailureTests.swift:\(calls + 3)
                  to mend it     ask before close(), or call reset() of its container to begin anew
                """)
    }

    @Test func aConstructionThatClosesWhatKeepsItIsToldSo() async throws {
        let line = #line + 1
        let thrown = await withSandbox { await text { _ = try await Container.shared.closing() } }
        #expect(
            thrown == """
                Resolver: 'Container.closing' is being made by what closes it  [closed-inside]
                  asked for by   Container.closing  SafeFacadeTests/ClosingFailureTests.swift:\(declarations + 11)
                            in   resolve()          SafeFacadeTests/ClosingFailureTests.swift:\(line)
                  to mend it     call close() outside of factories, when what they make is there
                """)
    }
}
