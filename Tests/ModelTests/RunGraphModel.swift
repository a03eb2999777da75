/// The expected behaviour of graphs, runs and lazy wrappers together, written as plainly as possible: which call is given which
/// instance, and which call fails.
///
/// The numbers of instances follow the order in which their factories begin.
struct RunGraphModel {
    enum Lifetime { case unique, graph, kept, first, second }

    /// A service.
    ///
    /// Its factory asks for its needs, in this order, and then makes its lazy wrappers. All of these services have higher
    /// numbers.
    struct Service: CustomStringConvertible {
        var lifetime: Lifetime
        var needs: [Need] = []
        var lazies: [Int] = []

        var description: String { "\(lifetime), needs \(needs), lazily \(lazies)" }
    }
    struct Need: CustomStringConvertible {
        var service: Int
        /// Whether the factory goes on if it cannot have the service.
        var isOptional: Bool
        /// Whether the factory reads the first lazy wrapper of the instance that it is given.
        var readsLazy: Bool

        var description: String { "\(service)" + (isOptional ? "?" : "") + (readsLazy ? "!" : "") }
    }

    struct Instance {
        var needs: [Int?] = []
        var lazies: [Lazy] = []
    }
    struct Lazy {
        let service: Int
        /// The innermost run that the wrapper sees.
        let run: Int?
        /// The runs that keep the object with the wrapper, the outermost first; nil if nothing keeps it.
        let keeper: [Run]?
        var instance: Int?
    }
    struct Run: Equatable {
        let number: Int
        let scope: Lifetime
    }

    /// The code that asks for a service: a factory that runs, or a read of a wrapper.
    private struct Asker {
        /// The runs that this code sees, the outermost first.
        var runs: [Run]
        /// How many of these runs the instance lives as long as.
        var depth: Int
        /// The runs that keep the instance, as in `Lazy`.
        var keeper: [Run]?
        /// The links of the chain, the outermost first.
        var links: [Link] = []

        var run: Int? { runs.prefix(depth).last?.number }
    }
    private enum Link {
        /// A factory runs, and this number of runs keep its instance.
        case keeper(Int)
        /// A wrapper is read; it keeps no instance that belongs to more than this number of runs.
        case wrapper(Int, _ instance: Int, _ index: Int)
        /// A wrapper of a kept object is read, which sees other runs.
        case kept
    }
    private struct Key: Hashable {
        let service: Int
        let run: Int?
    }
    struct Refused: Error {}

    let services: [Service]
    /// The current runs of the program, the outermost first.
    private(set) var runs: [Run] = []
    private(set) var instances: [Int: Instance] = [:]
    /// For each factory that may read a lazy wrapper, whether it does so: not where the read would fail.
    private(set) var reads: [Bool] = []
    private(set) var begun = 0
    private var begunRuns = 0
    /// The kept instances by service, and by the number of the run; 0 stands for outside of runs.
    private var kept: [Key: Int] = [:]
    private var graph: [Key: Int] = [:]
    /// The wrappers that are being read, and have found an instance that they must not keep.
    private var wrappersToForget: Set<[Int]> = []

    init(services: [Service]) { self.services = services }

    mutating func begin(_ scope: Lifetime) {
        begunRuns += 1
        runs.append(Run(number: begunRuns, scope: scope))
    }

    mutating func endRun() {
        guard let run = runs.popLast() else { return }
        kept = kept.filter { $0.key.run != run.number }
    }

    /// The instance that the program itself is given.
    mutating func ask(_ service: Int) throws -> Int {
        begin()
        return try make(service, Asker(runs: runs, depth: runs.count))
    }

    /// The instance that the program reads from another instance's lazy wrapper.
    mutating func read(_ instance: Int, _ index: Int) throws -> Int {
        begin()
        return try read(instance, index, Asker(runs: runs, depth: runs.count))
    }

    private mutating func begin() { (graph, reads, wrappersToForget) = ([:], [], []) }

    private mutating func make(_ service: Int, _ asker: Asker) throws -> Int {
        var inner = asker
        switch services[service].lifetime {
        case .unique: return try run(service, inner)
        case .graph:
            // The outermost service is not stored, as no factory asks for it again.
            let key = Key(service: service, run: asker.run)
            if let known = graph[key] { return known }
            let new = try run(service, inner)
            graph[key] = new
            return new
        case .kept:
            (inner.depth, inner.keeper) = (0, [])
        case .first, .second:
            guard let index = asker.runs.lastIndex(where: { $0.scope == services[service].lifetime }),
                runs.contains(asker.runs[index])
            else { throw Refused() }
            inner.depth = index + 1
            inner.keeper = Array(asker.runs[...index])
            try noteUse(of: inner.depth, asker.links)
        }
        let key = Key(service: service, run: inner.run ?? 0)
        if let known = kept[key] { return known }
        inner.links.append(.keeper(inner.depth))
        let new = try run(service, inner)
        kept[key] = new
        return new
    }

    /// Refuses a run's instance to code that lives longer.
    ///
    /// A wrapper that may live longer reads it, but does not keep it.
    private mutating func noteUse(of depth: Int, _ links: [Link]) throws {
        var wrappers: Set<[Int]> = []
        search: for link in links.reversed() {
            switch link {
            case .keeper(let kept): if kept < depth { throw Refused() }
            case .wrapper(let kept, let instance, let index): if kept < depth { wrappers.insert([instance, index]) }
            case .kept: break search
            }
        }
        wrappersToForget.formUnion(wrappers)
    }

    /// Runs a factory.
    private mutating func run(_ service: Int, _ asker: Asker) throws -> Int {
        begun += 1
        let number = begun
        var instance = Instance()
        for need in services[service].needs {
            do {
                let given = try make(need.service, asker)
                instance.needs.append(given)
                if need.readsLazy, instances[given]?.lazies.isEmpty == false { tryToRead(given, asker) }
            } catch {
                guard need.isOptional else { throw error }
                instance.needs.append(nil)
            }
        }
        instance.lazies = services[service].lazies.map { Lazy(service: $0, run: asker.run, keeper: asker.keeper) }
        instances[number] = instance
        return number
    }

    /// Reads a wrapper, except where that would end the program.
    private mutating func tryToRead(_ instance: Int, _ asker: Asker) {
        reads.append(true)
        var copy = self
        do {
            _ = try copy.read(instance, 0, asker)
            self = copy
        } catch {
            reads[reads.count - 1] = false
        }
    }

    /// The runs around the keeper that a kept wrapper sees.
    ///
    /// Runs of the keeper's own scope are left out, as their instances belong to others.
    private func runsAround(_ keeper: [Run]) -> [Run] { keeper.dropLast().filter { $0.scope != keeper.last?.scope } }

    /// Whether a run still exists: its program is in it, or a wrapper that an inner run keeps holds it.
    private func isThere(_ run: Run) -> Bool {
        runs.contains(run)
            || instances.values.contains { $0.lazies.contains { $0.keeper.map(runsAround)?.contains(run) ?? false } }
    }

    private mutating func read(_ instance: Int, _ index: Int, _ asker: Asker) throws -> Int {
        guard let lazy = instances[instance]?.lazies[index] else { throw Refused() }
        if let known = lazy.instance { return known }
        var inner = asker
        if let keeper = lazy.keeper {
            inner.runs = runsAround(keeper) + keeper.suffix(1).filter(isThere)
            inner.depth = inner.runs.count
            inner.links.append(.kept)
        } else {
            inner.depth = asker.runs.lastIndex { $0.number == lazy.run }.map { $0 + 1 } ?? 0
            inner.links.append(.wrapper(inner.depth, instance, index))
        }
        inner.keeper = lazy.keeper
        let found = try make(lazy.service, inner)
        if wrappersToForget.remove([instance, index]) == nil { instances[instance]?.lazies[index].instance = found }
        return found
    }
}
