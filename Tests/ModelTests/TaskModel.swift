import Resolver
import SafeFacade
import TestSupport

/// What asynchronous services, runs and closing must do, said as simply as it can be: one step after the other.
///
/// Each construction has a number, and makes an instance of that number.
struct TaskModel {
    enum Answer: Equatable {
        case instance(Int)
        case trouble(Int)
        case cancelled, closed, outside
    }

    /// How services are kept: two by the container, three by the run; the last one is made at once.
    static let services = 5
    static func isSingleton(_ service: Int) -> Bool { service == 0 }
    static func isOfRun(_ service: Int) -> Bool { service >= 2 }
    static func isSynchronous(_ service: Int) -> Bool { service == 4 }

    /// What one run, or the container, has of a service.
    struct Place {
        var kept: Int?
        var flight: Int?
    }
    struct Flight {
        let service: Int
        let level: Int
        let override: Int
        let firstAsker: Int
        var waiting: Set<Int>
        /// The highest of those who have joined.
        var priority: TaskPriority
    }

    /// `[0]` what the container keeps, then what each run of the stack does; of each service.
    var levels = [[Place](repeating: Place(), count: services)]
    /// By the numbers of their constructions.
    var flights: [Int: Flight] = [:]
    /// Which override is in force; 0 for none.
    var overrides = [Int](repeating: 0, count: services)
    var isClosed = false

    var begun = 0
    var answers: [Int: Answer] = [:]
    /// What is kept, in the order of completion, with the level; and what was closed.
    private var completed: [(number: Int, level: Int, service: Int)] = []
    var closed: [String] = []

    var waiting: Int { flights.values.reduce(0) { $0 + $1.waiting.count } }

    mutating func ask(_ service: Int, asker: Int, priority: TaskPriority) {
        let level = TaskModel.isOfRun(service) ? levels.count - 1 : 0
        if TaskModel.isOfRun(service), level == 0 {
            answers[asker] = .outside
            return
        }
        if let kept = levels[level][service].kept {
            answers[asker] = .instance(kept)
            return
        }
        if let number = levels[level][service].flight, var flight = flights[number] {
            flight.waiting.insert(asker)
            flight.priority = max(flight.priority, priority)
            flights[number] = flight
            return
        }
        if level == 0, isClosed {
            answers[asker] = .closed
            return
        }
        begun += 1
        let flight = Flight(
            service: service, level: level, override: overrides[service], firstAsker: asker, waiting: [asker],
            priority: priority)
        if TaskModel.isSynchronous(service) {
            answers[asker] = .instance(begun)
            keep(begun, flight)
        } else {
            levels[level][service].flight = begun
            flights[begun] = flight
        }
    }

    mutating func finish(_ number: Int, fails: Bool) {
        guard let flight = end(number, with: fails ? .trouble(number) : .instance(number)) else { return }
        if !fails, flight.isCurrent { keep(number, flight.flight) }
    }

    mutating func cancel(_ asker: Int) {
        guard let (number, flight) = flights.first(where: { $0.value.waiting.contains(asker) }) else { return }
        flights[number]?.waiting.remove(asker)
        answers[asker] = .cancelled
        if flight.waiting.count == 1 { _ = end(number, with: .cancelled) }
    }

    /// Ends a construction; says whether what it makes would be kept.
    private mutating func end(_ number: Int, with answer: Answer) -> (flight: Flight, isCurrent: Bool)? {
        guard let flight = flights.removeValue(forKey: number) else { return nil }
        for asker in flight.waiting { answers[asker] = answer }
        let isCurrent = levels[flight.level][flight.service].flight == number
        if isCurrent { levels[flight.level][flight.service].flight = nil }
        return (flight, isCurrent)
    }

    private mutating func keep(_ number: Int, _ flight: Flight) {
        levels[flight.level][flight.service].kept = number
        completed.append((number, flight.level, flight.service))
    }

    /// Drops what there is of a service in all levels; who waits goes on waiting.
    mutating func drop(_ service: Int) {
        for level in levels.indices { levels[level][service] = Place() }
        completed.removeAll { $0.service == service }
    }

    mutating func override(_ service: Int, with number: Int) {
        overrides[service] = number
        drop(service)
    }

    /// Resets the container: all but singletons that are not overridden.
    mutating func resetContainer() {
        for service in 0..<TaskModel.services {
            if !TaskModel.isSingleton(service) || overrides[service] != 0 { drop(service) }
            overrides[service] = 0
        }
        isClosed = false
    }

    /// Closes the container.
    mutating func close() {
        guard !isClosed else { return }
        isClosed = true
        for place in levels[0] { if let flight = place.flight { _ = end(flight, with: .closed) } }
        closeInstances(of: 0, hasSucceeded: true)
    }

    mutating func beginRun() { levels.append([Place](repeating: Place(), count: TaskModel.services)) }

    mutating func endRun(hasSucceeded: Bool) {
        let level = levels.count - 1
        for (number, flight) in flights where flight.level == level { _ = end(number, with: .outside) }
        closeInstances(of: level, hasSucceeded: hasSucceeded)
        levels.removeLast()
    }

    private mutating func closeInstances(of level: Int, hasSucceeded: Bool) {
        for instance in completed.reversed() where instance.level == level {
            closed.append("\(instance.number) \(hasSucceeded)")
        }
        completed.removeAll { $0.level == level }
        levels[level] = [Place](repeating: Place(), count: TaskModel.services)
    }
}
