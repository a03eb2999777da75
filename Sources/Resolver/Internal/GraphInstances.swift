/// The instances of graph lifetime that one resolution on one thread has made so far.
///
/// Each stands in an entry that is never moved, and that the thread keeps for later resolutions; nothing is stored for
/// the outermost service, which nobody can ask for again. A user's `deinit` may resolve while a resolution ends: it begins
/// a new resolution after `base`.
@usableFromInline
@safe
struct GraphInstances: ~Copyable {
    @usableFromInline
    @unsafe
    @frozen
    struct Entry {
        @usableFromInline typealias Pointer = UnsafeMutablePointer<Entry>

        /// The registration's number, or 0 where building came to nothing.
        @usableFromInline var id: UInt
        /// The type of the value; nil while it is being built.
        @usableFromInline var type: Any.Type?
        /// Where the value stands: in `storage`, or on the heap where that is too small.
        @usableFromInline var address: UnsafeMutableRawPointer
        /// The entry before it, or the next spare one.
        @usableFromInline var previous: Pointer?
        @usableFromInline var storage: (UInt, UInt, UInt, UInt, UInt) = (0, 0, 0, 0, 0)

        @inlinable static var storageOffset: Int { unsafe MemoryLayout<Entry>.offset(of: \.storage).unsafelyUnwrapped }
    }

    /// The last entry; nil where there is none.
    var last: Entry.Pointer?
    /// The last entry that is not of the current resolution.
    var base: Entry.Pointer?
    private var spare: Entry.Pointer?
    /// The registration of the outermost service.
    ///
    /// It has no entry, and is being built until the resolution ends.
    var outermost: UInt = 0

    deinit {
        var next = unsafe spare
        while let entry = unsafe next {
            unsafe next = unsafe entry.pointee.previous
            unsafe entry.deallocate()
        }
    }

    var isUsed: Bool { unsafe last != base }

    /// A registration's entry in the current resolution.
    @inline(__always)
    func find(_ id: UInt) -> Entry.Pointer? {
        var next = unsafe last
        while let entry = unsafe next, unsafe entry != base {
            if unsafe entry.pointee.id == id { return unsafe entry }
            unsafe next = unsafe entry.pointee.previous
        }
        return nil
    }

    /// Makes an entry that is being built.
    @inline(__always)
    mutating func begin(_ id: UInt) -> Entry.Pointer {
        let entry = unsafe spare ?? GraphInstances.makeEntry()
        unsafe spare = unsafe entry.pointee.previous
        unsafe entry.pointee.id = id
        unsafe entry.pointee.type = nil
        unsafe entry.pointee.previous = unsafe last
        unsafe last = unsafe entry
        return unsafe entry
    }

    /// Takes the last entry out, for later use.
    mutating func drop() {
        guard let entry = unsafe last else { return }
        unsafe last = unsafe entry.pointee.previous
        unsafe entry.pointee.previous = unsafe spare
        unsafe spare = unsafe entry
    }

    @inline(never)
    private static func makeEntry() -> Entry.Pointer {
        let entry = Entry.Pointer.allocate(capacity: 1)
        unsafe entry.initialize(to: Entry(id: 0, type: nil, address: UnsafeMutableRawPointer(entry), previous: nil))
        return unsafe entry
    }

    /// Completes an entry with the instance that was built.
    @inlinable @inline(__always)
    static func fill<Service>(_ entry: Entry.Pointer, with value: Service) {
        let memory: UnsafeMutablePointer<Service>
        if MemoryLayout<Service>.size <= 40 && MemoryLayout<Service>.alignment <= 8 {
            let storage = unsafe UnsafeMutableRawPointer(entry) + Entry.storageOffset
            unsafe memory = storage.assumingMemoryBound(to: Service.self)
        } else {
            unsafe memory = .allocate(capacity: 1)
        }
        unsafe memory.initialize(to: value)
        unsafe entry.pointee.address = UnsafeMutableRawPointer(memory)
        unsafe entry.pointee.type = Service.self
    }
}

extension Engine {
    /// Releases the graph instances of a resolution that has ended.
    ///
    /// A `deinit` may begin a resolution of its own: the entry whose value is being released stays where it is, below
    /// that resolution's own.
    @inline(never)
    static func endGraph(of thread: ThreadState.Pointer) {
        let base = unsafe thread.pointee.graph.base
        while let entry = unsafe thread.pointee.graph.last, unsafe entry != base {
            unsafe thread.pointee.graph.base = unsafe entry
            if let type = unsafe entry.pointee.type {
                unsafe destroy(entry.pointee.address, type)
                let storage = unsafe UnsafeMutableRawPointer(entry) + GraphInstances.Entry.storageOffset
                if unsafe entry.pointee.address != storage { unsafe entry.pointee.address.deallocate() }
            }
            unsafe thread.pointee.graph.drop()
        }
        unsafe thread.pointee.graph.base = unsafe base
    }
}
