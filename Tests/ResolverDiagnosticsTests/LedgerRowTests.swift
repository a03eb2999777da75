import Resolver
import ResolverDiagnostics
import SafeFacade
import Testing

private final class Vault: Sendable {}
private final class Teller: Sendable {
    let vault: Vault
    init(_ vault: Vault) { self.vault = vault }
}
private protocol Worker: AnyObject, Sendable {}
private final class Clerk: Worker {}

private final class Bank: SharedContainer {
    let manager = ContainerManager()
    init() {}
}

private final class Branch<Town>: SharedContainer {
    let manager = ContainerManager()
    init() {}
}

extension SharedContainer {
    fileprivate var pin: Factory<Clerk> { self { Clerk() } }
}

extension Bank {
    fileprivate var vault: Factory<Vault> { self { Vault() }.singleton }
    fileprivate var teller: Factory<Teller> { self { Teller($0.vault()) }.cached }
}

extension Container {
    fileprivate var vault: Factory<Vault> { self { Vault() }.singleton }
    fileprivate var teller: Factory<Teller> { self { Teller($0.vault()) } }
    fileprivate var clerk: Factory<Clerk> { self { Clerk() } }
    fileprivate var laterClerk: AsyncFactory<Clerk> { self { Clerk() }.cached }
    fileprivate var registeredVault: Factory<Vault> { legacy() }
    fileprivate var bridgedVault: Factory<Vault> { self { Vault() }.bridged }
    fileprivate var variedClerk: Factory<Clerk> { self { Clerk() }.onTest { Clerk() } }
    fileprivate var registeredTeller: Factory<Teller> { legacy() }
    fileprivate var registeredClerk: Factory<Clerk> { legacy() }
    fileprivate static var declared: [PartialKeyPath<Container>] { [\.vault, \.teller, \.clerk] }
    fileprivate static var standing: [PartialKeyPath<Container>] {
        [\.registeredVault, \.registeredTeller, \.registeredClerk]
    }
}

extension Container {
    fileprivate var alsoRegisteredVault: Factory<Vault> { legacy() }
    fileprivate var perhapsRegisteredVault: Factory<Vault?> { legacy() }

    fileprivate var pinOfAnotherFile: Factory<Clerk> {
        self({ Clerk() }, file: "App/A.swift", line: 9, column: 1, function: "pinOfAnotherFile")
    }
    /// A factory that is declared on the same line as others.
    private func pin(_ name: StaticString, _ column: UInt) -> Factory<Clerk> {
        self({ Clerk() }, file: "App/Pins.swift", line: 1, column: column, function: name)
    }
    fileprivate var pinF: Factory<Clerk> { pin("pinF", 1) }
    fileprivate var pinE: Factory<Clerk> { pin("pinE", 2) }
    fileprivate var pinD: Factory<Clerk> { pin("pinD", 3) }
    fileprivate var pinC: Factory<Clerk> { pin("pinC", 4) }
    fileprivate var pinB: Factory<Clerk> { pin("pinB", 5) }
    fileprivate var pinA: Factory<Clerk> { pin("pinA", 6) }
}

/// Towns whose offices, of different types, have one name.
private enum Town<Name> {
    final class Office: SharedContainer {
        let manager = ContainerManager()
        init() {}
        /// The factory that is declared on a line.
        subscript(line: UInt) -> Factory<Vault> { legacy(line: line) }
    }
}

/// Own-defects C5.
@Suite struct LedgerRowTests {
    /// The report of a ledger that counts in a sandbox without the hook.
    private func report(
        including manifest: [PartialKeyPath<Container>] = [], _ body: () -> Void
    ) -> Ledger.Report {
        withSandbox(.fresh) {
            Resolver.registerServices = nil
            let ledger = Ledger()
            ledger.include(manifest)
            Resolver.addObserver(ledger)
            body()
            return ledger.report()
        }
    }

    private func rows(_ services: [Ledger.Report.Service]) -> [String] {
        services.map { "\($0.service.split(separator: ".").last ?? ""): \($0.kind) \($0.factory ?? "-")" }
    }

    @Test("C5: a singleton of a custom container is one service")
    func aSingletonOfACustomContainerIsOneService() {
        let report = report { _ = Bank.shared.teller() }
        #expect(rows(report.services) == ["Teller: typed Bank.teller", "Vault: typed Bank.vault"])
    }

    @Test func factoriesOfOneDeclarationAreInOrder() {
        let report = report {
            func ask<Town>(_ town: Town.Type) { _ = Branch<Town>.shared.pin() }
            ask(Int.self)
            ask(Bool.self)
            ask(Double.self)
            ask(String.self)
            ask(Float.self)
            ask(Character.self)
        }
        let factories = report.services.compactMap(\.factory)
        #expect(factories.count == 6)
        #expect(factories == factories.sorted())
    }

    @Test("C5: a service has one row, whatever is registered under its key")
    func aServiceHasOneRow() {
        let report = report {
            Resolver.register(\.vault)
            let mock = Resolver(child: .main)
            mock.register { Vault() }
            mock.register(file: "App/Mock.swift", line: 2) { Clerk() }
            Resolver.register(file: "App/Live.swift", line: 1) { Clerk() }
            Resolver.root = mock
            _ = Resolver.resolve(Vault.self)
            _ = Resolver.resolve(Clerk.self)
        }
        #expect(rows(report.services) == ["Clerk: runtime -", "Vault: exported Container.vault"])
        #expect(report.services.map(\.uses) == [1, 1])
        // The nearest registration counts.
        #expect(report.services.first?.file == "App/Mock.swift")
    }

    @Test func registrationsThatStandForEachOtherAreListed() {
        let report = report {
            let clerk = Resolver.register { Clerk() }
            let worker = Resolver.register { Clerk() as any Worker }
            clerk.implements((any Worker).self)
            worker.implements(Clerk.self)
        }
        #expect(rows(report.services) == ["Clerk: runtime -", "Worker: runtime -"])
    }

    @Test func ofSeveralFactoriesForOneRegistrationTheFirstByNameIsNamed() {
        let report = report(including: [\.registeredVault, \.alsoRegisteredVault]) { Resolver.register { Vault() } }
        #expect(rows(report.services) == ["Vault: legacy Container.alsoRegisteredVault"])
    }

    @Test func factoriesOfOneTypeAreInTheOrderOfTheirPlacesAndNames() {
        let report = report(including: [\.pinF, \.pinOfAnotherFile, \.pinB, \.pinD, \.pinA, \.pinE, \.pinC]) {}
        #expect(
            report.services.compactMap(\.factory)
                == ["OfAnotherFile", "A", "B", "C", "D", "E", "F"].map { "Container.pin\($0)" })
    }

    @Test("C5: the number of services is the same at every stage of a migration")
    func theTotalStays() {
        let stages = [
            report {
                Resolver.register { Vault() }.scope(.application)
                Resolver.register { Teller($0.resolve()) }
                Resolver.register { Clerk() }
            },
            report(including: Container.standing) {
                Resolver.register { Vault() }.scope(.application)
                Resolver.register { Teller($0.resolve()) }
                Resolver.register { Clerk() }
                _ = Container.shared.registeredTeller()
            },
            report(including: [\.vault, \.teller, \.registeredClerk]) {
                Resolver.register(\.vault)
                Resolver.register(\.teller)
                Resolver.register { Clerk() }
            },
            report(including: Container.declared) { _ = Container.shared.teller() },
        ]
        #expect(stages.map { "\($0.typedCount) of \($0.services.count)" } == ["0 of 3", "3 of 3", "3 of 3", "3 of 3"])
    }

    @Test("C5: a factory that nobody has read is known by its manifest")
    func aManifestMakesFactoriesKnown() {
        let report = report(including: Container.declared + Container.standing) { Resolver.register { Vault() } }
        #expect(
            rows(report.services) == [
                "Clerk: typed Container.clerk", "Clerk: legacy Container.registeredClerk",
                "Teller: typed Container.teller", "Teller: legacy Container.registeredTeller",
                "Vault: typed Container.vault", "Vault: legacy Container.registeredVault",
            ])
        #expect(report.services.map(\.count) == [nil, nil, nil, nil, nil, 0])
        #expect(report.unused.count == 6)
    }

    @Test("C5: what is never looked up is told apart from what is never used")
    func neverLookedUpIsNotUnused() {
        let report = report {
            Resolver.register(\.vault)
            Resolver.register { Clerk() }
            _ = Container.shared.vault()
            _ = Container.shared.vault()
        }
        #expect(rows(report.unresolved) == ["Clerk: runtime -", "Vault: exported Container.vault"])
        #expect(rows(report.unused) == ["Clerk: runtime -"])
        #expect(report.services.map(\.uses) == [0, 2])
    }

    @Test("C5: a service that was used before it was registered anew is not unused")
    func aServiceWhoseRegistrationWasReplacedIsUsed() {
        let report = report {
            Resolver.register { Clerk() }
            _ = Resolver.resolve(Clerk.self)
            Resolver.register { Clerk() }
        }
        #expect(report.services.map(\.count) == [1])
        #expect(report.unused == [])
        #expect(report.unresolved == [])
    }

    @Test("C5: what is used by way of another key or face is used")
    func whatIsUsedByWayOfAnotherIsUsed() {
        let report = report {
            Resolver.register { Clerk() }.implements(AnyObject.self)
            Resolver.register { Vault() }
            _ = Resolver.resolve(AnyObject.self)
            _ = Resolver.resolve(Clerk.self)
            _ = Container.shared.registeredVault()
        }
        #expect(report.unused == [])
        #expect(
            rows(report.services) == [
                "Clerk: runtime -", "Vault: legacy Container.registeredVault", "AnyObject: runtime -",
            ])
        #expect(report.services.map(\.uses) == [2, 1, 1])
    }

    @Test("own defect D58: a use through implements of an exported key counts once")
    func aUseThroughImplementsOfAnExportedKeyCountsOnce() {
        let report = report {
            Resolver.registerServices = {
                Resolver.register { Clerk() }.implements((any Worker).self)
                Resolver.register(\.clerk)
            }
            for _ in 0..<2 { _ = Resolver.resolve((any Worker).self) }
        }
        #expect(
            rows(report.services) == ["Clerk: exported Container.clerk", "Worker: exported Container.clerk"])
        #expect(report.services.map(\.count) == [2, 2])
        #expect(report.services.map(\.uses) == [2, 2])
        #expect(report.resolutions.map(\.count) == [2])
    }

    @Test("own defect D58: an asynchronous use through implements of an exported key counts once")
    func anAsynchronousUseThroughImplementsOfAnExportedKeyCountsOnce() async throws {
        let ledger = Ledger()
        let report = try await withSandbox(.fresh) {
            Resolver.registerServices = {
                Resolver.registerAsync { Clerk() }.implements((any Worker).self)
                Resolver.register(\.laterClerk)
            }
            Resolver.addObserver(ledger)
            for _ in 0..<2 { _ = try await Resolver.requireAsync((any Worker).self) }
            return ledger.report()
        }
        #expect(
            rows(report.services) == ["Clerk: exported Container.laterClerk", "Worker: exported Container.laterClerk"])
        #expect(report.services.map(\.count) == [2, 2])
        #expect(report.services.map(\.uses) == [2, 2])
        #expect(report.resolutions.map(\.count) == [2])
    }

    @Test("own defect D113: what a bridged factory passes on is the typed face's, at the first call and later")
    func whatABridgedFactoryPassesOn() {
        let report = report {
            let mocks = Resolver(child: .root)
            Resolver.root = mocks
            mocks.register { Vault() }
            for _ in 0..<3 { _ = Container.shared.bridgedVault() }
        }
        #expect(report.resolutions.isEmpty)
        // The mock is another registration than the factory's, and is used through that one.
        #expect(report.services.map(\.uses) == [3, 3])
        #expect(rows(report.services).sorted() == ["Vault: runtime -", "Vault: typed Container.bridgedVault"])
    }

    @Test("own defect D113: a factory with a closure for a context is used as any")
    func aClosureForAContextIsUsed() {
        let report = report { for _ in 0..<2 { _ = Container.shared.variedClerk() } }
        #expect(report.services.map(\.uses) == [2])
    }

    @Test func ofSeveralFactoriesOfOneNameTheFirstByTheFullNameOfItsContainerIsPlaced() {
        withSandbox(.fresh) {
            let ledger = Ledger()
            func include<Name>(_ name: Name.Type, _ line: UInt) { ledger.include([\Town<Name>.Office[line]]) }
            include(Int.self, 5)
            include(Float.self, 4)
            include(Bool.self, 1)
            include(String.self, 6)
            include(Character.self, 2)
            include(Double.self, 3)
            let services = ledger.report().services
            #expect(services.map(\.line) == [1])
        }
    }

    @Test func anExportedServiceIsPlacedWhereItsFactoryIsDeclared() {
        let report = report { Resolver.register(\.pinOfAnotherFile) }
        #expect(rows(report.services) == ["Clerk: exported Container.pinOfAnotherFile"])
        #expect(report.services.map { "\($0.file):\($0.line)" } == ["App/A.swift:9"])
    }

    @Test func aServiceWhoseFactoryAsksForTheServiceItselfIsUsedEachTime() {
        let report = report {
            Resolver.register { (resolver, args) -> [Int] in
                let rest: Int = args()
                return rest == 0 ? [] : resolver.resolve([Int].self, args: rest - 1) + [rest]
            }
            _ = Resolver.resolve([Int].self, args: 3)
        }
        #expect(report.services.map(\.uses) == [4])
    }

    @Test func aFactoryThatWasUsedBeforeItsServiceWasRegisteredIsUsed() {
        let missing = report { _ = Container.shared.perhapsRegisteredVault() }
        #expect(rows(missing.services) == ["Vault: legacy Container.perhapsRegisteredVault"])
        #expect(missing.services.map(\.uses) == [1])
        let registered = report {
            _ = Container.shared.perhapsRegisteredVault()
            Resolver.register { Vault() }
            _ = Container.shared.perhapsRegisteredVault()
        }
        #expect(rows(registered.services) == ["Vault: legacy Container.perhapsRegisteredVault"])
        #expect(registered.services.map(\.uses) == [2])
    }
}
