import Resolver
import SafeFacade
import TestSupport
import Testing

private final class Safe: SharedContainer {
    let manager = ContainerManager()
    init() {}
    var archive: Factory<any Archive> { self { FileArchive("safe") }.cached }
}

/// Tests of `implements` for a key that a typed factory answers.
@Suite(.inFreshSandbox) struct ImplementsTests {
    /// Exports a factory, and puts a registration over it that implements its service.
    private func register(_ scope: ResolverScope = .cached) {
        Resolver.register(\.archive)
        Resolver.register { FileArchive("live") }.implements((any Archive).self).scope(scope)
    }

    @Test func itOverridesTheFactoryUntilThatIsReset() {
        register()
        let live = Resolver.resolve(FileArchive.self)
        #expect(Resolver.resolve((any Archive).self) === live)
        #expect(Container.shared.archive() === live)
        Container.shared.archive.reset()
        #expect(Container.shared.archive().label == "declared")
        #expect(Resolver.resolve((any Archive).self).label == "declared")
        #expect(Resolver.resolve(FileArchive.self) === live)
    }

    @Test func itStandsForTheServiceOfItsSandbox() {
        register()
        let outside = Container.shared.archive()
        withSandbox {
            #expect(Container.shared.archive() === Resolver.resolve(FileArchive.self))
            #expect(Container.shared.archive() !== outside)
            Resolver.register { FileArchive("mock") }.scope(.cached)
            #expect(Container.shared.archive().label == "mock")
            withSandbox { #expect(Container.shared.archive() === Resolver.resolve(FileArchive.self)) }
        }
        #expect(Container.shared.archive() === outside)
    }

    @Test func itStandsForTheServiceOfItsSandboxOverAFactoryOfACustomContainer() {
        Resolver.register(\Safe.archive)
        Resolver.register { FileArchive("live") }.implements((any Archive).self).scope(.cached)
        let outside = Safe.shared.archive()
        #expect(outside.label == "live")
        func expectOwn() {
            #expect(Safe.shared.archive() === Resolver.resolve(FileArchive.self))
            #expect(Safe.shared.archive() !== outside)
            Resolver.register { FileArchive("mock") }
            #expect(Safe.shared.archive().label == "mock")
        }
        withSandbox { expectOwn() }
        withSandbox { withSandbox { expectOwn() } }
        #expect(Safe.shared.archive() === outside)
    }

    @Test func itStandsForTheServiceOfItsSandboxOverAFactoryExportedToAnotherResolver() {
        let mocks = Resolver(child: .main)
        mocks.register(\.archive)
        mocks.register { FileArchive("live") }.implements((any Archive).self).scope(.cached)
        Resolver.root = mocks
        let outside = Container.shared.archive()
        #expect(outside === Resolver.resolve(FileArchive.self))
        withSandbox {
            #expect(Container.shared.archive() === Resolver.resolve(FileArchive.self))
            #expect(Container.shared.archive() !== outside)
        }
    }

    @Test func itIsHandedTheRootOverAFactoryOfACustomContainer() {
        Resolver.register(\Safe.archive)
        Resolver.register { FileArchive($0.optional() ?? "none") }.implements((any Archive).self)
        Resolver.register { "root" }
        #expect(Resolver.resolve((any Archive).self).label == "root")
        #expect(Safe.shared.archive().label == "root")
    }

    @Test func decoratorsSeeAnInstanceOnce() {
        register()
        let seen = Locked<[String]>([])
        Resolver.decorate = { _ in seen.withLock { $0.append("sandbox") } }
        Container.shared.manager.decorator = { _, made in seen.withLock { $0.append("container \(made)") } }
        _ = Container.shared.archive()
        _ = Resolver.resolve((any Archive).self)
        // The registration has made the instance, as with `legacy()`.
        #expect(seen.withLock { $0 } == ["sandbox", "container false", "sandbox", "container false"])
    }

    @Test func observersAreToldThatItPassesOn() {
        register()
        let recording = Recording()
        Resolver.addObserver(recording)
        _ = Container.shared.archive()
        #expect(recording.summary == ["FileArchive made", "Container.archive passedOn"])
    }

    @Test func allGivesAnInstanceOnce() {
        Resolver.register(\.archive)
        Resolver.register(name: "main") { FileArchive("live") as any Archive }
            .implements((any Archive).self)
            .implements((any Archive).self, name: "too")
        #expect(Resolver.main.all((any Archive).self).map(\.label) == ["live"])
        Container.shared.archive.reset()
        #expect(Resolver.main.all((any Archive).self).map(\.label).sorted() == ["declared", "live"])
    }

    @Test func itsInstanceIsKeptForNoParameter() {
        let titled = Container.shared.titledArchive.scopeOnParameters.cached
        Resolver.register(\.titledArchive, name: "titled")
        Resolver.register(name: "live") { _, args in FileArchive("live \(args() as String)") }
            .implements(FileArchive.self, name: "titled")
            .scope(.unique)
        #expect(titled("a").label == "live a")
        #expect(titled("a") !== titled("a"))
        #expect(titled("b").label == "live b")
    }

    @Test func itsLifetimeIsTheServices() {
        register(.shared)
        let key = ServiceKey((any Archive).self, name: nil)
        #expect(Environment.active.statedLifetime(of: key)?.scope.lifetime == .shared)
        #expect(Container.shared.archive.statedLifetime?.scope.lifetime == .shared)
        // A registration that stands for itself has no lifetime; resolving it reports that.
        let first = Resolver.register(name: "first") { FileArchive("first") }
        let second = Resolver.register(name: "second") { FileArchive("second") }
        first.implements(FileArchive.self, name: "second")
        second.implements(FileArchive.self, name: "first")
        #expect(Environment.active.statedLifetime(of: ServiceKey(FileArchive.self, name: "first")) == nil)
    }
}
