import Resolver
import ResolverDiagnostics
import SafeFacade
import TestSupport
import Testing

private final class Ink: Sendable {}
private final class Pen: Sendable {
    let ink: Ink
    init(ink: Ink) { self.ink = ink }
}
private final class Note: Sendable {
    init(id: Int, pen: Pen) {}
}
@MainActor private final class Sheet: Sendable {
    init() {}
}

private let line = #line + 2
extension Container {
    fileprivate var ink: Factory<Ink> { self { Ink() } }
    fileprivate var pen: Factory<Pen> { self { Pen(ink: $0.ink()) }.singleton }
    fileprivate var unboundInk: Factory<Ink> { required() }
    fileprivate var unboundPen: Factory<Pen> { self { Pen(ink: $0.unboundInk()) } }
    fileprivate var note: ParameterFactory<Int, Note> { self { Note(id: $1, pen: $0.pen()) } }
    fileprivate var sheet: MainActorFactory<Sheet> { self { Sheet() } }
    fileprivate var lost: Factory<Double> { legacy() }
    fileprivate var ring: Factory<Character> { self { $0.ring() }.cached }
    fileprivate var cachedPen: Factory<Pen> { self { Pen(ink: $0.unboundInk()) }.cached }
    fileprivate var mail: AsyncFactory<Ink> { self { Ink() } }
}

extension Container {
    fileprivate var unboundSheet: MainActorFactory<Sheet> { required() }
    fileprivate var unboundMail: AsyncFactory<Ink> { required() }
    fileprivate var unboundNote: ParameterFactory<Int, Note> { required() }
    fileprivate var unboundVisitor: AsyncFactory<Ink> { required().scope(.visit) }
}

extension Scope {
    fileprivate static let visit = TaskScope()
}

extension Container {
    fileprivate var inkOfTests: Factory<Ink> { required().onTest { Ink() } }
}

extension Container {
    fileprivate var visitor: Factory<Ink> { self { Ink() }.scope(.visit) }
    fileprivate var visitorsPen: Factory<Pen> { self { Pen(ink: $0.visitor()) } }
    fileprivate var ofStore: Factory<Ink> { self { Store.shared.first() } }
    fileprivate var alsoOfStore: Factory<Ink> { self { Store.shared.second() } }
}

private final class Store: SharedContainer, AutoRegistering {
    let manager = ContainerManager()
    var slot: Factory<Ink> { required() }
    var first: Factory<Ink> { self { Ink() } }
    var second: Factory<Ink> { self { Ink() } }

    func autoRegister() {
        let ink = slot()
        first.register { ink }
    }
}

private func validate(
    _ manifest: [PartialKeyPath<Container>], samples: [PartialKeyPath<Container>: Any] = [:],
    entryPoints: [PartialKeyPath<Container>]? = nil
) -> ValidationReport {
    withSandbox(.fresh) {
        Container.validate(manifest, samples: samples, entryPoints: entryPoints, file: "App/Tests.swift", line: 9)
    }
}

@Suite struct ContainerValidationTests {
    @Test("own defect D51: what belongs to a run of a task scope is skipped, with what needs it")
    func whatBelongsToARunIsSkipped() {
        let report = validate([\.visitor, \.visitorsPen, \.ink])
        #expect(report.problems.isEmpty, "\(report)")
        let reason = "belongs to a run of a task scope: validateAsync(in:) makes it in one"
        #expect(report.skipped.map { "\($0)" } == ["Container.visitor \(reason)", "Container.visitorsPen \(reason)"])
        #expect(report.validatedCount == 1)
    }

    @Test(arguments: [false, true])
    func everyFormTakesAllThatIsStated(_ isShared: Bool) {
        func validate(allowing allowed: Set<ValidationReport.Problem.Kind>) -> ValidationReport {
            let manifest: [PartialKeyPath<Container>] = [\.ink, \.note, \.cachedPen]
            let samples: [PartialKeyPath<Container>: Any] = [\Container.note: 4]
            return withSandbox(.fresh) {
                isShared
                    ? Container.validate(
                        manifest, samples: samples, entryPoints: [\.ink], allowing: allowed, file: "App/Tests.swift",
                        line: 9)
                    : Container().validate(
                        manifest, samples: samples, entryPoints: [\.ink], allowing: allowed, file: "App/Tests.swift",
                        line: 9)
            }
        }
        let report = validate(allowing: [])
        #expect(report.problems.first?.kind == .unbound)
        #expect(
            report.problems.first?.description.contains("in   resolve()            App/Tests.swift:9\n") == true,
            "\(report)")
        #expect(report.skipped.isEmpty && report.validatedCount == 3)
        // What has failed is in the graph, with what it asked for.
        let names = report.graph.services.map { $0.factory ?? "" }
        let needs = report.graph.dependencies.map { "\(names[$0.service]) \(names[$0.needed])" }
        #expect(needs.contains("Container.cachedPen Container.unboundInk"), "\(needs)")
        let lenient = validate(allowing: [.unbound])
        #expect(Set(lenient.problems.map(\.kind)) == [.neverResolved])
        #expect(lenient.problems.map(\.service).contains("Container.note"))
        #expect(lenient.problems.allSatisfy { $0.description.contains("  registered     ") }, "\(lenient)")
    }

    @Test("own defect D51: a container that fails to register itself is reported, and the rest goes on")
    func aContainerThatCannotRegisterItselfIsReported() async {
        await #expect(processExitsWith: .success) {
            beginProcess(seconds: 60)
            let report = validate([\.ofStore, \.alsoOfStore, \.ink])
            ensure(report.problems.map(\.kind) == [.unbound, .unbound], "\(report)")
            ensure(
                report.problems.first?.description.contains("nothing is bound to 'Store.slot'") ?? false, "\(report)")
            ensure(report.validatedCount == 3, "\(report.validatedCount)")
        }
    }

    @Test func everyFactoryOfAManifestIsResolved() {
        let report = validate([\.ink, \.note], samples: [\Container.note: 4])
        #expect(report.problems.isEmpty, "\(report)")
        #expect(report.skipped.isEmpty)
        #expect(report.validatedCount == 2)
        #expect(report.graph.services.compactMap(\.factory) == ["Container.ink", "Container.note", "Container.pen"])
    }

    @Test("own defect D297: a slot that has a closure for a context which holds is resolved, bound or not")
    func whatACallGivesInThisContextIsNoProblem() {
        let report = validate([\.inkOfTests])
        #expect(report.problems.isEmpty, "\(report)")
        #expect(report.validatedCount == 1)
        // Only the validation binds it, not the program.
        #expect(withSandbox(.fresh) { Container.shared.unbound(in: [\.inkOfTests]) } == ["Container.inkOfTests"])
    }

    @Test func whatIsNotBoundIsReportedAndTheRestGoesOn() {
        let report = validate([\.unboundPen, \.unboundInk, \.lost, \.ring, \.ink])
        #expect(report.problems.map(\.kind) == [.unbound, .unbound, .missing, .cycle])
        #expect(
            report.problems.map(\.service) == [
                "Container.unboundPen", "Container.unboundInk", "Container.lost", "Container.ring",
            ])
        #expect(
            report.problems.first?.description == """
                Resolver: nothing is bound to 'Container.unboundInk'  [unbound]
                  asked for by   Container.unboundPen  ResolverDiagnosticsTests/ContainerValidationTests.swift:\(line + 3)
                            in   resolve()             App/Tests.swift:9
                  declared       with required() at ResolverDiagnosticsTests/ContainerValidationTests.swift:\(line + 2)
                  to mend it     bind it at launch, with register { … }, and check with unbound(in:)
                """)
        #expect(report.validatedCount == 5)
    }

    @Test func whatTakesAParameterIsTheMainActorsOrAsynchronousIsListedAsSkipped() {
        let report = validate([\.note, \.sheet, \.mail])
        #expect(report.problems.isEmpty)
        #expect(
            report.skipped.map(\.description) == [
                "Container.note takes arguments: give a sample of them",
                "Container.sheet belongs to the main actor: validate on the current thread there, or with validateAsync()",
                "Container.mail is made asynchronously: validateAsync() makes it",
            ])
    }

    @Test(
        "own defect D227: what is not bound is reported also where it could not be asked for", arguments: [true, false])
    func whatIsNotBoundAndCannotBeAskedForIsReported(isBound: Bool) {
        let report = withSandbox(.fresh) {
            if isBound {
                Container.shared.unboundSheet.register { Sheet() }
                Container.shared.unboundMail.register { Ink() }
                Container.shared.unboundNote.register { Note(id: $0, pen: Pen(ink: Ink())) }
            }
            return Container.validate([\.unboundSheet, \.unboundMail, \.unboundNote, \.unboundVisitor])
        }
        let slots = ["Container.unboundSheet", "Container.unboundMail", "Container.unboundNote"]
        #expect(report.problems.map(\.service) == (isBound ? [] : slots))
        #expect(report.problems.allSatisfy { $0.kind == .unbound })
        #expect(report.skipped.map(\.service) == (isBound ? slots : []) + ["Container.unboundVisitor"])
    }

    @MainActor
    @Test("own defect D227: nor does it end the program on the current thread")
    func whatIsNotBoundIsReportedOnTheCurrentThread() {
        let report = withSandbox(.fresh) {
            Container.validate([\.unboundSheet, \.unboundInk, \.sheet], on: .current, file: "App/Tests.swift", line: 9)
        }
        #expect(report.problems.map(\.service) == ["Container.unboundSheet", "Container.unboundInk"])
        #expect(report.validatedCount == 3)
        #expect(
            report.problems.last?.description == """
                Resolver: nothing is bound to 'Container.unboundInk'  [unbound]
                  asked for by   resolve()  App/Tests.swift:9
                  declared       with required() at ResolverDiagnosticsTests/ContainerValidationTests.swift:\(line + 2)
                  to mend it     bind it at launch, with register { … }, and check with unbound(in:)
                """)
    }

    @Test func anAsynchronousRegistrationIsListedAsSkipped() {
        let report = withSandbox(.fresh) {
            Resolver.registerAsync { Ink() }
            return Resolver.validate()
        }
        #expect(
            report.skipped.map(\.description) == [
                "ResolverDiagnosticsTests.Ink is made asynchronously: validateAsync() makes it"
            ])
    }

    @MainActor
    @Test func onTheMainActorsThreadItsFactoriesAreResolved() {
        let report = withSandbox(.fresh) { Container.validate([\.sheet], on: .current) }
        #expect(report.problems.isEmpty)
        #expect(report.skipped.isEmpty)
        #expect(report.validatedCount == 1)
    }

    @Test func whatNoEntryPointLeadsToIsReported() {
        let report = validate([\.ink, \.sheet, \.note], samples: [\Container.note: 1], entryPoints: [\.ink])
        #expect(
            report.problems.filter { $0.kind == .neverResolved }.map(\.service) == ["Container.note", "Container.pen"])
    }

    @Test func overridesOfTheTestAreWhatIsValidated() {
        let report = withSandbox(.fresh) {
            Container.shared.unboundInk.register { Ink() }
            return Container.validate([\.unboundPen, \.unboundInk])
        }
        #expect(report.problems.isEmpty)
    }

    @Test func aReportKeepsTheStatedLifetimeWhenTheDefaultChanges() {
        withSandbox(.fresh) {
            Resolver.register(\.cachedPen)
            Container.shared.manager.defaultLifetime = .graph
            let report = Container.validate([\.cachedPen])
            let pen = report.graph.services.first { $0.factory == "Container.cachedPen" }
            #expect(pen?.lifetime == .cached)
        }
    }

    @Test("own defect D116: on a thread that is not the main actor's, its factories are skipped")
    func onAnotherThreadTheMainActorsAreSkipped() async {
        let report = await Task.detached {
            withSandbox(.fresh) { Container.validate([\.sheet, \.ink], on: .current) }
        }.value
        #expect(report.problems.isEmpty)
        #expect(report.validatedCount == 1)
        #expect(
            report.skipped.map(\.description) == [
                "Container.sheet belongs to the main actor: validate on the current thread there, or with validateAsync()"
            ])
    }

    @Test("own defect D115: an export that joins what is registered has not registered it twice")
    func anExportThatJoins() {
        let report = withSandbox(.fresh) {
            Resolver.registerServices = nil
            Resolver.register { Ink() }
            // This factory belongs to another container, so that the export passes on.
            Resolver.register(\Shelf.ink)
            return Resolver.validate()
        }
        #expect(report.problems.isEmpty, "\(report)")
    }

    @Test("own defect D137: an exported factory that is validated by its registration is used, and leads on")
    func anExportedFactoryIsUsed() {
        let report = withSandbox(.fresh) {
            Resolver.registerServices = nil
            Resolver.register(\.pen)
            return Resolver.validate(entryPoints: [Pen.self])
        }
        #expect(report.problems.isEmpty, "\(report)")
        #expect(report.graph.unused.isEmpty)
    }

    /// The services to which an entry point for ink does not lead, where a pen asks a factory for its ink.
    private func notReached(from entryPoints: [Any.Type] = [Ink.self], _ register: () -> Void) -> [String] {
        let report = withSandbox(.fresh) {
            Resolver.registerServices = nil
            register()
            return Resolver.validate(entryPoints: entryPoints)
        }
        #expect(report.skipped.isEmpty, "\(report)")
        return report.problems.map { "\($0.kind) \($0.service)" }
    }

    @Test func anEntryPointLeadsToNoFactoryOfItsTypeThatIsNotExported() {
        let services = notReached {
            Resolver.register { Ink() }
            Resolver.register { Container.shared.penOfInk() }
        }
        #expect(
            services == [
                "neverResolved Container.ink", "neverResolved Container.penOfInk",
                "neverResolved ResolverDiagnosticsTests.Pen",
            ])
    }

    @Test func anEntryPointLeadsToNoFactoryThatOnlyStandsForIt() {
        let services = notReached {
            Resolver.register { Ink() }
            Resolver.register { Container.shared.penOfRegisteredInk() }
        }
        #expect(
            services == [
                "neverResolved Container.penOfRegisteredInk", "neverResolved Container.registeredInk",
                "neverResolved ResolverDiagnosticsTests.Pen",
            ])
    }

    @Test func anEntryPointMayBeTheTypeOfAFactoryThatIsAskedFor() {
        let services = notReached(from: [Pen.self, Ink.self]) { Resolver.register { Container.shared.penOfInk() } }
        #expect(services == [])
    }

    @Test func anEntryPointLeadsToAnExportedFactoryHoweverItIsExported() {
        let services = notReached {
            Resolver.register(\.ink)
            let child = Resolver()
            Resolver.root.add(child: child)
            child.register(\Shelf.ink)
            Resolver.register(\.ink, name: "again")
            Resolver.register(\.registeredInk, name: "registered")
            Resolver.register(\.perhapsInk, name: "perhaps")
        }
        #expect(services == [])
    }

    @Test("own defect D520: an entry point leads to no factory of its type beside the one that is exported")
    func aFactoryBesideTheExportedOne() {
        let services = notReached {
            Resolver.register(\.ink)
            Resolver.register { Container.shared.penOfOtherInk() }
        }
        #expect(
            services == [
                "neverResolved Container.otherInk", "neverResolved Container.penOfOtherInk",
                "neverResolved ResolverDiagnosticsTests.Pen",
            ])
    }

    @Test func aFactoryThatIsSkippedMayBeAnEntryPoint() {
        let report = validate([\.mail, \.ink], entryPoints: [\.mail])
        #expect(report.problems.isEmpty, "\(report)")
        #expect(
            report.skipped.map(\.description) == [
                "Container.mail is made asynchronously: validateAsync() makes it",
                "what no entry point leads to is not looked for: 'Container.mail' was not made, and may need anything",
            ])
    }

    @Test func whatReplacesTheMockOfALegacyFactoryIsNoAccident() {
        let report = withSandbox(.fresh) {
            Resolver.registerServices = nil
            Container.shared.registeredInk.register { Ink() }
            Resolver.register { Ink() }
            return Resolver.validate()
        }
        #expect(report.problems.isEmpty, "\(report)")
    }

    @Test("own defect D401: an export that is skipped is not unused where its factory is asked for")
    func anExportThatIsSkipped() {
        let report = withSandbox(.fresh) {
            Resolver.registerServices = nil
            Resolver.register(\.note)
            Resolver.register { [Container.shared.note(42)] }
            return Resolver.validate()
        }
        #expect(report.problems.isEmpty, "\(report)")
        #expect(report.skipped.count == 1)
        #expect(report.graph.unused.isEmpty)
    }
}

extension Container {
    fileprivate var registeredInk: Factory<Ink> { legacy() }
    fileprivate var penOfRegisteredInk: Factory<Pen> { self { Pen(ink: $0.registeredInk()) } }
    fileprivate var penOfInk: Factory<Pen> { self { Pen(ink: $0.ink()) } }
    fileprivate var otherInk: Factory<Ink> { self { Ink() } }
    fileprivate var penOfOtherInk: Factory<Pen> { self { Pen(ink: $0.otherInk()) } }
    fileprivate var perhapsInk: Factory<Ink?> { self { Ink() } }
}

private final class Shelf: SharedContainer {
    let manager = ContainerManager()
    init() {}
    var ink: Factory<Ink> { self { Ink() } }
}
