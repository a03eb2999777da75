import Resolver
import SafeFacade
import TestSupport
import Testing

// Containers that were made outside of a sandbox, and are used inside it.

/// Declares `shared` itself, against the protocol's advice.
private final class OwnShared: SharedContainer {
    static let shared = OwnShared()
    let manager = ContainerManager()
    init() {}
}

extension OwnShared {
    fileprivate var kept: Factory<Thing> { self { Thing("declared") }.cached }
    fileprivate var single: Factory<Thing> { self { Thing("declared") }.singleton }
    fileprivate var plain: Factory<Thing> { self { Thing("declared") } }
}

extension Container {
    fileprivate var plain: Factory<Thing> { self { Thing("declared") } }
    fileprivate var kept: Factory<Thing> { self { Thing("declared") }.cached }
}

private func expectIsolated<C: FactoryContainer>(
    _ container: C, _ plain: (C) -> Factory<Thing>, _ kept: (C) -> Factory<Thing>
) {
    let outside = kept(container)()
    withSandbox {
        ensure(kept(container)() !== outside)
        ensure(kept(container)() === kept(container)())
        plain(container).register { Thing("inside") }
        kept(container).register { Thing("inside") }
        ensure(plain(container)().label == "inside")
        ensure(kept(container)().label == "inside")
        withSandbox { ensure(plain(container)().label == "inside") }
        container.reset()
    }
    ensure(plain(container)().label == "declared")
    ensure(kept(container)() === outside)
}

/// A container that looks a service up when it is made.
private final class Asking: SharedContainer {
    let manager = ContainerManager()
    init() { _ = Resolver.optional(Thing.self) }
    var plain: Factory<Thing> { self { Thing("declared") } }
}

@Suite struct OutsideContainerTests {
    @Test(
        "own defect C8: a container with a shared of its own is isolated all the same", arguments: Surroundings.allCases
    )
    func aSharedOfItsOwn(_ surroundings: Surroundings) async {
        await #expect(processExitsWith: .success) { [surroundings] in
            surroundings.run {
                expectIsolated(OwnShared.shared, \.plain, \.kept)
                expectIsolated(OwnShared.shared, \.plain, \.single)
            }
        }
    }

    @Test("own defect C8: sandboxes in parallel do not see each other's container with a shared of its own")
    func inParallel() async {
        await #expect(processExitsWith: .success) {
            beginProcess()
            let wrong = Locked(0)
            let barrier = Barrier(of: 4)
            onThreads(4) { index in
                for round in 0..<100 {
                    let label = "\(index) \(round)"
                    withSandbox {
                        barrier.attend()
                        OwnShared.shared.plain.register { Thing(label) }
                        barrier.attend()
                        if OwnShared.shared.plain().label != label { wrong.withLock { $0 += 1 } }
                        _ = OwnShared.shared.kept()
                    }
                }
            }
            ensure(wrong.withLock { $0 } == 0, "\(wrong.withLock { $0 }) of 400")
        }
    }

    @Test("own defect C8: a container with a shared of its own is reported once")
    func aSharedOfItsOwnIsReported() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            for _ in 0..<3 {
                withSandbox { _ = OwnShared.shared.plain() }
                withSandbox { OwnShared.shared.plain.register { Thing() } }
            }
        }
        let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(output.split(separator: "\n").count { $0.hasPrefix("Resolver: ") } == 1, "\(output)")
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: 'SafeFacadeTests.OwnShared' has a 'shared' of its own, which is one object in all sandboxes  \
                [own-shared]
                  to mend it     take it away: SharedContainer has one, which is the current sandbox's
                """)
    }

    @Test("own defect D343: a shared of its own is reported, whichever container of the type is met first")
    func aSharedOfItsOwnIsReportedOfAnotherInstance() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let other = OwnShared()
            for _ in 0..<2 {
                withSandbox { ensure(other.plain().label == "declared") }
                withSandbox { ensure(OwnShared.shared.kept() === OwnShared.shared.kept()) }
            }
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.split(separator: "\n").count { $0.hasSuffix("[own-shared]") } == 1, "\(text)")
    }

    @Test(
        "own defect C8: containers made outside of a sandbox are isolated without a report",
        arguments: Surroundings.allCases)
    func containersMadeOutside(_ surroundings: Surroundings) async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) { [surroundings] in
            surroundings.run {
                expectIsolated(Container(), \.plain, \.kept)
                expectIsolated(Session(), \.plain, \.kept)
            }
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(!text.contains("Resolver: "), "\(text)")
    }

    @Test(
        "own defect A21: an export in a sandbox stays there, whichever resolver it is of",
        arguments: Surroundings.allCases)
    func anExportInASandbox(_ surroundings: Surroundings) async {
        await #expect(processExitsWith: .success) { [surroundings] in
            surroundings.run {
                let child = Resolver()
                Resolver.main.add(child: child)
                withSandbox {
                    child.register(\.plain)
                    ensure(Resolver.resolve(Thing.self).label == "declared")
                }
                ensure(Resolver.optional(Thing.self) == nil)
                ensure(child.optional(Thing.self) == nil)
            }
        }
    }

    @Test(
        "own defect C7: a container called with a closure that registers is configured",
        arguments: Surroundings.allCases)
    func aConfiguringClosure(_ surroundings: Surroundings) async {
        await #expect(processExitsWith: .success) { [surroundings] in
            surroundings.run {
                Container.shared { $0.plain.register { Thing("configured") } }
                ensure(Container.shared.plain().label == "configured")
                PaymentsContainer.shared { $0.api.register { Loader("configured") } }
                ensure(PaymentsContainer.shared.api().origin == "configured")
            }
        }
    }

    @Test func theHookIsNotRunToFindOutWhetherASharedIsTheTypesOwn() {
        withSandbox(.fresh) {
            let runs = Counter()
            Resolver.registerServices = { runs.add() }
            let asking = Asking()
            #expect(runs.value == 1)
            withSandbox { #expect(asking.plain().label == "declared") }
            #expect(runs.value == 1)
        }
    }
}

/// A container that a program only has for a while.
private final class Session: SharedContainer {
    let manager = ContainerManager()
    init() {}
}

extension Session {
    fileprivate var plain: Factory<Thing> { self { Thing("declared") } }
    fileprivate var kept: Factory<Thing> { self { Thing("declared") }.cached }
}
