/// An instance of graph lifetime, in the making or made.
///
/// Entries are never moved, so that a frame may hold on to its own, and are used again by later resolutions.
@safe
struct GraphEntry {
    typealias Pointer = StablePointer<GraphEntry>

    /// What it is for; its registration is 0 where making it came to nothing.
    var key = Key()
    /// Counts the entries of a thread.
    var number = 0
    /// The type of the value; nil while it is being made.
    var type: Any.Type?
    /// Where the value is: in `storage`, or on the heap where that is too small.
    var address: UnsafeMutableRawPointer?
    /// An older entry of the same key, which was not for whoever began this one.
    var shadowed: Pointer?
    /// The entry before it, or the next spare one.
    var previous: Pointer?
    private var storage: (UInt, UInt, UInt, UInt, UInt) = (0, 0, 0, 0, 0)

    /// What tells the instances of one resolution apart: the numbers of the registration, the environment, and the innermost
    /// run of a task scope that what is made lives as long as, 0 for none.
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
    /// Room for a value; with its type, the entry is complete.
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
        // There is no value where making it came to nothing.
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
    /// The last entry, and the last that is not of the current resolution.
    fileprivate var last: GraphEntry.Pointer?
    fileprivate var base: GraphEntry.Pointer?
    fileprivate var spare: GraphEntry.Pointer?
    /// Where the entries are, once there are so many that looking through them takes long.
    fileprivate var index: [GraphEntry.Key: GraphEntry.Pointer] = [:]
    /// Registrations for single parameters, which must be there until the resolution ends.
    var held: [Registration] = []

    private static let indexedFrom = 128

    /// The newest entry of a key in the current resolution.
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

    private func indexed(_ key: GraphEntry.Key) -> GraphEntry.Pointer? {
        var found = index[key]
        // Of one that came to nothing, the older one is there.
        while let entry = found, entry.pointee.key != key { found = entry.pointee.shadowed }
        guard let found, found.pointee.number > base?.pointee.number ?? 0 else { return nil }
        return found
    }

    /// Makes an entry for what is being made, besides those of the same key that are not for it.
    @inline(__always)
    mutating func begin(_ key: GraphEntry.Key, besides other: GraphEntry.Pointer?) -> GraphEntry.Pointer {
        let entry = spare ?? GraphInstances.makeEntry()
        spare = entry.pointee.previous
        entry.pointee.key = key
        entry.pointee.number = (last?.pointee.number ?? 0) &+ 1
        entry.pointee.type = nil
        unsafe entry.pointee.address = nil
        entry.pointee.shadowed = other
        entry.pointee.previous = last
        last = entry
        if entry.pointee.number >= GraphInstances.indexedFrom { addToIndex(entry) }
        return entry
    }

    /// Takes an instance out that nobody else is to be given.
    ///
    /// The call that has made it has a copy, so that no `deinit` of the program runs here.
    mutating func drop(_ entry: GraphEntry.Pointer) {
        if !index.isEmpty {
            index[entry.pointee.key] = entry.pointee.shadowed
        }
        entry.releaseValue()
        entry.pointee.key.registration = 0
        entry.pointee.type = nil
        unsafe entry.pointee.address = nil
        // What was made for it may be above it, and stays.
        if entry == last { spareLast(entry) }
    }

    /// Keeps the last entry, whose value is gone, for a later instance.
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
            // The newest one counts.
            if index[entry.pointee.key] == nil { index[entry.pointee.key] = entry }
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
    /// A `deinit` may begin a resolution of its own, whose entries are above the one whose value is being released.
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
