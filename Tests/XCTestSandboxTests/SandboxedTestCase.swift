import Resolver
import SafeFacade
import SafeFacadeTesting
import XCTest

protocol Greeting: Sendable {
    var text: String { get }
}

final class Hello: Greeting {
    let text: String
    init(_ text: String) { self.text = text }
}

extension Container {
    var greeting: Factory<any Greeting> { self { Hello("live") }.cached }
    var graphGreeting: Factory<any Greeting> { self { Hello("live") }.graph }
}

/// Runs each test with registrations and instances of its own.
class SandboxedTestCase: XCTestCase {
    override func invokeTest() {
        withSandbox { super.invokeTest() }
    }
}

/// Every test asserts that it begins without anything from another test, and leaves something behind that would make the others
/// fail, in whatever order they run.
final class XCTestSandboxTests: SandboxedTestCase {
    override func setUp() {
        super.setUp()
        assertNothingIsLeft()
        Resolver.register { Hello("set up") }
    }

    override func tearDown() {
        // The test's tearDown sees what the test has registered.
        XCTAssertEqual(Container.shared.greeting().text, name)
        super.tearDown()
    }

    func testTheFirst() { leaveSomethingBehind() }

    func testTheSecond() { leaveSomethingBehind() }

    func testAnAsynchronousOne() async {
        XCTAssertEqual(Resolver.resolve(Hello.self).text, "set up")
        await Task.yield()
        leaveSomethingBehind()
        async let child = Container.shared.greeting().text
        let text = await child
        XCTAssertEqual(text, name)
        let detached = await Task.detached { Container.shared.greeting().text }.value
        XCTAssertEqual(detached, "live")
    }

    @MainActor func testAnAsynchronousOneOnTheMainActor() async {
        XCTAssertEqual(Resolver.resolve(Hello.self).text, "set up")
        await Task.yield()
        leaveSomethingBehind()
    }

    func testEquivalence() {
        leaveSomethingBehind()
        Resolver.register { Hello("live") as any Greeting }
        let equivalence = Equivalence(of: \.graphGreeting)
        XCTAssert(equivalence.differences.isEmpty, "\(equivalence)")
        XCTAssertEqual(Equivalence(of: \.greeting).differences.map(\.aspect), [.twoResolutions, .twoThreads])
    }

    private func assertNothingIsLeft() {
        XCTAssertNil(Resolver.optional(Hello.self))
        XCTAssertNil(Resolver.optional((any Greeting).self))
        XCTAssertEqual(Container.shared.greeting().text, "live")
    }

    private func leaveSomethingBehind() {
        let name = name
        Resolver.register { Hello(name) as any Greeting }.scope(.application)
        Container.shared.greeting.register { Hello(name) }
        XCTAssertEqual(Resolver.resolve((any Greeting).self).text, name)
        XCTAssertEqual(Container.shared.greeting().text, name)
    }
}

/// Its name makes it run after the others; it runs in no sandbox.
final class XCTestSandboxZTests: XCTestCase {
    func testNothingHasReachedTheProcess() {
        XCTAssertNil(Resolver.optional((any Greeting).self))
        XCTAssertNil(Resolver.optional(Hello.self))
        XCTAssertEqual(Container.shared.greeting().text, "live")
    }
}
