import Resolver

// The services the tests of this target register.

protocol Engine: AnyObject {
    var cylinders: Int { get }
}
protocol Washable {}

final class Petrol: Engine, Sendable {
    let cylinders: Int
    init(cylinders: Int = 4) { self.cylinders = cylinders }
}

final class Electric: Engine, Sendable {
    let cylinders = 0
}

final class Car {
    let engine: any Engine
    init(engine: any Engine) { self.engine = engine }
}

struct Tyre: Equatable, Washable, Sendable {
    var inches: Int
}
