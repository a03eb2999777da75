import SafeFacade
import TestSupport
import Testing

// Lazy wrappers in objects that live longer than a run; they would keep what belongs to the run.

private let scopeLine = #line + 2
extension Scope {
    fileprivate static let order = TaskScope()
}

@MainActor private final class Booth {}

private let properties = #line
private final class WeakClerk: @unchecked Sendable { @WeakLazyInjected(\.basket) var basket }
private final class MainActorClerk: @unchecked Sendable { @MainActorLazyInjected(\.booth) var booth }
private final class MainActorWeakClerk: @unchecked Sendable { @MainActorWeakLazyInjected(\.booth) var booth }

extension Container {
    fileprivate var basket: Factory<Thing> { self { Thing() }.scope(.order) }
    fileprivate var booth: MainActorFactory<Booth> { self { Booth() }.scope(.order) }
    fileprivate var weakClerk: Factory<WeakClerk> { self { WeakClerk() }.singleton }
    fileprivate var mainActorClerk: Factory<MainActorClerk> { self { MainActorClerk() }.singleton }
    fileprivate var mainActorWeakClerk: AsyncFactory<MainActorWeakClerk> { self { MainActorWeakClerk() }.cached }
    fileprivate var clerkOfTheOrder: Factory<WeakClerk> { self { WeakClerk() }.scope(.order) }
    fileprivate var mainActorClerkOfTheOrder: Factory<MainActorClerk> { self { MainActorClerk() }.scope(.order) }
}

/// The report on a service that a lazy wrapper would keep.
private func captive(_ service: String, keptBy keeper: String, readAt line: Int) -> String {
    """
    Resolver: 'Container.\(service)' would be kept by 'Container.\(keeper)', which lives longer  [captive]
      asked for by   resolve()  SafeFacadeTests/LazyCaptiveTests.swift:\(line)
      its scope      declared at SafeFacadeTests/LazyCaptiveTests.swift:\(scopeLine)
      to mend it     pass it as a parameter, give that the same scope, or ask each time, with @DynamicInjected
    """
}

@Suite struct LazyCaptiveTests {
    /// The wrapper would not hold the instance, but its object would see one request's instance in another request.
    @Test func whatHoldsWeaklyFailsAtItsFirstAccess() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let clerk = Container.shared.weakClerk()
            try await Scope.order.run { _ = clerk.basket }
        }
        let text = try failureText(result)
        #expect(text == captive("basket", keptBy: "weakClerk", readAt: properties + 1))
    }

    @Test func whatTheMainActorReadsFailsAtItsFirstAccess() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let clerk = Container.shared.mainActorClerk()
            try await Scope.order.run { await MainActor.run { _ = clerk.booth } }
        }
        let text = try failureText(result)
        #expect(text == captive("booth", keptBy: "mainActorClerk", readAt: properties + 2))
    }

    @Test func whatTheMainActorReadsAndHoldsWeaklyFailsAtItsFirstAccess() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let clerk = try await Container.shared.mainActorWeakClerk()
            try await Scope.order.run { await MainActor.run { _ = clerk.booth } }
        }
        let text = try failureText(result)
        #expect(text == captive("booth", keptBy: "mainActorWeakClerk", readAt: properties + 3))
    }

    @Test func whatBelongsToTheRunItselfMayReadIt() async throws {
        try await withSandbox(.fresh) {
            try await Scope.order.run {
                let basket = Container.shared.basket()
                #expect(Container.shared.clerkOfTheOrder().basket === basket)
                await MainActor.run {
                    let booth = Container.shared.booth()
                    #expect(Container.shared.mainActorClerkOfTheOrder().booth === booth)
                }
            }
        }
    }
}
