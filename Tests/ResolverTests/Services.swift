import Resolver

// The services the tests of this target register.

protocol Motor: AnyObject {
    var cylinders: Int { get }
}

final class Petrol: Motor, Sendable {
    let cylinders: Int
    init(cylinders: Int = 4) { self.cylinders = cylinders }
}

final class Electric: Motor, Sendable {
    let cylinders = 0
}

protocol Driveable: AnyObject {}
protocol Washable {}

final class Car: Driveable, Washable {
    let engine: any Motor
    var radio: Radio?
    init(engine: any Motor) { self.engine = engine }
}

final class Radio {
    let station: String
    init(station: String = "classic") { self.station = station }
}

struct Tyre: Equatable, Washable, Sendable {
    var inches: Int
}

final class Garage {
    let car: Car
    let engine: any Motor
    init(car: Car, engine: any Motor) {
        self.car = car
        self.engine = engine
    }
}

struct Broken: Error, Equatable {}

/// A value that does not fit into the buffer of an existential.
struct LargeValue: Equatable, Washable {
    var values = (0, 1, 2, 3, 4, 5)
    var petrol = Petrol()
    static func == (left: LargeValue, right: LargeValue) -> Bool { left.petrol === right.petrol }
}
