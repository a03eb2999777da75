import SafeFacade
import Testing

extension Container {
    fileprivate var service: Factory<String> { self { "live" }.onTest { "test" } }
}

@Test func aTestIsATest() { #expect(Container.shared.service() == "test") }
