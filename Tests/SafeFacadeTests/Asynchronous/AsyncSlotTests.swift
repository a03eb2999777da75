import Resolver
import SafeFacade
import TestSupport
import Testing

// Asynchronous factories that must be bound.

private final class Database: Sendable {
    let name: String
    init(_ name: String = "declared") { self.name = name }
}

private let declarations = #line
extension Container {
    fileprivate var slot: AsyncFactory<Database> { required() }
    fileprivate var asksSlot: AsyncFactory<[Database]> { self { [try await $0.slot()] } }
    fileprivate var requestSlot: AsyncFactory<Database> { required().scope(.bridgingRequest) }
    fileprivate var parameterSlot: AsyncParameterFactory<Int, Database> { required() }
    fileprivate var exported: AsyncFactory<Database> { self { Database() }.singleton }
    fileprivate var old: AsyncFactory<Database> { legacy() }
}

extension Scope {
    fileprivate static let bridgingRequest = TaskScope()
}

// This call is outside of the test macros, which count their lines differently.
private let callLine = #line + 1
private func askSlot() async throws { _ = try await Container.shared.asksSlot() }

@Suite(.inFreshSandbox) struct AsyncSlotTests {
    @Test func whatIsBoundMayBeAsynchronousOrNot() async throws {
        Container.shared.slot.register { Database("bound") }
        let bound = try await Container.shared.slot()
        #expect(bound.name == "bound")
        Container.shared.slot.register {
            await Task.yield()
            return Database("bound later")
        }
        let boundLater = try await Container.shared.asksSlot()
        #expect(boundLater[0].name == "bound later")
        Container.shared.parameterSlot.register { Database("number \($0)") }
        let boundByParameter = try await Container.shared.parameterSlot(3)
        #expect(boundByParameter.name == "number 3")
    }

    @Test func whatIsBoundHasTheLifetimeOfTheSlot() async throws {
        Container.shared.requestSlot.register { Database("bound") }
        try await Scope.bridgingRequest.run {
            let database = try await Container.shared.requestSlot()
            #expect(try await Container.shared.requestSlot() === database)
        }
    }

    @Test func whatIsUnboundIsListed() {
        let manifest: [PartialKeyPath<Container>] = [\.slot, \.parameterSlot, \.exported, \.old]
        #expect(
            Container.shared.unbound(in: manifest)
                == ["Container.slot", "Container.parameterSlot", "Container.old"])
        Container.shared.slot.register { Database() }
        Resolver.registerAsync { Database() }
        #expect(Container.shared.unbound(in: manifest) == ["Container.parameterSlot"])
    }

    @Test func askingWhileNothingIsBoundSaysWhoAskedAndWhereItIsDeclared() async throws {
        let error = await withSandbox(.fresh) { await failure { try await askSlot() } }
        #expect(
            (error as? ResolutionError)?.description == """
                Resolver: nothing is bound to 'Container.slot'  [unbound]
                  asked for by   Container.asksSlot  SafeFacadeTests/AsyncSlotTests.swift:\(declarations + 3)
                            in   resolve()           SafeFacadeTests/AsyncSlotTests.swift:\(callLine)
                  declared       with required() at SafeFacadeTests/AsyncSlotTests.swift:\(declarations + 2)
                  to mend it     bind it at launch, with register { … }, and check with unbound(in:)
                """)
    }
}
