import SafeFacade
import TestSupport
import Testing

// The effect of a reset on an instance that is being made.

/// A container whose factories wait until the test lets them go on; things that are made later do not wait.
private final class Workshop: SharedContainer {
    let manager = ContainerManager()
    let isMaking = Gate()
    let goOn = Gate()
    let stop = Stop()
    let makings = Counter()
    init() {}

    var single: Factory<Thing> { self { $0.made() }.singleton }
    var cached: Factory<Thing> { self { $0.made() }.cached }
    var asyncCached: AsyncFactory<Thing> {
        self { workshop in
            guard workshop.makings.add() == 1 else { return Thing("later") }
            await workshop.stop.pass()
            return Thing("first")
        }.cached
    }

    private func made() -> Thing {
        isMaking.open()
        _ = goOn.wait()
        return Thing()
    }

    /// The instance for a thread that asks before a change, and is served after it.
    func asked(for factory: @escaping @Sendable (Workshop) -> Thing, during change: () -> Void) -> Thing? {
        let made = Locked<Thing?>(nil)
        let sandbox = SandboxContext.current
        let thread = started { [self] in
            let thing = sandbox.run { factory(self) }
            made.withLock { $0 = thing }
        }
        #expect(isMaking.wait())
        change()
        goOn.open()
        #expect(thread.wait())
        return made.withLock { $0 }
    }
}

private enum Change: CaseIterable {
    case reset, resetOfInstances, pushAndPop

    func happen(to workshop: Workshop) {
        switch self {
        case .reset: workshop.reset()
        case .resetOfInstances: workshop.reset(.scope)
        case .pushAndPop:
            workshop.push()
            workshop.pop()
        }
    }
}

private enum Part: CaseIterable {
    case cached, instances

    var part: ResetPart {
        switch self {
        case .cached: .scope(.cached)
        case .instances: .scope
        }
    }
}

@Suite(.inFreshSandbox) struct ResetMeanwhileTests {
    @Test(arguments: Change.allCases)
    fileprivate func aSingletonThatIsBeingMadeIsKeptAsOneThatIsMade(_ change: Change) {
        let workshop = Workshop()
        let first = workshop.asked(for: { $0.single() }, during: { change.happen(to: workshop) })
        #expect(workshop.single() === first)
    }

    @Test(arguments: Part.allCases)
    fileprivate func aResetOfInstancesDropsWhatIsBeingMade(_ part: Part) {
        let workshop = Workshop()
        let first = workshop.asked(for: { $0.cached() }, during: { workshop.reset(part.part) })
        #expect(workshop.cached() !== first)
    }

    @Test(arguments: Part.allCases)
    fileprivate func aResetOfInstancesDropsWhatIsBeingMadeAsynchronously(_ part: Part) async throws {
        let workshop = Workshop()
        let asking = Task { try await workshop.asyncCached() }
        await workshop.stop.hasBegun()
        workshop.reset(part.part)
        workshop.stop.open()
        let first = try await asking.value
        let second = try await workshop.asyncCached()
        #expect(second !== first)
    }

    @Test func whoAsksAfterAResetOfTheScopeDoesNotJoinWhatIsBeingMade() async throws {
        let workshop = Workshop()
        let asking = Task { try await workshop.asyncCached() }
        await workshop.stop.hasBegun()
        Scope.cached.reset()
        let again = Task { try await workshop.asyncCached() }
        #expect(try await wait { workshop.makings.value > 1 })
        workshop.stop.open()
        let labels = [try await asking.value.label, try await again.value.label]
        #expect(labels == ["first", "later"])
        #expect(try await workshop.asyncCached() === again.value)
    }

    @Test func whatAPopBringsBackIsGivenToThoseWhoAskMeanwhile() {
        let workshop = Workshop()
        workshop.goOn.open()
        let first = workshop.cached()
        let (isOver, others) = (Locked(false), Counter())
        let sandbox = SandboxContext.current
        let thread = started {
            sandbox.run {
                while !isOver.withLock({ $0 }) { if workshop.cached() !== first { others.add() } }
            }
        }
        // No change happens between the two, so the instance stays where it is.
        for _ in 0..<20_000 {
            workshop.push()
            workshop.pop()
        }
        isOver.withLock { $0 = true }
        #expect(thread.wait())
        #expect(others.value == 0)
    }
}
