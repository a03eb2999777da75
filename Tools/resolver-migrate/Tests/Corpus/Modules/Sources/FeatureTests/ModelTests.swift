import Interface
import Resolver
import XCTest

@testable import Feature

final class Spy: Analytics {
    func record(_ event: String) {}
}

final class ModelTests: XCTestCase {
    func testOther() {
        Resolver.register { Spy() as Analytics }
        let other: Other = Resolver.resolve()
        _ = other
    }
}
