/// An instance of graph lifetime, in the making or made.
///
/// An entry is never moved, so that a frame may keep a pointer to its own. Later resolutions use the entry's memory again.
@safe
struct GraphEntry {
    typealias Pointer = StablePointer<GraphEntry>

    /// Which instance the entry is for; the registration is 0 if no instance was made, or if the instance was dropped.
    var key = Key()
    /// The entry's place among the thread's entries, counted from 1.
    var number = 0
    /// The type of the value; nil while the value is being made.
    var type: Any.Type?
    /// Where the value is: in `storage`, or on the heap if `storage` is too small.
    var address: UnsafeMutableRawPointer?
    /// The entry before this one; of a spare entry, the next spare one.
    var previous: Pointer?
    private var storage: (UInt, UInt, UInt, UInt, UInt) = (0, 0, 0, 0, 0)

    /// What tells the instances of one resolution apart: the numbers of a registration, an environment and a run.
    ///
    /// The run is the innermost run of a task scope that the instance sees; 0 if it sees none.
    struct Key: Hashable {
        var registration: UInt = 0
        var environment: UInt = 0
        var run: UInt = 0
    }

    fileprivate static var storageSize: Int { MemoryLayout<(UInt, UInt, UInt, UInt, UInt)>.size }
    fileprivate static var storageOffset: Int {
        unsafe MemoryLayout<GraphEntry>.offset(of: \.storage).unsafelyUnwrapped
    }
}

extension GraphEntry.Pointer {
    /// Makes room for a value; the entry is complete once its `type` is set, too.
    func makeRoom(size: Int, alignment: Int) -> UnsafeMutableRawPointer {
        let isSmall = size <= GraphEntry.storageSize && alignment <= MemoryLayout<UInt>.alignment
        let address =
            unsafe isSmall
            ? UnsafeMutableRawPointer(self.address) + GraphEntry.storageOffset
            : PlainMemory.allocate(size: size, alignment: alignment)
        unsafe pointee.address = unsafe address
        return unsafe address
    }

    fileprivate func releaseValue() {
        guard let address = unsafe pointee.address else { return }
        // Without a type no value was made, and there is just its room.
        if let type = pointee.type { unsafe destroyValue(at: address, type) }
        if unsafe address != UnsafeMutableRawPointer(self.address) + GraphEntry.storageOffset {
            unsafe PlainMemory.free(address)
        }
    }
}

/// The instances of graph lifetime that one resolution on one thread has made so far.
///
/// Nothing is stored for the outermost service: no nested factory can ask for it again. A user's `deinit` may resolve
/// while a resolution ends: it begins a new resolution after `base`.
@safe
struct GraphInstances {
    /// The newest entry.
    fileprivate var last: GraphEntry.Pointer?
    /// The newest entry that does not belong to the current resolution; nil if there is none.
    fileprivate var base: GraphEntry.Pointer?
    fileprivate var spare: GraphEntry.Pointer?
    /// The entry of each key in the current resolution, once there are too many entries to look through.
    fileprivate var index: [GraphEntry.Key: GraphEntry.Pointer] = [:]
    /// Registrations for single parameters, which must exist until the resolution ends.
    var held: [Registration] = []

    private static let indexedFrom = 128

    /// The entry of a key in the current resolution.
    @inline(__always)
    func find(_ key: GraphEntry.Key) -> GraphEntry.Pointer? {
        if !index.isEmpty { return indexed(key) }
        var next = last
        while let entry = next, entry != base {
            if entry.pointee.key == key { return entry }
            next = entry.pointee.previous
        }
        return nil
    }

    @inline(never)
    private func indexed(_ key: GraphEntry.Key) -> GraphEntry.Pointer? {
        // An entry that has made no instance has lost its key.
        index[key].flatMap { $0.pointee.key == key ? $0 : nil }
    }

    /// Makes an entry for an instance that is about to be made, of a key that has none.
    @inline(__always)
    mutating func begin(_ key: GraphEntry.Key) -> GraphEntry.Pointer {
        let entry = spare ?? GraphInstances.makeEntry()
        spare = entry.pointee.previous
        entry.pointee.key = key
        entry.pointee.number = (last?.pointee.number ?? 0) &+ 1
        entry.pointee.type = nil
        unsafe entry.pointee.address = nil
        entry.pointee.previous = last
        last = entry
        if entry.pointee.number >= GraphInstances.indexedFrom { addToIndex(entry) }
        return entry
    }

    /// Removes an instance that must not be given to another call.
    ///
    /// The call that has made the instance has a copy, so that no `deinit` of the program runs here.
    mutating func drop(_ entry: GraphEntry.Pointer) {
        if !index.isEmpty { index[entry.pointee.key] = nil }
        entry.releaseValue()
        entry.pointee.key.registration = 0
        entry.pointee.type = nil
        unsafe entry.pointee.address = nil
        // Entries of what the instance needed may be above this one, and they stay.
        if entry == last { spareLast(entry) }
    }

    /// Keeps the memory of the last entry, whose value has been released, for a later instance.
    @inline(__always)
    fileprivate mutating func spareLast(_ entry: GraphEntry.Pointer) {
        last = entry.pointee.previous
        entry.pointee.previous = spare
        spare = entry
    }

    @inline(never)
    private static func makeEntry() -> GraphEntry.Pointer {
        GraphEntry.Pointer.allocate(filledWith: GraphEntry())
    }

    @inline(never)
    private mutating func addToIndex(_ new: GraphEntry.Pointer) {
        guard index.isEmpty else {
            index[new.pointee.key] = new
            return
        }
        var next: GraphEntry.Pointer? = new
        while let entry = next, entry != base {
            index[entry.pointee.key] = entry
            next = entry.pointee.previous
        }
    }

    func free() {
        var next = spare
        while let entry = next {
            next = entry.pointee.previous
            unsafe entry.deallocate()
        }
    }
}

extension ThreadState.Pointer {
    /// Releases the graph instances of a resolution that has ended.
    ///
    /// The `deinit` of an instance may resolve: the entries of that resolution are above the entry being released.
    @inline(never)
    func endGraph() {
        let held = pointee.graph.held
        if !held.isEmpty { pointee.graph.held = [] }
        if !pointee.graph.index.isEmpty { pointee.graph.index = [:] }
        let base = pointee.graph.base
        while let entry = pointee.graph.last, entry != base {
            pointee.graph.base = entry
            entry.releaseValue()
            pointee.graph.spareLast(entry)
        }
        pointee.graph.base = base
        withExtendedLifetime(held) {}
    }
}
