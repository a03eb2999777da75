import SafeFacade
import TestSupport
import Testing

// Declarations of one type on one line are told apart by their columns.

// swift-format-ignore
extension Container {
    fileprivate var leftOfLine: Factory<Int> { self { 1 }.cached }; fileprivate var rightOfLine: Factory<Int> { self { 2 }.cached }
}

// swift-format-ignore
extension Injections {
    fileprivate var pair: [Network] { [application(Network(host: "a")), application(Network(host: "b"))] }
}

@Suite(.inFreshSandbox) struct PlaceTests {
    @Test func declarationsOnOneLineAreTwo() {
        #expect(Container.shared.leftOfLine() == 1)
        #expect(Container.shared.rightOfLine() == 2)
        Container.shared.leftOfLine.register { 3 }
        #expect(Container.shared.leftOfLine() == 3)
        #expect(Container.shared.rightOfLine() == 2)
    }

    @Test func plainPropertiesOnOneLineAreTwo() {
        #expect(Injections().pair.map(\.host) == ["a", "b"])
    }
}
