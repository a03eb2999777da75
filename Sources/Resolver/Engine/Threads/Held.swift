// How a thread holds a registration, a root or a main, which may be replaced at any moment.
//
// Counting a reference would be simpler. But both of two threads would write the same count at every call, which would cost a
// third of what the second thread gains. So a thread writes beside its mark which objects it holds. A thread that takes an
// object away leaves it to the last thread that holds it.

extension ReaderMark {
    /// Holds an object that was read through the mark, until `endHold`; called before the mark ends.
    ///
    /// - Parameter address: The object's address.
    /// - Returns: Whether the thread holds it; false where it holds too many already, and must count a reference.
    @inline(__always)
    func hold(_ address: UInt) -> Bool {
        for index in 0..<ReaderMark.holdCount where holds[index] == 0 {
            (holds + index).store(address)
            return true
        }
        return false
    }

    /// Ends the hold of an object, and releases objects that were left and that nobody holds any more.
    ///
    /// The function that it calls is not inlined, for the same reason as in `end`: all uses of the object must come before.
    @inline(__always) func endHold(of address: UInt) { ReaderMark.endHold(of: address, in: holds) }

    @inline(never)
    private static func endHold(of address: UInt, in holds: Word) {
        for index in 0..<ReaderMark.holdCount where holds[index] == address {
            (holds + index).exchange(0)
            break
        }
        LeftObjects.releaseIfAny()
    }

    /// Ends all holds of a thread, which uses none of the objects any more.
    func endHolds() {
        for index in 0..<ReaderMark.holdCount { (holds + index).exchange(0) }
        LeftObjects.releaseIfAny()
    }

    /// The addresses of the objects that threads hold.
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

/// Objects that were taken away from where they were found, while threads held them.
enum LeftObjects {
    // Sound because it is only touched under the engine's lock.
    nonisolated(unsafe) private static var objects: [AnyObject] = []

    /// Leaves to threads those of some dropped objects that they hold.
    ///
    /// By then nobody can find the objects any more, and nobody reads the word through which they were found.
    static func leave(_ dropped: FewValues<AnyObject>) {
        let held = ReaderMark.held
        guard dropped.contains(where: { held.contains(Unheld($0).bits) }) else { return }
        Lock.held {
            dropped.each { if held.contains(Unheld($0).bits) { unsafe objects.append($0) } }
            ProcessState.leftObjects.exchange(1)
        }
        // The threads may have ended their holds before the word said that an object was left.
        release()
    }

    /// Releases objects that were left; called by a thread that has just ended a hold.
    ///
    /// No object is left for ever. The calling thread clears its hold, and then reads the word `leftObjects`. A thread that
    /// leaves an object sets that word, and then reads the holds. Both write by exchanges, which have one order, so at least
    /// one of the two sees what the other has done.
    @inline(__always)
    static func releaseIfAny() { if ProcessState.leftObjects.loadInOrder() != 0 { release() } }

    /// Releases the left objects that nobody holds any more.
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
