import Resolver
import SafeFacade
import TestSupport
import Testing

// An asynchronous call for a protocol gives the same as a synchronous call.

private protocol Tool: Sendable {
    var label: String { get }
}

private struct Hammer: Tool {
    let label: String
}

extension Container {
    fileprivate var hammer: AsyncFactory<Hammer> { self { Hammer(label: "typed") } }
}

private protocol Lever: Tool {}
extension Hammer: Lever {}

/// A protocol to which a hammer does not conform.
private protocol Unfit: Sendable {}

extension Container {
    fileprivate var unfit: AsyncFactory<any Unfit> { legacy() }
}

private final class ToolBox: SharedContainer {
    let manager = ContainerManager()
    init() {}
}

extension ToolBox {
    fileprivate var tool: AsyncFactory<any Tool> { self { Hammer(label: "declared") } }
}

extension Scope {
    fileprivate static let shift = TaskScope()
}

// These calls are outside of the test macros, which count their lines differently.
private let calls = #line
private func askOutsideOfAnyShift() async throws { _ = try await Resolver.requireAsync((any Tool).self) }
private func registerUnfit() { Resolver.registerAsync { Hammer(label: "unfit") }.implements((any Unfit).self) }
private func askForTheUnfit() async throws { _ = try await Resolver.requireAsync((any Unfit).self) }

@Suite(.inFreshSandbox) struct AsyncImplementsTests {
    @Test func itsFailuresNameTheCall() async {
        let error = await withSandbox(.fresh) {
            Resolver.registerAsync { Hammer(label: "hammer") }.implements((any Tool).self).scope(.shift)
            return await #expect(throws: ResolutionError.self) { try await askOutsideOfAnyShift() }
        }
        #expect(error?.description.contains("AsyncImplementsTests.swift:\(calls + 1)") ?? false)
    }

    @Test func whatStandsForItselfIsItself() async throws {
        Resolver.registerAsync { Hammer(label: "hammer") }.implements(Hammer.self)
        let hammer = try await Resolver.requireAsync(Hammer.self)
        #expect(hammer.label == "hammer")
    }

    @Test func twoThatStandForEachOtherAreACycle() async {
        let error = await withSandbox(.fresh) {
            let tool = Resolver.registerAsync { Hammer(label: "tool") as any Tool }
            Resolver.registerAsync { Hammer(label: "lever") as any Lever }.implements((any Tool).self)
            tool.implements((any Lever).self)
            return await #expect(throws: ResolutionError.self) { try await Resolver.requireAsync((any Tool).self) }
        }
        #expect(error?.cyclePath != nil)
    }

    @Test func whatImplementsAnExportOfAnotherContainerOverridesIt() async throws {
        Resolver.register(\ToolBox.tool)
        Resolver.registerAsync { Hammer(label: "over") }.implements((any Tool).self)
        let (typed, tool) = (try await ToolBox.shared.tool(), try await Resolver.requireAsync((any Tool).self))
        #expect(typed.label == "over")
        #expect(tool.label == "over")
    }

    @Test func aParentsOverrideOfTheServiceIsNotWhatImplementsIt() async throws {
        let mocks = Resolver(child: .main)
        Resolver.register(name: "s") { Hammer(label: "main") }.implements((any Tool).self, name: "s")
        mocks.register(name: "s") { Hammer(label: "mocks") }
        #expect(mocks.resolve((any Tool).self, name: "s").label == "main")
        let synchronous = try await mocks.requireAsync((any Tool).self, name: "s")
        #expect(synchronous.label == "main")
        Resolver.registerAsync(name: "a") { Hammer(label: "main") }.implements((any Tool).self, name: "a")
        mocks.registerAsync(name: "a") { Hammer(label: "mocks") }
        let asynchronous = try await mocks.requireAsync((any Tool).self, name: "a")
        #expect(asynchronous.label == "main")
    }

    @Test func whatIsRegisteredOverANamedExportImplementsIt() async throws {
        Resolver.register(\.hammer, name: "n")
        Resolver.registerAsync(name: "n") { Hammer(label: "over") }.implements((any Tool).self, name: "n")
        let tool = try await Resolver.requireAsync((any Tool).self, name: "n")
        #expect(tool.label == "over")
    }

    @Test func decorateSeesItAsOftenAsSynchronously() async throws {
        Resolver.register(name: "s") { Hammer(label: "synchronous") }.implements((any Tool).self, name: "s")
        Resolver.registerAsync(name: "a") { Hammer(label: "asynchronous") }.implements((any Tool).self, name: "a")
        let seen = Counter()
        Resolver.decorate = { _ in seen.add() }
        _ = Resolver.resolve((any Tool).self, name: "s")
        let expected = seen.value
        _ = try await Resolver.requireAsync((any Tool).self, name: "s")
        #expect(seen.value == expected * 2)
        _ = try await Resolver.requireAsync((any Tool).self, name: "a")
        #expect(seen.value == expected * 3)
    }

    @Test("own defect D71: an asynchronous service that does not implement a protocol is nil where it is optional")
    func anUnfitAsynchronousServiceIsNilWhereItsProtocolIsOptional() async throws {
        Resolver.register(name: "synchronous") { Hammer(label: "unfit") }
            .implements((any Unfit).self, name: "synchronous")
        let synchronous = try Resolver.require((any Unfit)?.self, name: "synchronous")
        #expect(synchronous == nil)
        registerUnfit()
        let unfit = try await Resolver.requireAsync((any Unfit)?.self)
        #expect(unfit == nil)
        let text = await text(askForTheUnfit)
        #expect(
            text == """
                Resolver: 'SafeFacadeTests.Hammer' does not implement 'any SafeFacadeTests.Unfit'  [not-implemented]
                  asked for by   resolve()  SafeFacadeTests/AsyncImplementsTests.swift:\(calls + 3)
                  registered     with implements() at SafeFacadeTests/AsyncImplementsTests.swift:\(calls + 2)
                  to mend it     conform to it, or take that implements() away
                """)
        let typed = await refusal { _ = try await Container.shared.unfit() }
        #expect(typed == "not-implemented")
        Resolver.registerAsync(name: "outer") { [try await Container.shared.unfit()] }
        let outer = await refusal { _ = try await Resolver.requireAsync([any Unfit]?.self, name: "outer") }
        #expect(outer == "not-implemented")
    }
}
