import Resolver
import SafeFacade
import Testing

extension Container {
    fileprivate var legacyNotebook: Factory<Notebook> { legacy() }
    fileprivate var otherNotebook: Factory<Notebook> { self { Notebook() } }
}

/// Options of exports that are stated again, saved and brought back.
@Suite struct ExportOptionTests {
    private func export(_ line: String, name: Resolver.Name? = nil) {
        Resolver.register(\.notebook, name: name).resolveProperties { _, notebook in notebook.lines.append(line) }
    }

    @Test func aHookRunsOnceHoweverOftenItsFactoryIsExported() {
        withSandbox(.fresh) {
            for round in 0..<3 {
                export("\(round)")
                #expect(Container.shared.notebook().lines == ["\(round)"])
                #expect(Resolver.resolve(Notebook.self).lines == ["\(round)"])
            }
            // Exported without options it is as it was declared.
            Resolver.register(\.notebook)
            #expect(Container.shared.notebook().lines.isEmpty)
        }
    }

    @Test func aHookOverAnOverrideRunsOnceHoweverOftenItsFactoryIsExported() {
        withSandbox(.fresh) {
            Container.shared.notebook.register(unchecked: {
                let notebook = Notebook()
                notebook.lines.append("mock")
                return notebook
            })
            for _ in 0..<3 {
                export("hook")
                #expect(Container.shared.notebook().lines == ["mock", "hook"])
            }
            Resolver.register(\.notebook)
            #expect(Container.shared.notebook().lines == ["mock"])
        }
    }

    @Test func hooksOfTwoNamesAddUpAndRunOnceHoweverOftenBothAreExported() {
        withSandbox(.fresh) {
            for _ in 0..<3 {
                export("first")
                export("second", name: "again")
                #expect(Container.shared.notebook().lines == ["first", "second"])
            }
            for _ in 0..<3 { export("second", name: "again") }
            #expect(Container.shared.notebook().lines == ["first", "second"])
        }
    }

    @Test func optionsOfAnExportedLegacyFactoryAreStatedOfTheRegistration() {
        withSandbox(.fresh) {
            Resolver.register { Notebook() }.scope(.unique)
            for _ in 0..<2 {
                Resolver.register(\.legacyNotebook, name: "other").scope(.cached)
                    .resolveProperties { _, notebook in notebook.lines.append("hook") }
                let kept = Resolver.resolve(Notebook.self)
                #expect(kept === Resolver.resolve(Notebook.self, name: "other"))
                #expect(kept === Container.shared.legacyNotebook())
                #expect(kept.lines == ["hook"])
            }
            Resolver.register(\.legacyNotebook, name: "other")
            #expect(Resolver.resolve(Notebook.self).lines.isEmpty)
            #expect(Resolver.resolve(Notebook.self) !== Container.shared.legacyNotebook())
        }
    }

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

    @Test func aHookRunsOnceInACopiedSandboxThatExportsAgain() {
        withSandbox(.fresh) {
            export("hook")
            withSandbox {
                #expect(Container.shared.notebook().lines == ["hook"])
                export("hook")
                #expect(Container.shared.notebook().lines == ["hook"])
                Resolver.register(\.notebook)
                #expect(Container.shared.notebook().lines.isEmpty)
            }
            #expect(Container.shared.notebook().lines == ["hook"])
        }
    }

    @Test func theRegistrationHookLeavesTheProgramsOptions() {
        withSandbox(.fresh) {
            export("program")
            Resolver.registerServices = {
                Resolver.register(\.notebook).resolveProperties { _, notebook in notebook.lines.append("hook") }
            }
            #expect(Resolver.resolve(Notebook.self).lines == ["program"])
        }
    }

    @Test func whatIsRegisteredOverOptionsStaysWhenItsFactoryIsExportedAgain() {
        withSandbox(.fresh) {
            export("hook")
            Resolver.register { Notebook() }
            Resolver.register(\.notebook)
            #expect(Container.shared.notebook().lines.isEmpty)
            Container.shared.notebook.register(unchecked: { Notebook() })
            export("hook")
            Container.shared.notebook.reset()
            #expect(Container.shared.notebook().lines.isEmpty)
        }
    }

    @Test func optionsAreReleasedWhenTheirFactoryIsExportedAgain() {
        withSandbox(.fresh) {
            final class Token: Sendable {}
            weak var token: Token?
            do {
                let captured = Token()
                token = captured
                Resolver.register(\.notebook).resolveProperties { _, notebook in notebook.lines.append("\(captured)") }
            }
            #expect(token != nil)
            #expect(Container.shared.notebook().lines.count == 1)
            Resolver.register(\.notebook)
            #expect(token == nil)
        }
    }

    @Test func whatIsKeptWithAHookGoesWithIt() {
        withSandbox(.fresh) {
            Resolver.register(\.notebook).scope(.cached)
            let kept = Container.shared.notebook()
            #expect(Container.shared.notebook() === kept)
            Resolver.register(\.notebook).scope(.cached)
            #expect(Container.shared.notebook() !== kept)
            Resolver.register(\.notebook)
            #expect(Container.shared.notebook() !== Container.shared.notebook())
        }
    }

    @Test func popBringsBackTheScopeThatAnExportStated() {
        withSandbox(.fresh) {
            let options = Resolver.register(\.looseArchive)
            options.scope(.cached)
            let kept = Container.shared.looseArchive()
            Container.shared.push()
            options.scope(.unique)
            #expect(Container.shared.looseArchive() !== Container.shared.looseArchive())
            Container.shared.pop()
            #expect(Container.shared.looseArchive() === kept)
            #expect(Resolver.resolve(FileArchive.self) === kept)
            ResolverScope.cached.reset()
            #expect(Container.shared.looseArchive() !== kept)
        }
    }

    @Test func popBringsBackTheFactoryThatAnExportHadWrapped() {
        withSandbox(.fresh) {
            let options = Resolver.register(\.notebook)
            options.resolveProperties { _, notebook in notebook.lines.append("before") }
            for _ in 0..<3 {
                Container.shared.push()
                options.resolveProperties { _, notebook in notebook.lines.append("after") }
                #expect(Container.shared.notebook().lines == ["before", "after"])
                Container.shared.pop()
                #expect(Container.shared.notebook().lines == ["before"])
            }
        }
    }

    @Test func popBringsBackWhatAnotherExportHadStated() {
        withSandbox(.fresh) {
            export("before")
            Container.shared.push()
            export("after")
            #expect(Container.shared.notebook().lines == ["after"])
            Container.shared.pop()
            #expect(Container.shared.notebook().lines == ["before"])
            export("again")
            #expect(Container.shared.notebook().lines == ["again"])
        }
    }

    @Test func theLastOfTwoFactoriesUnderOneKeyLeavesTheOther() {
        withSandbox(.fresh) {
            export("first")
            Resolver.register(\.otherNotebook).resolveProperties { _, notebook in notebook.lines.append("other") }
            #expect(Resolver.resolve(Notebook.self).lines == ["other"])
            #expect(Container.shared.notebook().lines == ["first"])
            export("second")
            #expect(Resolver.resolve(Notebook.self).lines == ["second"])
            #expect(Container.shared.otherNotebook().lines == ["other"])
        }
    }
}
