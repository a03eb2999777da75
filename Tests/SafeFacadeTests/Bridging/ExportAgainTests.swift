import Resolver
import SafeFacade
import TestSupport
import Testing

extension Container {
    fileprivate var legacyNotebook: Factory<Notebook> { legacy() }
    fileprivate var firstArchive: Factory<any Archive> { self { FileArchive("first") }.singleton }
    fileprivate var secondArchive: Factory<any Archive> { self { FileArchive("second") }.singleton }
}

extension Container {
    fileprivate var contextual: Factory<any Archive> {
        self { FileArchive("declared") }.cached.onTest { FileArchive("test") }
    }
}

extension Desk {
    fileprivate var deskArchive: Factory<any Archive> { self { FileArchive("desk") }.singleton }
}

extension PaymentsContainer {
    fileprivate var paymentsArchive: Factory<any Archive> { self { FileArchive("payments") } }
}

/// Tests of factories that are exported again, or under the key of the registration for which they stand.
@Suite(.inFreshSandbox) struct ExportAgainTests {
    @Test func aLegacyFactoryThatIsExportedAsWhatItStandsForCanBeReset() {
        Resolver.register(\.legacyNotebook)
        let mock = Notebook()
        for _ in 0..<2 {
            Container.shared.legacyNotebook.register(unchecked: { mock })
            #expect(Container.shared.legacyNotebook() === mock)
            Container.shared.legacyNotebook.reset()
        }
    }

    @Test func aClosureForAContextCountsOnBothFacesAlsoWhereTheContextComesLater() {
        FactoryContext.current = []
        Resolver.register(\.contextual)
        func expectOne(_ label: String) {
            #expect(Container.shared.contextual().label == label)
            #expect(Resolver.resolve((any Archive).self) === Container.shared.contextual())
        }
        expectOne("declared")
        FactoryContext.current = [.test]
        expectOne("test")
        withSandbox { expectOne("test") }
        Resolver.register { FileArchive("mock") as any Archive }.scope(.cached)
        expectOne("mock")
        Container.shared.contextual.reset()
        FactoryContext.current = []
        expectOne("declared")
    }

    @Test func anOverrideStaysWhenTheProgramExportsAgain() {
        Resolver.register(\.archive)
        Resolver.register { FileArchive("mock") as any Archive }
        Resolver.register(\.archive)
        #expect(Container.shared.archive().label == "mock")
        #expect(Resolver.resolve((any Archive).self) === Container.shared.archive())
    }

    @Test func theLastOfTwoExportsUnderOneKeyCountsAndBothStayThemselves() {
        Resolver.register(\.firstArchive)
        let first = Container.shared.firstArchive()
        Resolver.register(\.secondArchive)
        #expect(Resolver.resolve((any Archive).self) === Container.shared.secondArchive())
        #expect(Container.shared.secondArchive().label == "second")
        #expect(Container.shared.firstArchive() === first)
        Container.shared.firstArchive.register { FileArchive("mock") }
        #expect(Container.shared.firstArchive().label == "mock")
        #expect(Resolver.resolve((any Archive).self) === Container.shared.secondArchive())
        #expect(Resolver.all((any Archive).self).map(\.label) == ["second"])
        // When two factories are exported in turn, the key passes from one to the other.
        Resolver.register(\.firstArchive)
        #expect(Resolver.resolve((any Archive).self) === Container.shared.firstArchive())
        Resolver.register(\.secondArchive)
        #expect(Resolver.resolve((any Archive).self) === Container.shared.secondArchive())
    }

    @Test func exportsOfTwoContainersUnderOneKeyLeaveEachOtherAlone() {
        func labels() -> [String] {
            let typed = [
                Container.shared.firstArchive(), Container.shared.secondArchive(), Desk.shared.deskArchive(),
            ]
            return typed.map(\.label) + [Resolver.resolve((any Archive).self).label]
        }
        Resolver.register(\.firstArchive)
        Resolver.register(\Desk.deskArchive)
        #expect(labels() == ["first", "second", "desk", "desk"])
        Container.shared.firstArchive.register { FileArchive("mock") }
        Resolver.register(\.secondArchive)
        #expect(labels() == ["mock", "second", "desk", "second"])
        Resolver.register(\.firstArchive)
        #expect(labels() == ["mock", "second", "desk", "mock"])
    }

    @Test("own defect D146: a second export takes what is registered along, and the first factory is itself again")
    func aSecondExport() {
        Resolver.register(\.firstArchive)
        Resolver.register { FileArchive("mock") as any Archive }
        #expect(Container.shared.firstArchive().label == "mock")
        Resolver.register(\.secondArchive)
        #expect(Container.shared.firstArchive().label == "first")
        #expect(Container.shared.firstArchive() === Container.shared.firstArchive())
        Container.shared.firstArchive.reset()
        #expect(Container.shared.secondArchive().label == "mock")
        #expect(Container.shared.secondArchive() === Container.shared.secondArchive())
    }

    @Test func aSecondExportLeavesTheOverridesOfTheFirstFactory() {
        FactoryContext.current = [.test]
        Resolver.register(\.firstArchive)
        Container.shared.firstArchive.register { FileArchive("mock") }
        Resolver.register(\.secondArchive)
        #expect(Container.shared.secondArchive().label == "second")
        #expect(Container.shared.firstArchive().label == "mock")
        Container.shared.firstArchive.register(when: .test) { FileArchive("test") }
        Resolver.register(\.firstArchive)
        Resolver.register(\.secondArchive)
        #expect(Container.shared.secondArchive().label == "second")
        #expect(Resolver.resolve((any Archive).self).label == "second")
        #expect(Container.shared.firstArchive().label == "test")
    }

    @Test func exportsOfTwoContainersOfOnesOwnLeaveEachOtherAlone() {
        Resolver.register(\Desk.deskArchive)
        #expect(Resolver.resolve((any Archive).self).label == "desk")
        Resolver.register(\PaymentsContainer.paymentsArchive)
        #expect(Resolver.resolve((any Archive).self).label == "payments")
        #expect(PaymentsContainer.shared.paymentsArchive().label == "payments")
        #expect(Desk.shared.deskArchive().label == "desk")
    }

    @Test func aFactoryOfAContainerOfOnesOwnSeesWhatIsNearerUnderEachOfItsNames() {
        Resolver.register(\Desk.deskArchive, name: "first")
        Resolver.register(\Desk.deskArchive, name: "second")
        let mock = Resolver(child: .main)
        Resolver.root = mock
        #expect(Desk.shared.deskArchive().label == "desk")
        mock.register(name: "second") { FileArchive("second") as any Archive }
        #expect(Desk.shared.deskArchive().label == "second")
        mock.register(name: "first") { FileArchive("first") as any Archive }
        #expect(Desk.shared.deskArchive().label == "first")
    }

    @Test func anExportOfAnotherContainerNearerToTheRootCounts() {
        Resolver.register(\.firstArchive)
        let nearer = Resolver(child: .main)
        nearer.register(\Desk.deskArchive)
        Resolver.root = nearer
        #expect(Container.shared.firstArchive().label == "desk")
    }
}
