import Resolver
import SafeFacade
import Testing

extension Container {
    fileprivate var legacyNotebook: Factory<Notebook> { legacy() }
}

/// Factories that are exported again, or as what they are for.
@Suite struct ExportAgainTests {
    @Test func aLegacyFactoryThatIsExportedAsWhatItStandsForCanBeReset() {
        withSandbox(.fresh) {
            Resolver.register(\.legacyNotebook)
            let mock = Notebook()
            for _ in 0..<2 {
                Container.shared.legacyNotebook.register(unchecked: { mock })
                #expect(Container.shared.legacyNotebook() === mock)
                Container.shared.legacyNotebook.reset()
            }
        }
    }

    @Test func anOverrideStaysWhenTheProgramExportsAgain() {
        withSandbox(.fresh) {
            Resolver.register(\.archive)
            Resolver.register { FileArchive("mock") as any Archive }
            Resolver.register(\.archive)
            #expect(Container.shared.archive().label == "mock")
            #expect(Resolver.resolve((any Archive).self) === Container.shared.archive())
        }
    }
}
