/// The registrations that keep an instance of one declaration for each parameter, in one environment.
///
/// Guarded by the engine's lock. A parameter is compared and hashed by the program's own code, so never under it. An
/// object, as to copy its weak reference would take longer than all else that is done under the lock.
final class ParameterRegistrations {
    struct Entry {
        let parameter: AnyHashable
        var registration: Registration

        /// Whether it is for a parameter; what is not equal to itself, as NaN is not, is one for all who have the same hash.
        func isOf(_ other: AnyHashable) -> Bool {
            parameter == other || parameter != parameter && other != other
        }
    }

    /// By the parameter's hash.
    ///
    /// Readers use a list beyond the lock, so it is replaced, and never changed.
    private(set) var entries: [Int: [Entry]] = [:]
    private var count = 0
    private var sweepAt = 16

    init() {}

    /// A copy, which changes for itself.
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

    func sweep(at now: Double, _ garbage: inout Garbage) {
        garbage.add(value: entries.values.flatMap { $0.map(\.parameter) })
        count = 0
        // The keys are copied, as who iterates over a dictionary holds what is in it.
        for hash in Array(entries.keys) {
            var left: [Entry] = []
            // And copied, as a reader may have let go of the list just now; the last one first, to be taken off in order.
            var old = Array((entries.removeValue(forKey: hash) ?? []).reversed())
            while var entry = old.popLast() {
                entry.registration.existingCell?.dropIfGone(at: now, &garbage)
                // Somebody who is making an instance has a reference.
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

    /// These, and those of another set for the same declaration; where both have a parameter, the ones of this.
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
