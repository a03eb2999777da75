import Resolver
import SafeFacade
import Synchronization

/// The random work of one task.
///
/// Requests run side by side in the environments that all workers share, and each must be given its own services. Other rounds
/// run in an environment of their own, where everything is known exactly.
struct TaskWorker {
    let number: Int
    var random: Random
    /// The process's environment, and sandboxes that all workers share.
    let arenas: [SandboxContext]

    mutating func work(until end: ContinuousClock.Instant) async {
        while ContinuousClock.now < end { await step() }
    }

    private mutating func step() async {
        switch random.below(6) {
        case 0:
            Progress.note(number, "tasks in a sandbox")
            await withSandbox { await childTasks() }
        case 1:
            Progress.note(number, "an asynchronous factory that fails")
            await withSandbox { await exactly(failures: random.below(3), cancels: random.below(2) == 0) }
        case 2:
            Progress.note(number, "closing a container")
            await withSandbox { await closing(others: random.below(4)) }
        default:
            let fails = random.below(4) == 0
            let isNested = random.below(3) == 0
            Progress.note(number, "a request\(fails ? " that fails" : "")\(isNested ? " with one inside" : "")")
            let arena = arenas[random.below(arenas.count)]
            await arena.run { await request(fails: fails, isNested: isNested) }
        }
    }

    // MARK: - In the environments that are shared

    /// Runs a request.
    ///
    /// Its tasks are given its own visitor and one unit, which is closed once, with the request's outcome.
    private func request(fails: Bool, isNested: Bool) async {
        let visitor = Visitor()
        let units = Results<Unit>()
        do {
            try await Scope.request.run {
                Container.shared.visitor.bind(visitor)
                await withTaskGroup { group in
                    for task in 0..<3 {
                        group.addTask { await ask(visitor, units, isCancelled: task == 0 && Chance.oneIn(4)) }
                    }
                }
                if isNested { await request(fails: false, isNested: false) }
                if fails { throw Unlucky() }
            }
        } catch {
            if !fails || !(error is Unlucky) { fail("a request has thrown \(error)") }
        }
        for unit in units.all {
            if unit !== units.all[0] { fail("two tasks of a request are given two units of work") }
            if unit.endings != [!fails] { fail("a unit of work was closed with \(unit.endings), fails: \(fails)") }
        }
    }

    /// Asks as one task of a request; if the task is cancelled, the answer may say so.
    private func ask(_ visitor: Visitor, _ units: Results<Unit>, isCancelled: Bool) async {
        let work = Task {
            let unit = try await Container.shared.unit()
            if unit.visitor !== visitor || Container.shared.visitor() !== visitor {
                fail("a request is given what is another one's")
            }
            let thing = try await Resolver.requireAsync(Thing.self, name: "unit")
            thing.check(Kind.unit)
            if thing !== unit.thing { fail("both faces give a unit of work of their own") }
            try await Container.shared.pool().check(Kind.pool)
            units.add(unit)
        }
        if isCancelled { work.cancel() }
        do {
            try await work.value
        } catch is CancellationError where isCancelled {
        } catch {
            fail("a task of a request has thrown \(error)")
        }
    }

    // MARK: - Where everything is known

    /// Child tasks share their sandbox, and what it keeps afterwards.
    private func childTasks() async {
        Resolver.register { Thing(42) }.scope(.application)
        let things = await withTaskGroup(of: Thing.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    await Task.yield()
                    Container.shared.plain().check(Kind.plain)
                    return Resolver.resolve(Thing.self)
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        for thing in things where thing !== things[0] { fail("child tasks are given two instances") }
    }

    /// Several tasks ask for a service that is made once; its factory first throws a chosen number of times.
    private func exactly(failures: Int, cancels: Bool) async {
        let calls = Counter()
        Container.shared.pool.register {
            let number = calls.add()
            if Chance.oneIn(2) { await Task.yield() }
            if number <= failures { throw Unlucky() }
            return Thing(42)
        }
        let things = await withTaskGroup(of: Thing?.self) { group in
            for task in 0..<4 {
                group.addTask {
                    let asking = Task {
                        while true {
                            do { return try await Container.shared.pool() } catch is Unlucky {}
                        }
                    }
                    if cancels, task == 0 { asking.cancel() }
                    return try? await asking.value
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }.compactMap { $0 }
        if things.count < 3 { fail("\(things.count) of four tasks are given a pool") }
        for thing in things {
            thing.check(42)
            if thing !== things[0] { fail("four tasks are given two pools") }
        }
        // A construction for which no task waits any more is cancelled, and made again for the next asker.
        let (count, most) = (calls.value, failures + (cancels ? 2 : 1))
        if count <= failures || count > most {
            fail("an asynchronous factory that fails \(failures) times ran \(count) times")
        }
    }

    /// Closes a container while tasks ask it: whatever they were given is closed once.
    private func closing(others: Int) async {
        let given = Results<Unit>()
        given.add(Container.shared.wire())
        await withTaskGroup { group in
            for _ in 0...others {
                group.addTask {
                    do {
                        given.add(try await Container.shared.channel())
                    } catch {
                        guard case .closed = (error as? ResolutionError)?.reason else { fail("\(error)") }
                    }
                }
            }
            await group.next()
            do { try await Container.shared.close() } catch { fail("closing has thrown \(error)") }
        }
        for unit in given.all where unit.endings != [true] { fail("what was kept was closed with \(unit.endings)") }
        Container.shared.reset(.scope)
    }
}

/// The sender of a request.
final class Visitor: Sendable {}

/// An object that is closed at the end of whatever keeps it.
final class Unit: Sendable {
    let visitor: Visitor?
    let thing: Thing
    private let ended = Results<Bool>()

    init(of visitor: Visitor?, _ thing: Thing) {
        self.visitor = visitor
        self.thing = thing
    }

    /// For each time that it was ended, whether that was a success.
    var endings: [Bool] { ended.all }

    func end(_ outcome: RunOutcome) { ended.add(outcome.hasSucceeded) }
}

extension Scope {
    static let request = TaskScope()
}

extension Container {
    var visitor: Factory<Visitor> { required().scope(.request) }
    /// A unit whose making and whose closing both suspend.
    var unit: AsyncFactory<Unit> {
        self { container in
            let thing = try await container.unitThing()
            if Chance.oneIn(2) { await Task.yield() }
            return Unit(of: container.visitor(), thing)
        }.scope(.request).onClose { unit, outcome in
            await Task.yield()
            unit.end(outcome)
        }
    }
    var unitThing: AsyncFactory<Thing> { self { Thing(Kind.unit) }.scope(.request) }
    var pool: AsyncFactory<Thing> {
        self { container in
            if Chance.oneIn(2) { await Task.yield() }
            return Thing(Kind.pool, needs: [container.single()])
        }.singleton
    }
    var channel: AsyncFactory<Unit> {
        self {
            if Chance.oneIn(2) { await Task.yield() }
            return Unit(of: nil, Thing(Kind.pool))
        }.cached.onClose { unit, outcome in
            await Task.yield()
            unit.end(outcome)
        }
    }
    var wire: Factory<Unit> { self { Unit(of: nil, Thing(Kind.pool)) }.cached.onClose { $0.end($1) } }
}
