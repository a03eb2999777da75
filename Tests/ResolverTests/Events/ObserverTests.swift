import Resolver
import TestSupport
import Testing

private protocol Store: AnyObject {}
private final class FileStore: Store {}
private final class Journal {
    let store: any Store
    init(store: any Store) { self.store = store }
}
private final class Desk {
    let journal: Journal
    let store: any Store
    init(journal: Journal, store: any Store) {
        self.journal = journal
        self.store = store
    }
}
private struct Spilled: Error {}
private final class Shelf {
    @LazyInjected var store: any Store
}

@Suite struct ObserverTests {
    private func sandboxed(_ observers: [any ResolutionObserver] = [], _ body: () throws -> Void) rethrows {
        try withSandbox(.fresh) {
            Resolver.registerServices = nil
            Resolver.register { FileStore() as any Store }.scope(.application)
            Resolver.register { Journal(store: $0.resolve()) }
            Resolver.register { Desk(journal: $0.resolve(), store: $0.resolve()) }.scope(.unique)
            for observer in observers { Resolver.addObserver(observer) }
            try body()
        }
    }

    @Test func everyResolutionIsOneEventWithWhatThereIsToKnow() throws {
        let recording = Recording()
        let line = #line
        sandboxed([recording]) { _ = Resolver.resolve(Desk.self) }
        #expect(recording.summary == ["Store made", "Journal made", "Store reused", "Desk made"])
        let store = recording.events[0]
        #expect(store.service == "any ResolverTests.Store")
        #expect(ObjectIdentifier(store.type) == ObjectIdentifier((any Store).self))
        #expect(store.name == nil)
        #expect(store.face == .runtime)
        #expect(store.factory == nil)
        #expect(store.declared == nil)
        #expect(store.chain.map(\.description) == ["ResolverTests.Journal", "ResolverTests.Desk"])
        #expect(store.depth == 2)
        #expect(store.lifetime == .singleton)
        #expect(store.callSite?.file == "ResolverTests/ObserverTests.swift")
        #expect(store.registered?.description == "ResolverTests/ObserverTests.swift:\(line - 10)")
        #expect(recording.events.map(\.lifetime) == [.singleton, .graph, .singleton, .unique])
        let desk = recording.events[3]
        #expect(desk.callSite?.description == "ResolverTests/ObserverTests.swift:\(line + 1)")
        #expect(desk.depth == 0)
        #expect(desk.nanoseconds >= store.nanoseconds)
        #expect(Set(recording.events.map(\.thread)).count == 1)
        #expect(recording.events.map(\.isOutermost) == [false, false, false, true])
    }

    @Test func namesAndEveryLifetimeAreTold() {
        let recording = Recording()
        withSandbox(.fresh) {
            Resolver.registerServices = nil
            Resolver.addObserver(recording)
            let scopes: [ResolverScope] = [
                .unique, .graph, .shared, .cached, .container, .application, ResolverScopeCache(),
            ]
            for (index, scope) in scopes.enumerated() {
                let name = Resolver.Name("\(index)")
                Resolver.register(name: name) { FileStore() }.scope(scope)
                _ = Resolver.resolve(FileStore.self, name: name)
            }
        }
        #expect(recording.events.compactMap(\.name?.rawValue) == ["0", "1", "2", "3", "4", "5", "6"])
        #expect(
            recording.events.compactMap(\.lifetime)
                == [.unique, .graph, .shared, .cached, .container, .singleton, .custom])
    }

    @Test func whatIsNotThereReturnsNilOrFailsIsTold() {
        let recording = Recording()
        sandboxed([recording]) {
            Resolver.register { () -> Int? in nil }
            Resolver.register { () -> Double? in throw Spilled() }
            Resolver.register { String(try ($0.require() as Double)) }
            #expect(Resolver.optional(Character.self) == nil)
            #expect(throws: ResolutionError.self) { try Resolver.require(Character.self) }
            #expect(Resolver.optional(Int.self) == nil)
            #expect(throws: ResolutionError.self) { try Resolver.require(String.self) }
        }
        let outcomes = recording.events.map { event in
            switch event.outcome {
            case .failed(let error): "\(event.service) failed by \(error.service)"
            default: "\(event.service) \(event.outcome)"
            }
        }
        #expect(
            outcomes == [
                "Swift.Character missing", "Swift.Character missing", "Swift.Int returnedNil",
                "Swift.Double failed by Swift.Double", "Swift.String failed by Swift.Double",
            ])
        #expect(recording.events.map(\.isRegistered) == [false, false, true, true, true])
        #expect(recording.events[0].lifetime == nil)
        #expect(recording.events[0].registered == nil)
    }

    @Test func whatNobodyKeepsIsToldOnceWhereItFails() {
        let recording = Recording()
        sandboxed([recording]) {
            Resolver.register { () -> Int? in nil }.scope(.unique)
            Resolver.register { "\(Resolver.optional(Int.self) ?? 3)" }.scope(.unique)
            #expect(Resolver.resolve(String.self) == "3")
            // The registration replaces itself while it fails, so that only its frame still has it.
            Resolver.register { 1.0 }
            Resolver.register { () -> Double in
                Resolver.register { 2.0 }
                throw Spilled()
            }.scope(.unique)
            Resolver.register { Character((try? $0.require() as Double) == nil ? "n" : "y") }.scope(.unique)
            #expect(Resolver.resolve(Character.self) == "n")
        }
        #expect(
            recording.summary.map { $0.prefix(12) } == ["Int returned", "String made", "Double faile", "Character ma"])
    }

    @Test func aLazyPropertyThatIsReadUnobservedOwnsNothingElse() {
        let recording = Recording()
        sandboxed([recording]) {
            Resolver.register { Shelf() }
            let shelf = Resolver.resolve(Shelf.self)
            Resolver.removeObserver(recording)
            _ = shelf.store
            Resolver.addObserver(recording)
            _ = Resolver.resolve((any Store).self)
        }
        #expect(recording.summary == ["Shelf made", "Store reused"])
        #expect(recording.events[1].lazyOwner == nil)
    }

    @Test func anOptionalTypeIsToldAsTheServiceItWraps() {
        let recording = Recording()
        sandboxed([recording]) {
            _ = Resolver.resolve(Journal?.self)
            _ = Resolver.resolve(Int?.self)
        }
        #expect(recording.summary == ["Store made", "Journal made", "Int missing"])
        #expect(recording.events[2].nanoseconds == 0)
    }

    @Test func whatStandsForAnotherPassesOn() throws {
        let recording = Recording()
        withSandbox(.fresh) {
            Resolver.registerServices = nil
            Resolver.register { FileStore() }.implements((any Store).self).scope(.cached)
            Resolver.addObserver(recording)
            _ = Resolver.resolve((any Store).self)
            _ = Resolver.resolve((any Store).self)
        }
        #expect(recording.summary == ["FileStore made", "Store passedOn", "FileStore reused", "Store passedOn"])
        #expect(recording.events.map(\.isAskedByForward) == [true, false, true, false])
        // A service that only stands for another has no lifetime of its own.
        #expect(recording.events.map(\.lifetime) == [.cached, nil, .cached, nil])
        #expect(recording.events.map(\.depth) == [0, 0, 0, 0])
    }

    @Test("own defect D332: an optional that is nil as the service does not implement it is told as that")
    func whatDoesNotImplementIsToldAsThat() {
        let recording = Recording()
        withSandbox(.fresh) {
            Resolver.registerServices = nil
            Resolver.register { 5 }.implements((any Store).self)
            Resolver.addObserver(recording)
            #expect(Resolver.optional((any Store).self) == nil)
        }
        guard case .failed(let error)? = recording.events.last?.outcome else {
            Issue.record("\(recording.summary)")
            return
        }
        guard case .notImplemented(let service) = error.reason else {
            Issue.record("\(error.reason)")
            return
        }
        #expect(service.service == "Swift.Int")
    }

    @Test func everyServiceOfATypeIsTold() {
        let recording = Recording()
        sandboxed([recording]) {
            Resolver.register(name: "second") { FileStore() as any Store }
            _ = Resolver.root.all((any Store).self)
        }
        #expect(recording.summary == ["Store made", "Store made"])
    }

    @Test func severalObserversAreToldInOrderAndOnceEach() {
        let order = Locked<[String]>([])
        let first = Recording { _, _ in order.withLock { $0.append("first") } }
        let second = Recording { _, _ in order.withLock { $0.append("second") } }
        sandboxed([first, second, first]) {
            _ = Resolver.resolve((any Store).self)
            Resolver.removeObserver(first)
            Resolver.removeObserver(first)
            _ = Resolver.resolve((any Store).self)
        }
        #expect(order.withLock { $0 } == ["first", "second", "second"])
    }

    @Test func aSandboxStartsWithTheObserversOfTheOneItWasMadeFrom() {
        let outer = Recording()
        let inner = Recording()
        sandboxed([outer]) {
            withSandbox {
                Resolver.addObserver(inner)
                _ = Resolver.resolve((any Store).self)
            }
            withSandbox(.fresh) {
                Resolver.registerServices = nil
                Resolver.register { 1 }
                _ = Resolver.resolve(Int.self)
            }
            Resolver.reset()
            Resolver.registerServices = nil
            Resolver.register { "text" }
            _ = Resolver.resolve(String.self)
        }
        #expect(outer.summary == ["Store made", "Int made", "String made"])
        #expect(inner.summary == ["Store made"])
    }

    @Test func theDefaultSandboxIsObservedUntilTheLastObserverGoes() async {
        await #expect(processExitsWith: .success) {
            Resolver.registerServices = nil
            Resolver.register { FileStore() as any Store }
            _ = Resolver.resolve((any Store).self)
            let recording = Recording()
            Resolver.addObserver(recording)
            _ = Resolver.resolve((any Store).self)
            Resolver.decorate = { _ in }
            Resolver.decorate = nil
            _ = Resolver.resolve((any Store).self)
            Resolver.removeObserver(recording)
            _ = Resolver.resolve((any Store).self)
            ensure(recording.summary == ["Store made", "Store made"], "\(recording.summary)")
        }
    }

    @Test func anObserverMayResolveTheVeryServiceItIsToldOf() {
        let recording = Recording { _, _ in
            _ = Resolver.resolve(Desk.self)
            _ = Resolver.resolve((any Store).self)
        }
        sandboxed([recording]) {
            Resolver.main.register { Journal(store: $0.resolve()) }.scope(.application)
            _ = Resolver.resolve(Desk.self)
        }
        // What the observer itself resolves is not observed.
        #expect(recording.summary == ["Store made", "Journal made", "Store reused", "Desk made"])
    }

    @Test func anObserverMayRegisterResetAndRemoveItself() {
        let recording = Recording { event, recording in
            Resolver.register { Journal(store: FileStore()) }
            ResolverScope.application.reset()
            Resolver.removeObserver(recording)
            Resolver.addObserver(Recording())
        }
        sandboxed([recording]) {
            _ = Resolver.resolve(Desk.self)
            _ = Resolver.resolve(Desk.self)
        }
        // The observer is removed at the first event, but is told of that resolution to its end.
        #expect(recording.summary == ["Store made", "Journal made", "Store reused", "Desk made"])
        #expect(recording.events.map(\.isOutermost) == [false, false, false, true])
    }

    @Test func anObserverThatWaitsForAnotherThreadsResolutionDoesNotBlockIt() {
        let recording = Recording { _, _ in onThreads(1) { _ in _ = Resolver().optional(Int.self) } }
        sandboxed([recording]) { _ = Resolver.resolve(Desk.self) }
        #expect(recording.events.count == 4)
    }

    @Test func threadsAreToldApartAndTheirEventsAreComplete() {
        let recording = Recording()
        let resolver = Resolver()
        resolver.register { Journal(store: FileStore()) }
        withSandbox(.fresh) {
            Resolver.registerServices = nil
            Resolver.addObserver(recording)
            let main = Resolver.main
            main.register { FileStore() as any Store }.scope(.application)
            main.register { Journal(store: $0.resolve()) }
            // Threads do not inherit the sandbox: a task does.
            let barrier = Barrier(of: 2)
            onThreads(2) { _ in
                withSandbox(.fresh) {
                    Resolver.addObserver(recording)
                    barrier.attend()
                    for _ in 0..<200 { _ = main.resolve(Journal.self) }
                }
            }
        }
        let byThread = Dictionary(grouping: recording.events, by: \.thread)
        #expect(byThread.count == 2)
        for events in byThread.values {
            #expect(events.count == 400)
            #expect(events.filter(\.isOutermost).count == 200)
        }
    }

    @Test func aLazyPropertyTellsInWhoseMakingItWasMade() {
        final class Holder {
            @LazyInjected var journal: Journal
        }
        let recording = Recording()
        sandboxed([recording]) {
            Resolver.register { Holder() }
            let holder = Resolver.resolve(Holder.self)
            _ = holder.journal
            _ = Resolver.resolve(Journal.self)
        }
        #expect(recording.summary == ["Holder made", "Store made", "Journal made", "Store reused", "Journal made"])
        #expect(
            recording.events.map { $0.lazyOwner?.service.hasSuffix("Holder") } == [nil, nil, true, nil, nil])
        #expect(recording.events[2].chain.isEmpty)
    }

    @Test func anObserverIsReleasedWithItsSandbox() {
        weak var gone: Recording?
        sandboxed {
            let recording = Recording()
            gone = recording
            Resolver.addObserver(recording)
            _ = Resolver.resolve((any Store).self)
            #expect(recording.events.count == 1)
        }
        #expect(gone == nil)
    }

    @Test func aLazyPropertyThatIsGivenANameTellsItsOwnerAllTheSame() {
        final class Holder {
            @LazyInjected var journal: Journal
        }
        let recording = Recording()
        sandboxed([recording]) {
            Resolver.register { Holder() }
            Resolver.register(name: "second") { Journal(store: $0.resolve()) }
            let holder = Resolver.resolve(Holder.self)
            holder.$journal.name = "second"
            _ = holder.journal
        }
        #expect(recording.events.last?.name == "second")
        #expect(recording.events.last?.lazyOwner?.service.hasSuffix("Holder") == true)
    }

    @Test("own defect D472: what a hook resolves is no need, also on a thread that was not observed before")
    func aHookOnAThreadThatWasNotObserved() {
        let recording = Recording()
        sandboxed([]) {
            Resolver.register { () -> Journal in
                Resolver.registerServices = {
                    Resolver.addObserver(recording)
                    _ = Resolver.resolve((any Store).self)
                }
                return Journal(store: Resolver.resolve())
            }
            let context = SandboxContext.current
            onThreads(1) { _ in context.run { _ = Resolver.resolve(Journal.self) } }
        }
        #expect(recording.events.first?.chain.isEmpty == true)
        #expect(recording.events.first?.service.hasSuffix("Store") == true)
    }
}
