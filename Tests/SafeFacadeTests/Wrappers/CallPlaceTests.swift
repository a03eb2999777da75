import SafeFacade
import TestSupport
import Testing

// Whatever the form in which a program asks for a typed service: reports name the line of the call, or of the property.

/// A form of asking, and the line on which it stands.
@MainActor private struct Form {
    let line: Int
    let ask: @MainActor () -> Void

    init(line: Int = #line, _ ask: @escaping @MainActor () -> Void) { (self.line, self.ask) = (line, ask) }
}

/// A container without a `shared`.
private final class Drawer: FactoryContainer {
    let manager = ContainerManager()
    var loader: Factory<any Loading> { self { Loader() } }
    var screen: MainActorFactory<Screen> { self { Screen() } }
}

extension Container {
    fileprivate var titled: MainActorParameterFactory<String, Screen> { self { Screen(title: $0) } }
}

extension PaymentsContainer {
    fileprivate var titled: MainActorParameterFactory<String, Screen> { self { Screen(title: $0) } }
}

private let drawer = Drawer()

@MainActor private let forms: [Form] = [
    Form { _ = Container.shared.loader() },
    Form { _ = Container.shared.conversation(1) },
    Form { _ = Container.shared.screen() },
    Form { _ = Container.shared.titled("a") },

    Form { _ = dependency(\.loader) },
    Form { _ = dependency(\PaymentsContainer.api) },
    Form { _ = dependency(\.conversation, parameter: 1) },
    Form { _ = dependency(\PaymentsContainer.receipt, parameter: 1) },
    Form { _ = dependency(\.screen) },
    Form { _ = dependency(\PaymentsContainer.terminal) },
    Form { _ = dependency(\.titled, parameter: "a") },
    Form { _ = dependency(\PaymentsContainer.titled, parameter: "a") },

    Form { _ = Injected(\.loader) },
    Form { _ = Injected(\PaymentsContainer.api) },
    Form { _ = Injected(\Drawer.loader, container: drawer) },
    Form { _ = Injected(Container.fixed) },
    Form { _ = Injected(\.screen) },
    Form { _ = Injected(\PaymentsContainer.terminal) },
    Form { _ = Injected(\Drawer.screen, container: drawer) },
    Form { _ = Injected(Container.window) },

    Form { _ = LazyInjected(\.loader).wrappedValue },
    Form { _ = LazyInjected(\PaymentsContainer.api).wrappedValue },
    Form { _ = LazyInjected(\Drawer.loader, container: drawer).wrappedValue },
    Form { _ = LazyInjected(Container.fixed).wrappedValue },
    Form { _ = MainActorLazyInjected(\.screen).wrappedValue },
    Form { _ = MainActorLazyInjected(\PaymentsContainer.terminal).wrappedValue },
    Form { _ = MainActorLazyInjected(\Drawer.screen, container: drawer).wrappedValue },
    Form { _ = MainActorLazyInjected(Container.window).wrappedValue },

    Form { _ = WeakLazyInjected(\.loader).wrappedValue },
    Form { _ = WeakLazyInjected(\PaymentsContainer.api).wrappedValue },
    Form { _ = WeakLazyInjected(\Drawer.loader, container: drawer).wrappedValue },
    Form { _ = WeakLazyInjected(Container.fixed).wrappedValue },
    Form { _ = MainActorWeakLazyInjected(\.screen).wrappedValue },
    Form { _ = MainActorWeakLazyInjected(\PaymentsContainer.terminal).wrappedValue },
    Form { _ = MainActorWeakLazyInjected(\Drawer.screen, container: drawer).wrappedValue },
    Form { _ = MainActorWeakLazyInjected(Container.window).wrappedValue },

    Form { _ = DynamicInjected(\.loader).wrappedValue },
    Form { _ = DynamicInjected(\PaymentsContainer.api).wrappedValue },
    Form { _ = DynamicInjected(\Drawer.loader, container: drawer).wrappedValue },
    Form { _ = DynamicInjected(Container.fixed).wrappedValue },
    Form { _ = MainActorDynamicInjected(\.screen).wrappedValue },
    Form { _ = MainActorDynamicInjected(\PaymentsContainer.terminal).wrappedValue },
    Form { _ = MainActorDynamicInjected(\Drawer.screen, container: drawer).wrappedValue },
    Form { _ = MainActorDynamicInjected(Container.window).wrappedValue },

    Form { _ = Injectable(\.plain) },
    Form { _ = LazyInjectable(\.plain).wrappedValue },
]

@MainActor @Suite struct CallPlaceTests {
    @Test func everyFormTellsItsPlace() {
        for form in forms {
            withSandbox(.fresh) {
                // Without an override, a plain property is no service.
                Injections.register { Loader("mock") as any Loading }
                let recording = Recording()
                Container.addObserver(recording)
                form.ask()
                let place = recording.events.last?.callSite?.description
                #expect(place == "SafeFacadeTests/CallPlaceTests.swift:\(form.line)")
            }
        }
    }

    @Test func everyAsynchronousCallTellsItsPlace() async throws {
        let recording = Recording()
        try await withSandbox(.fresh) { () async throws -> Void in
            Container.addObserver(recording)
            // Each is kept, so that the first call makes it and the second finds it.
            for _ in 0..<2 {
                _ = try await askForLater()
                _ = try await askForNumbered()
            }
        }
        let lines = recording.events.map { $0.callSite?.description }
        let file = "SafeFacadeTests/CallPlaceTests.swift"
        let expected = [laterLine, laterLine + 1].map { "\(file):\($0)" }
        #expect(lines == expected + expected)
    }
}

extension Container {
    fileprivate var later: AsyncFactory<Network> { self { Network() }.cached }
    fileprivate var numbered: AsyncParameterFactory<Int, Network> { self { _ in Network() }.cached }
}

// These calls are outside of the test macro, which counts its lines differently.
private let laterLine = #line + 1
private func askForLater() async throws -> Network { try await Container.shared.later() }
private func askForNumbered() async throws -> Network { try await Container.shared.numbered(1) }
