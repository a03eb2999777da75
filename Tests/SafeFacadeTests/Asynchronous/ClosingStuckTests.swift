import Foundation
import Resolver
import SafeFacade
import TestSupport
import Testing

// Containers that are closed while a factory waits for something that never comes.

private let declarations = #line
extension Container {
    fileprivate var book: AsyncFactory<Thing> {
        self { container in
            await Stage.stop.pass()
            // The bookmark is made synchronously, also while the container is being closed.
            return container.bookmark()
        }.singleton.onClose { _, _ in Stage.add("book") }
    }
    fileprivate var bookmark: Factory<Thing> {
        self { Thing() }.cached.onClose { _, _ in Stage.add("bookmark") }
    }
    fileprivate var lamp: AsyncFactory<Thing> { self { Thing() }.cached }
    fileprivate var atlas: AsyncFactory<Thing> {
        self { Thing() }.cached.onClose { _, _ in Stage.add("atlas") }
    }
}

/// A desk whose closers wait until they are let go on.
private final class Bureau: SharedContainer {
    let manager = ContainerManager()
    let stop = Stop()
    let stopOfLid = Stop()
    init() {}
    var lid: Factory<Thing> { self { Thing() }.cached.onClose { _ in await self.stopOfLid.pass() } }
    var drawer: Factory<Thing> { self { Thing() }.cached.onClose { _ in await self.stop.pass() } }
}

// These calls are outside of the test macros, which count their lines differently.
private let calls = #line
private func askForTheBook() async throws -> Thing { try await Container.shared.book() }
private func askForALamp() async throws { _ = try await Container.shared.lamp() }
private func closeAll() async throws { try await Container.shared.close() }

@Suite struct ClosingStuckTests {
    @Test func closingWaitsForAFactoryAndClosesWhatItMakes() async {
        await #expect(processExitsWith: .success) {
            beginProcess(seconds: 60)
            let closed = try await withStage {
                let atlas = try await Container.shared.atlas()
                let asking = Task { try await askForTheBook() }
                await Stage.stop.hasBegun()
                let isOver = Counter()
                let closing = Task {
                    try await closeAll()
                    isOver.add()
                }
                try await waitUntilClosed()
                await letOthersGoOn()
                let refusal = await text { try await askForALamp() }
                ensure(
                    refusal == """
                        Resolver: 'Container.lamp' is asked for after it was closed  [closed]
                          asked for by   resolve()  SafeFacadeTests/ClosingStuckTests.swift:\(calls + 2)
                          closed         with close() at SafeFacadeTests/ClosingStuckTests.swift:\(calls + 3)
                          to mend it     ask before close(), or call reset() of its container to begin anew
                        """, refusal)
                // A kept instance is still given to a construction for which the end waits.
                ensure(try await Container.shared.atlas() === atlas, "it is another one")
                ensure(isOver.value == 0 && Stage.all == [], "it is over")
                Stage.stop.open()
                _ = try await asking.value
                try await closing.value
                ensure(LongWaits.count == 0, "what is over is watched")
                let refusalOfAll = await text { _ = try await Container.shared.atlas() }
                ensure(refusalOfAll.contains("after it was closed  [closed]"), refusalOfAll)
            }
            ensure(closed == ["book", "bookmark", "atlas"], "\(closed)")
        }
    }

    @Test(.ownThreads) func aFactoryThatKeepsClosingWaitingIsReported() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            beginProcess(seconds: 60, isShown: false)
            // Longer than the asker takes to be cancelled on a busy machine.
            LongWaits.patience = 1_000_000_000
            let asking = Task { try await askForTheBook() }
            await Stage.stop.hasBegun()
            asking.cancel()
            _ = try? await asking.value
            let closing = Task { try await closeAll() }
            // The wait for the end is watched until it is reported.
            while LongWaits.count == 0 { await Task.yield() }
            while LongWaits.count != 0 { try await Task.sleep(nanoseconds: 1_000_000) }
            // Time for the report to be written.
            try await Task.sleep(nanoseconds: 200_000_000)
            Stage.stop.open()
            try await closing.value
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: 'Container.book' has been made for 5 seconds, and its scope waits for that to end  [long-wait]
                  declared       SafeFacadeTests/ClosingStuckTests.swift:\(declarations + 3)
                  to mend it     see whether its factory waits for something that waits for it
                """)
    }

    @Test(.ownThreads) func aClosingIsReportedForHowLongItHasWaitedForOneServiceAndNotForAllTogether() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            beginProcess(seconds: 60, isShown: false)
            LongWaits.patience = 2_000_000_000
            let desk = Bureau()
            _ = (desk.lid(), desk.drawer())
            let closing = Task { try await desk.close() }
            // The closer of the drawer is reported, and is watched no more.
            while LongWaits.count == 0 { await Task.yield() }
            while LongWaits.count != 0 { try await Task.sleep(nanoseconds: 1_000_000) }
            let beginning = ContinuousClock.now
            desk.stop.open()
            // The closer of the lid now waits. Only time tells that it is not reported at once: two looks are taken meanwhile.
            try await Task.sleep(nanoseconds: 1_000_000_000)
            desk.stopOfLid.open()
            try await closing.value
            // On a machine that has stood still, the lid has perhaps been waited for too long as well.
            if ContinuousClock.now - beginning < .nanoseconds(LongWaits.patience) { writeToStandardError("in time\n") }
        }
        let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        let reported = output.split(separator: "\n").filter { $0.hasSuffix("[long-wait]") }
        let drawer = "Resolver: 'Bureau.drawer' has been closed for 5 seconds  [long-wait]"
        #expect(reported.first.map { "\($0)" } == drawer)
        #expect(!output.contains("in time") || reported.count == 1, "\(output)")
    }
}
