/// The expected behaviour of asynchronous services, runs and closing, written as plainly as possible: one step after the other.
///
/// Each construction has a number, and makes the instance of that number.
struct TaskModel {
    enum Answer: Equatable {
        case instance(Int)
        case trouble(Int)
        case cancelled, closed, outside
    }

    /// The number of services: the container keeps two, and the run keeps four.
    ///
    /// The last but one is made synchronously. The last one asks for its parts one after the other, unless it is overridden.
    static let services = 6
    static func isSingleton(_ service: Int) -> Bool { service == 0 }
    static func isOfRun(_ service: Int) -> Bool { service >= 2 }
    static func isSynchronous(_ service: Int) -> Bool { service == 4 }
    // The container's part is last. So constructions of several runs that go on at once begin at most one construction.
    static let parts = [2, 1]
    static func hasParts(_ service: Int) -> Bool { service == 5 }

    /// What one run, or the container, has for a service.
    struct Place {
        var kept: Int?
        var flight: Int?
    }
    struct Flight {
        let service: Int
        let level: Int
        let override: Int
        /// The askers that may have asked first, also through constructions that ask at once.
        var firstAskers: Set<Int>
        /// The askers that wait.
        ///
        /// A construction that waits for one of its parts is in the set with its negative number.
        var waiting: Set<Int>
        /// The highest priority of all askers that have joined.
        var priority: TaskPriority
        /// How many parts the construction has asked for; nil if it waits for the test.
        var parts: Int?
    }

    /// For each level and each service, what is there: level 0 is the container, the others are the runs of the stack.
    var levels = [[Place](repeating: Place(), count: services)]
    /// The flights, by the numbers of their constructions.
    var flights: [Int: Flight] = [:]
    /// The override in force for each service; 0 for none.
    var overrides = [Int](repeating: 0, count: services)
    var isClosed = false

    var begun = 0
    /// How many parts all constructions were given.
    var given = 0
    var answers: [Int: Answer] = [:]
    /// The kept instances in the order of completion, with their levels; then the closed ones.
    private var completed: [(number: Int, level: Int, service: Int)] = []
    var closed: [String] = []

    var waiting: Int { flights.values.reduce(0) { $0 + $1.waiting.count } }
    /// The constructions that wait for the test.
    var held: [Int] { flights.keys.filter { flights[$0]?.parts == nil }.sorted() }

    /// Asks in a run, or in none.
    ///
    /// A construction that asks for a part has its negative number as the asker.
    mutating func ask(_ service: Int, asker: Int, priority: TaskPriority, inRun run: Int) {
        let level = TaskModel.isOfRun(service) ? run : 0
        if TaskModel.isOfRun(service), level == 0 { return answer(asker, .outside) }
        if let kept = levels[level][service].kept { return answer(asker, .instance(kept)) }
        if let number = levels[level][service].flight {
            flights[number]?.waiting.insert(asker)
            if let asking = flights[-asker] { flights[number]?.firstAskers.formUnion(asking.firstAskers) }
            return raise(number, to: priority)
        }
        if level == 0, isClosed { return answer(asker, .closed) }
        begun += 1
        let number = begun
        let hasParts = TaskModel.hasParts(service) && overrides[service] == 0
        let flight = Flight(
            service: service, level: level, override: overrides[service],
            firstAskers: flights[-asker]?.firstAskers ?? [asker], waiting: [asker], priority: priority,
            parts: hasParts ? 0 : nil)
        if TaskModel.isSynchronous(service) {
            keep(number, flight)
            answer(asker, .instance(number))
        } else {
            levels[level][service].flight = number
            flights[number] = flight
            if hasParts { askForAPart(number) }
        }
    }

    /// Raises the priority of a construction, and that of the part for which it waits.
    private mutating func raise(_ number: Int, to priority: TaskPriority) {
        if let joined = flights[number]?.priority { flights[number]?.priority = max(joined, priority) }
        if let part = flights.first(where: { $0.value.waiting.contains(-number) }) { raise(part.key, to: priority) }
    }

    /// Makes a construction ask for its next part, or ends it if it has all parts.
    private mutating func askForAPart(_ number: Int) {
        guard let flight = flights[number], let asked = flight.parts else { return }
        guard asked < TaskModel.parts.count else { return finish(number, fails: false) }
        flights[number]?.parts = asked + 1
        ask(TaskModel.parts[asked], asker: -number, priority: flight.priority, inRun: flight.level)
    }

    /// Gives an asker its answer.
    ///
    /// A construction goes on with the part, or fails as the part did.
    private mutating func answer(_ asker: Int, _ answer: Answer) {
        if asker > 0 {
            answers[asker] = answer
        } else if case .instance = answer {
            given += 1
            askForAPart(-asker)
        } else {
            end(-asker, with: answer)
        }
    }

    mutating func finish(_ number: Int, fails: Bool) { end(number, with: fails ? .trouble(number) : .instance(number)) }

    mutating func cancel(_ asker: Int) {
        if leave(asker) { answers[asker] = .cancelled }
    }

    /// Takes an asker from those that wait, and returns whether it has waited.
    ///
    /// A construction for which no asker waits is cancelled.
    @discardableResult private mutating func leave(_ asker: Int) -> Bool {
        guard let (number, flight) = flights.first(where: { $0.value.waiting.contains(asker) }) else { return false }
        flights[number]?.waiting.remove(asker)
        if flight.waiting.count == 1 { end(number, with: .cancelled) }
        return true
    }

    /// Ends a construction; the instance is kept, unless there was a reset meanwhile.
    private mutating func end(_ number: Int, with answer: Answer) {
        guard let flight = flights.removeValue(forKey: number) else { return }
        leave(-number)
        if levels[flight.level][flight.service].flight == number {
            levels[flight.level][flight.service].flight = nil
            if case .instance = answer { keep(number, flight) }
        }
        for asker in flight.waiting.sorted() { self.answer(asker, answer) }
    }

    private mutating func keep(_ number: Int, _ flight: Flight) {
        levels[flight.level][flight.service].kept = number
        completed.append((number, flight.level, flight.service))
    }

    /// Drops everything of a service on all levels; askers go on waiting.
    mutating func drop(_ service: Int) {
        for level in levels.indices { levels[level][service] = Place() }
        completed.removeAll { $0.service == service }
    }

    mutating func override(_ service: Int, with number: Int) {
        overrides[service] = number
        drop(service)
    }

    /// Resets the container, except for singletons that are not overridden.
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
        // Constructions that a reset has dropped are closed, too.
        for (number, flight) in flights where flight.level == 0 { end(number, with: .closed) }
        closeInstances(of: 0, hasSucceeded: true)
    }

    mutating func beginRun() { levels.append([Place](repeating: Place(), count: TaskModel.services)) }

    mutating func endRun(hasSucceeded: Bool) {
        let level = levels.count - 1
        for (number, flight) in flights where flight.level == level { end(number, with: .outside) }
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
