/// An instance of graph lifetime, in the making or made.
///
/// Entries are never moved, so that a frame may hold on to its own, and are used again by later resolutions.
@safe
struct GraphEntry {
    typealias Pointer = StablePointer<GraphEntry>

    /// The registration's number, 0 where making it came to nothing, and the number of the environment.
    var id: UInt = 0
    var environment: UInt = 0
    /// Counts the entries of a thread.
    var number = 0
    /// The type of the value; nil while it is being made.
    var type: Any.Type?
    /// Where the value is: in `storage`, or on the heap where that is too small.
    var address: UnsafeMutableRawPointer?
    /// The number of the innermost run of a task scope whose instances the value may hold, and how deep that is nested; 0
    /// where it holds none.
    var run: UInt = 0
    var runDepth: UInt = 0
    /// Where lazy wrappers look that the value may hold: a mark of the run; 0 where it holds none.
    var wrappers: UInt = 0
    /// An older entry of the same registration, which was not for whoever began this one.
    var shadowed: Pointer?
    /// The entry before it, or the next spare one.
    var previous: Pointer?
    private var storage: (UInt, UInt, UInt, UInt, UInt) = (0, 0, 0, 0, 0)

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
    fileprivate var index: [Key: GraphEntry.Pointer] = [:]
    /// Registrations for single parameters, which must be there until the resolution ends.
    var held: [Registration] = []

    fileprivate struct Key: Hashable {
        let id: UInt
        let environment: UInt
    }
    private static let indexedFrom = 128

    /// A registration's entry in the current resolution.
    @inline(__always)
    func find(_ id: UInt, _ environment: UInt) -> GraphEntry.Pointer? {
        if !index.isEmpty { return indexed(id, environment) }
        var next = last
        while let entry = next, entry != base {
            if entry.pointee.id == id && entry.pointee.environment == environment { return entry }
            next = entry.pointee.previous
        }
        return nil
    }

    private func indexed(_ id: UInt, _ environment: UInt) -> GraphEntry.Pointer? {
        var found = index[Key(id: id, environment: environment)]
        // Of one that came to nothing, the older one is there.
        while let entry = found, entry.pointee.id != id { found = entry.pointee.shadowed }
        guard let found, found.pointee.number > base?.pointee.number ?? 0 else { return nil }
        return found
    }

    /// Makes an entry for what is being made, besides those of the same registration that are not for it.
    @inline(__always)
    mutating func begin(_ id: UInt, _ environment: UInt, besides other: GraphEntry.Pointer?) -> GraphEntry.Pointer {
        let entry = spare ?? GraphInstances.makeEntry()
        spare = entry.pointee.previous
        entry.pointee.id = id
        entry.pointee.environment = environment
        entry.pointee.number = (last?.pointee.number ?? 0) &+ 1
        entry.pointee.type = nil
        unsafe entry.pointee.address = nil
        entry.pointee.run = 0
        entry.pointee.wrappers = 0
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
            index[Key(id: entry.pointee.id, environment: entry.pointee.environment)] = entry.pointee.shadowed
        }
        entry.releaseValue()
        entry.pointee.id = 0
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
            index[Key(id: new.pointee.id, environment: new.pointee.environment)] = new
            return
        }
        var next: GraphEntry.Pointer? = new
        while let entry = next, entry != base {
            let key = Key(id: entry.pointee.id, environment: entry.pointee.environment)
            // The newest one counts.
            if index[key] == nil { index[key] = entry }
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
