// How a thread holds a registration, a root or a main, which may be replaced at any moment.
//
// To count a reference would be simpler, and would cost most of what a second thread gains: both would write the same
// count at every call. So a thread says beside its mark which objects it holds, and who takes one away leaves it to the
// last who holds it.

extension ReaderMark {
    /// Holds an object that was read through the mark, until `endHold`; called before the mark ends.
    ///
    /// - Parameter address: The object's address.
    /// - Returns: Whether it does: a thread that holds many already must count a reference.
    @inline(__always)
    func hold(_ address: UInt) -> Bool {
        for index in 0..<ReaderMark.holdCount where holds[index] == 0 {
            (holds + index).store(address)
            return true
        }
        return false
    }

    /// Ends that, and releases what nobody holds any more.
    ///
    /// Not inlined, for the same reason as `end`: what is done with the object must be done by then.
    @inline(__always) func endHold(of address: UInt) { ReaderMark.endHold(of: address, in: holds) }

    @inline(never)
    private static func endHold(of address: UInt, in holds: Word) {
        for index in 0..<ReaderMark.holdCount where holds[index] == address {
            (holds + index).exchange(0)
            break
        }
        LeftObjects.releaseIfAny()
    }

    /// Ends all that the thread holds, which will not use it any more.
    func endHolds() {
        for index in 0..<ReaderMark.holdCount { (holds + index).exchange(0) }
        LeftObjects.releaseIfAny()
    }

    /// The addresses of all that threads hold.
    fileprivate static var held: [UInt] {
        var held: [UInt] = []
        each { mark in
            for index in 0..<holdCount {
                let address = (mark.pointee.holds + index).loadInOrder()
                if address != 0 { held.append(address) }
            }
        }
        return held
    }
}

/// Objects that were taken away while threads held them.
enum LeftObjects {
    // Sound because it is only touched under the engine's lock.
    nonisolated(unsafe) private static var objects: [AnyObject] = []

    /// Leaves to threads what they hold.
    ///
    /// Nobody may find it any more, and nobody may read what it was found through.
    static func leave(_ dropped: FewValues<AnyObject>) {
        let held = ReaderMark.held
        guard dropped.contains(where: { held.contains(Unheld($0).bits) }) else { return }
        Lock.held {
            dropped.each { if held.contains(Unheld($0).bits) { unsafe objects.append($0) } }
            ProcessState.leftObjects.exchange(1)
        }
        // Those who held it may have ended before there was any.
        release()
    }

    /// Releases what was left; called by a thread that has just ended a hold.
    ///
    /// Nothing is left for ever: that thread clears its hold, and then reads this word; the one that leaves an object sets
    /// the word, and then reads the holds. Both write by an exchange, and these have one order, so at least one of the two
    /// threads sees what the other has done.
    @inline(__always)
    static func releaseIfAny() { if ProcessState.leftObjects.loadInOrder() != 0 { release() } }

    /// Releases what nobody holds any more.
    @inline(never)
    private static func release() {
        var free: [AnyObject] = []
        Lock.held {
            let held = ReaderMark.held
            unsafe free = objects.filter { !held.contains(Unheld($0).bits) }
            unsafe objects.removeAll { object in free.contains { $0 === object } }
            if unsafe objects.isEmpty { ProcessState.leftObjects.exchange(0) }
        }
        // After the lock, as a `deinit` may be the program's own.
        free.removeAll()
    }
}
