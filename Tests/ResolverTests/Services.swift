import Resolver

// The services the tests of this target register.

protocol Engine: AnyObject {
    var cylinders: Int { get }
}

final class Petrol: Engine {
    let cylinders: Int
    init(cylinders: Int = 4) { self.cylinders = cylinders }
}

final class Electric: Engine {
    let cylinders = 0
}

protocol Driveable: AnyObject {}
protocol Washable {}

final class Car: Driveable, Washable {
    let engine: any Engine
    var radio: Radio?
    init(engine: any Engine) { self.engine = engine }
}

final class Radio {
    let station: String
    init(station: String = "classic") { self.station = station }
}

struct Tyre: Equatable, Washable {
    var inches: Int
}

final class Garage {
    let car: Car
    let engine: any Engine
    init(car: Car, engine: any Engine) {
        self.car = car
        self.engine = engine
    }
}

struct Broken: Error, Equatable {}
