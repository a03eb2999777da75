/// An instance of graph lifetime, in the making or made.
///
/// Entries are never moved, so that a frame may hold on to its own, and are used again by later resolutions.
@safe
struct GraphEntry {
    typealias Pointer = UnsafeMutablePointer<GraphEntry>

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

extension UnsafeMutablePointer<GraphEntry> {
    /// Room for a value; with its type, the entry is complete.
    func makeRoom(size: Int, alignment: Int) -> UnsafeMutableRawPointer {
        let isSmall = size <= GraphEntry.storageSize && alignment <= MemoryLayout<UInt>.alignment
        let address =
            unsafe isSmall
            ? UnsafeMutableRawPointer(self) + GraphEntry.storageOffset
            : PlainMemory.allocate(size: size, alignment: alignment)
        unsafe pointee.address = unsafe address
        return unsafe address
    }

    fileprivate func releaseValue() {
        guard let address = unsafe pointee.address else { return }
        // There is no value where making it came to nothing.
        if let type = unsafe pointee.type { unsafe destroyValue(at: address, type) }
        if unsafe address != UnsafeMutableRawPointer(self) + GraphEntry.storageOffset {
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
    fileprivate var index: [Key: GraphEntry.Pointer] = unsafe [:]
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
        if unsafe !index.isEmpty { return unsafe indexed(id, environment) }
        var next = unsafe last
        while let entry = unsafe next, unsafe entry != base {
            if unsafe entry.pointee.id == id && entry.pointee.environment == environment { return unsafe entry }
            unsafe next = unsafe entry.pointee.previous
        }
        return nil
    }

    private func indexed(_ id: UInt, _ environment: UInt) -> GraphEntry.Pointer? {
        var found = unsafe index[Key(id: id, environment: environment)]
        // Of one that came to nothing, the older one is there.
        while let entry = unsafe found, unsafe entry.pointee.id != id { unsafe found = unsafe entry.pointee.shadowed }
        guard let found = unsafe found, unsafe found.pointee.number > base?.pointee.number ?? 0 else { return nil }
        return unsafe found
    }

    /// Makes an entry for what is being made, besides those of the same registration that are not for it.
    @inline(__always)
    mutating func begin(_ id: UInt, _ environment: UInt, besides other: GraphEntry.Pointer?) -> GraphEntry.Pointer {
        let entry = unsafe spare ?? GraphInstances.makeEntry()
        unsafe spare = unsafe entry.pointee.previous
        unsafe entry.pointee.id = id
        unsafe entry.pointee.environment = environment
        unsafe entry.pointee.number = unsafe (last?.pointee.number ?? 0) &+ 1
        unsafe entry.pointee.type = nil
        unsafe entry.pointee.address = nil
        unsafe entry.pointee.run = 0
        unsafe entry.pointee.wrappers = 0
        unsafe entry.pointee.shadowed = unsafe other
        unsafe entry.pointee.previous = unsafe last
        unsafe last = unsafe entry
        if unsafe entry.pointee.number >= GraphInstances.indexedFrom { unsafe addToIndex(entry) }
        return unsafe entry
    }

    /// Takes an instance out that nobody else is to be given.
    ///
    /// Who has made it has a copy, so that no code of the program runs here.
    mutating func drop(_ entry: GraphEntry.Pointer) {
        if unsafe !index.isEmpty {
            unsafe index[Key(id: entry.pointee.id, environment: entry.pointee.environment)] = unsafe entry.pointee
                .shadowed
        }
        unsafe entry.releaseValue()
        unsafe entry.pointee.id = 0
        unsafe entry.pointee.type = nil
        unsafe entry.pointee.address = nil
        // What was made for it may be above it, and stays.
        if unsafe entry == last { unsafe spareLast(entry) }
    }

    /// Keeps the last entry, whose value is gone, for a later instance.
    @inline(__always)
    fileprivate mutating func spareLast(_ entry: GraphEntry.Pointer) {
        unsafe last = unsafe entry.pointee.previous
        unsafe entry.pointee.previous = unsafe spare
        unsafe spare = unsafe entry
    }

    @inline(never)
    private static func makeEntry() -> GraphEntry.Pointer {
        let entry = GraphEntry.Pointer.allocate(capacity: 1)
        unsafe entry.initialize(to: GraphEntry())
        return unsafe entry
    }

    @inline(never)
    private mutating func addToIndex(_ new: GraphEntry.Pointer) {
        guard unsafe index.isEmpty else {
            unsafe index[Key(id: new.pointee.id, environment: new.pointee.environment)] = unsafe new
            return
        }
        var next: GraphEntry.Pointer? = unsafe new
        while let entry = unsafe next, unsafe entry != base {
            let key = unsafe Key(id: entry.pointee.id, environment: entry.pointee.environment)
            // The newest one counts.
            if unsafe index[key] == nil { unsafe index[key] = unsafe entry }
            unsafe next = unsafe entry.pointee.previous
        }
    }

    func free() {
        var next = unsafe spare
        while let entry = unsafe next {
            unsafe next = unsafe entry.pointee.previous
            unsafe entry.deallocate()
        }
    }
}

extension UnsafeMutablePointer<ThreadState> {
    /// Releases the graph instances of a resolution that has ended.
    ///
    /// A `deinit` may begin a resolution of its own, whose entries are above the one whose value is being released.
    @inline(never)
    func endGraph() {
        let held = unsafe pointee.graph.held
        if !held.isEmpty { unsafe pointee.graph.held = [] }
        if unsafe !pointee.graph.index.isEmpty { unsafe pointee.graph.index = unsafe [:] }
        let base = unsafe pointee.graph.base
        while let entry = unsafe pointee.graph.last, unsafe entry != base {
            unsafe pointee.graph.base = unsafe entry
            unsafe entry.releaseValue()
            unsafe pointee.graph.spareLast(entry)
        }
        unsafe pointee.graph.base = unsafe base
        withExtendedLifetime(held) {}
    }
}
