/// The registrations that keep an instance of one declaration for each parameter, in one environment.
///
/// Guarded by the engine's lock. A parameter is compared and hashed by the program's own code, so never under it.
struct ParameterRegistrations {
    struct Entry {
        let parameter: AnyHashable
        var registration: Registration
    }

    /// What they are for.
    private(set) weak var origin: Registration?
    /// By the parameter's hash.
    private(set) var entries: [Int: [Entry]] = [:]
    private var count = 0
    private var sweepAt = 16

    init(of origin: Registration) { self.origin = origin }

    /// Adds an entry.
    ///
    /// From time to time it forgets those that keep nothing, so that there are never more than twice as many as there
    /// are instances.
    mutating func add(_ entry: Entry, hash: Int, at now: Double, _ garbage: inout Garbage) {
        if count >= sweepAt { sweep(at: now, &garbage) }
        entries[hash, default: []].append(entry)
        count += 1
    }

    mutating func sweep(at now: Double, _ garbage: inout Garbage) {
        garbage.add(value: entries.values.flatMap { $0.map(\.parameter) })
        count = 0
        // Copied, as who iterates over a dictionary holds what is in it.
        for hash in Array(entries.keys) {
            var left: [Entry] = []
            var old = entries.removeValue(forKey: hash) ?? []
            while var entry = old.popLast() {
                unsafe entry.registration.existingCell?.dropIfGone(at: now, &garbage)
                // Somebody who is making an instance has a reference.
                let isUsed =
                    unsafe !(entry.registration.existingCell?.isEmpty ?? true)
                    || !isKnownUniquelyReferenced(&entry.registration)
                if isUsed { left.append(entry) } else { garbage.add(entry.registration) }
            }
            left.reverse()
            count += left.count
            if !left.isEmpty { entries[hash] = left }
        }
        sweepAt = max(16, count * 2)
    }

    /// These, and those of another set for the same declaration; where both have a parameter, the other's.
    func merging(_ other: ParameterRegistrations) -> ParameterRegistrations {
        var merged = other
        for (hash, known) in entries {
            let new = known.filter { entry in
                !(other.entries[hash] ?? []).contains { $0.registration === entry.registration }
            }
            merged.entries[hash, default: []] += new
            merged.count += new.count
        }
        return merged
    }

    var all: [Registration] { entries.values.flatMap { $0.map(\.registration) } }
}

extension Environment {
    /// The registration that keeps the instance for one parameter.
    func registration(_ origin: Registration, for parameter: AnyHashable) -> Registration {
        let hash = parameter.hashValue
        var compared = 0
        while true {
            let known = Lock.held { unsafe byParameter[origin.id]?.entries[hash] ?? [] }
            if known.count < compared { compared = 0 }
            if let entry = known[compared...].first(where: { $0.parameter == parameter }) { return entry.registration }
            compared = known.count
            let now = now
            let new = Lock.changing { garbage -> Registration? in
                guard unsafe (byParameter[origin.id]?.entries[hash]?.count ?? 0) == compared else { return nil }
                let new = Registration(
                    origin.key, at: origin.location, home: number, scope: origin.scope, factory: origin.factory,
                    traits: origin.traits.union(.takesArguments), overrider: origin.overrider, closer: origin.closer)
                if unsafe byParameter[origin.id] == nil { sweepParameters(&garbage) }
                unsafe byParameter[origin.id, default: ParameterRegistrations(of: origin)]
                    .add(.init(parameter: parameter, registration: new), hash: hash, at: now, &garbage)
                return new
            }
            if let new { return new }
        }
    }

    /// Forgets those whose registration is gone.
    ///
    /// Under the engine's lock.
    private func sweepParameters(_ garbage: inout Garbage) {
        guard unsafe byParameter.count >= sweepByParameterAt else { return }
        let known = unsafe byParameter
        for (id, known) in known where known.origin == nil {
            garbage.add(value: known)
            unsafe byParameter[id] = nil
        }
        sweepByParameterAt = max(16, unsafe byParameter.count * 2)
    }

    /// Forgets the parameters for which nothing is kept any more.
    ///
    /// Under the engine's lock.
    func sweepParameters(at now: Double, _ garbage: inout Garbage) {
        for id in unsafe Array(byParameter.keys) { unsafe byParameter[id]?.sweep(at: now, &garbage) }
    }

    /// Drops what is kept for parameters.
    ///
    /// Under the engine's lock.
    func dropParameters(of registration: Registration, _ garbage: inout Garbage) {
        guard unsafe !byParameter.isEmpty, let known = unsafe byParameter.removeValue(forKey: registration.id) else {
            return
        }
        for registration in known.all { unsafe lockedCell(of: registration).empty(&garbage) }
        garbage.add(value: known)
    }
}

extension Environment {
    /// Seconds on this environment's clock.
    var now: Double { setting { $0.clock }?() ?? Double(monotonicTime()) / 1e9 }

    /// Whether a context holds in the environment that this code runs in.
    ///
    /// Asked at each call of a factory that states one: in the process, a bit says of most that they do not.
    package static func holds(_ context: ContextKey) -> Bool {
        if !ProcessState.has([.hookPending, .sandboxes]), ProcessState.contexts.load() & context.bit == 0 {
            return false
        }
        return active.contexts.contains(context)
    }

    /// The contexts that hold.
    package var contexts: Set<ContextKey> { setting { $0.contexts } ?? ContextKey.ofProcess }
}
