/// The registrations that keep an instance of one declaration for each parameter, in one environment.
///
/// Guarded by the engine's lock. Comparing and hashing a parameter is the program's code, so neither is done under the lock.
final class ParameterRegistrations {
    struct Entry {
        let parameter: AnyHashable
        var registration: Registration

        /// Whether the entry is for a parameter.
        ///
        /// Parameters that do not equal themselves, as NaN, are one if their hashes are.
        func isOf(_ other: AnyHashable) -> Bool {
            parameter == other || parameter != parameter && other != other
        }
    }

    /// By the parameter's hash.
    ///
    /// Readers go on using a list after the lock, so it is replaced, and never changed.
    private(set) var entries: [Int: [Entry]] = [:]
    private var count = 0
    private var sweepAt = 16

    init() {}

    /// An independent copy.
    init(copying other: ParameterRegistrations) {
        (entries, count, sweepAt) = (other.entries, other.count, other.sweepAt)
    }

    /// Adds an entry.
    ///
    /// From time to time it forgets those that keep nothing, so that there are never more than twice as many as there
    /// are instances.
    func add(_ entry: Entry, hash: Int, at now: Double, _ garbage: inout Garbage) {
        if count >= sweepAt { sweep(at: now, &garbage) }
        entries[hash] = (entries[hash] ?? []) + [entry]
        count += 1
    }

    /// Forgets the parameters for which nothing is kept or being made; without a time, no instance is too old.
    ///
    /// The clock may be the program's code, so callers under the lock have no time, unless they have read it before.
    func sweep(at now: Double = -.infinity, _ garbage: inout Garbage) {
        garbage.add(value: entries.values.flatMap { $0.map(\.parameter) })
        count = 0
        // The keys are copied, as iterating over the dictionary would hold its registrations.
        for hash in Array(entries.keys) {
            var left: [Entry] = []
            // The list is copied, too, as a reader may have let go of it just now; reversed, so that `popLast` keeps the order.
            var old = Array((entries.removeValue(forKey: hash) ?? []).reversed())
            while var entry = old.popLast() {
                entry.registration.existingCell?.dropIfGone(at: now, &garbage)
                // A call that is making an instance holds the registration.
                let isUsed =
                    !(entry.registration.existingCell?.isEmpty ?? true)
                    || !isKnownUniquelyReferenced(&entry.registration)
                if isUsed { left.append(entry) } else { garbage.add(entry.registration) }
            }
            count += left.count
            if !left.isEmpty { entries[hash] = left }
        }
        sweepAt = max(16, count * 2)
    }

    /// Whether a reset has dropped the instances.
    ///
    /// Any one entry tells: resets drop the instances of all parameters, or of none.
    var wasReset: Bool { entries.first?.value.first.map { $0.registration.existingCell?.isEmpty ?? true } ?? false }

    /// These registrations and those of another set for the same declaration; of two for one parameter, this set's counts.
    func merging(_ other: ParameterRegistrations) -> ParameterRegistrations {
        let merged = ParameterRegistrations(copying: other)
        for (hash, known) in entries {
            let new = known.filter { entry in
                !(other.entries[hash] ?? []).contains { $0.registration === entry.registration }
            }
            merged.entries[hash] = new + (other.entries[hash] ?? [])
            merged.count += new.count
        }
        return merged
    }

    var all: [Registration] { entries.values.flatMap { $0.map(\.registration) } }
}
