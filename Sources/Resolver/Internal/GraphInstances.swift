/// The instances of graph lifetime that one resolution on one thread has made so far.
///
/// Values stand inline in a buffer that the thread keeps between resolutions; nothing is stored for the outermost
/// service, which nobody can ask for again. A user's `deinit` may resolve while a resolution ends: it begins a new
/// resolution above `base`, and each entry is taken out of the buffer before its value is released.
@usableFromInline
@safe
struct GraphInstances: ~Copyable {
    @usableFromInline
    @frozen
    struct Entry {
        /// The registration's number, or 0 where building came to nothing.
        @usableFromInline var id: UInt
        /// The type of what `storage` holds; nil while it is being built.
        @usableFromInline var type: Any.Type?
        @usableFromInline var storage: (UInt, UInt, UInt, UInt, UInt) = (0, 0, 0, 0, 0)

        @inlinable static var storageOffset: Int { unsafe MemoryLayout<Entry>.offset(of: \.storage).unsafelyUnwrapped }

        @inlinable
        init(id: UInt, type: Any.Type? = nil) {
            self.id = id
            self.type = type
        }
    }

    @usableFromInline var entries: UnsafeMutablePointer<Entry>
    @usableFromInline var count = 0
    /// Where the entries of the current resolution begin.
    @usableFromInline var base = 0
    @usableFromInline var capacity: Int
    /// The registration of the outermost service.
    ///
    /// It has no entry, and is being built until the resolution ends.
    @usableFromInline var outermost: UInt = 0

    init() {
        capacity = 16
        unsafe entries = .allocate(capacity: capacity)
    }

    @inlinable
    deinit { unsafe entries.deallocate() }

    @inlinable var isUsed: Bool { count != base }

    /// The index of a registration's entry in the current resolution.
    @inlinable @inline(__always)
    func find(_ id: UInt) -> Int? {
        var index = count
        while index > base {
            index -= 1
            if unsafe entries[index].id == id { return index }
        }
        return nil
    }

    /// The instance of an entry, or nil while it is being built.
    @inlinable @inline(__always)
    func value<Service>(at index: Int, as type: Service.Type) -> Service? {
        guard unsafe entries[index].type != nil else { return nil }
        let storage = unsafe UnsafeRawPointer(entries + index) + Entry.storageOffset
        if GraphInstances.fits(type) { return unsafe storage.assumingMemoryBound(to: Service.self).pointee }
        return unsafe storage.assumingMemoryBound(to: Box<Service>.self).pointee.value
    }

    /// Makes an entry that is being built.
    @inlinable @inline(__always)
    mutating func begin(_ id: UInt) -> Int {
        if count == capacity { grow() }
        unsafe (entries + count).initialize(to: Entry(id: id))
        count += 1
        return count - 1
    }

    /// Completes an entry with the instance that was built.
    @inlinable @inline(__always)
    mutating func fill<Service>(_ index: Int, with value: Service) {
        let storage = unsafe UnsafeMutableRawPointer(entries + index) + Entry.storageOffset
        if GraphInstances.fits(Service.self) {
            unsafe storage.assumingMemoryBound(to: Service.self).initialize(to: value)
            unsafe entries[index].type = Service.self
        } else {
            unsafe storage.assumingMemoryBound(to: Box<Service>.self).initialize(to: Box(value))
            unsafe entries[index].type = Box<Service>.self
        }
    }

    /// Takes back an entry for which nothing was built.
    @inlinable
    mutating func cancel(_ index: Int) { unsafe entries[index].id = 0 }

    @inlinable @inline(__always)
    static func fits<Service>(_ type: Service.Type) -> Bool {
        MemoryLayout<Service>.size <= 40 && MemoryLayout<Service>.alignment <= 8
    }

    /// Moves to a larger buffer.
    ///
    /// Each value is moved by its own type, as some may not be moved bit by bit.
    @usableFromInline @inline(never)
    mutating func grow() {
        let old = unsafe entries
        unsafe entries = .allocate(capacity: capacity * 2)
        for index in 0..<count {
            let type = unsafe old[index].type
            unsafe (entries + index).initialize(to: Entry(id: old[index].id, type: type))
            guard let type else { continue }
            let offset = Entry.storageOffset
            func move<Value>(_: Value.Type) {
                unsafe (UnsafeMutableRawPointer(entries + index) + offset).assumingMemoryBound(to: Value.self)
                    .moveInitialize(
                        from: (UnsafeMutableRawPointer(old + index) + offset).assumingMemoryBound(to: Value.self),
                        count: 1)
            }
            _openExistential(type, do: move)
        }
        unsafe old.deallocate()
        capacity *= 2
    }
}

extension Engine {
    /// Releases the graph instances of a resolution that has ended.
    ///
    /// No access to the thread's state spans a release, because a `deinit` may begin a resolution of its own: the value
    /// has been moved out by then, and `base` stands above everything that still waits to be released.
    @usableFromInline @inline(never)
    static func endGraph(of thread: ThreadState.Pointer) {
        let base = unsafe thread.pointee.graph.base
        while unsafe thread.pointee.graph.count > base {
            let index = unsafe thread.pointee.graph.count - 1
            unsafe thread.pointee.graph.count = index
            unsafe thread.pointee.graph.base = index
            let entry = unsafe thread.pointee.graph.entries + index
            guard let type = unsafe entry.pointee.type else { continue }
            let storage =
                unsafe UnsafeMutableRawPointer(entry) + GraphInstances.Entry.storageOffset
            if type is AnyClass {
                unsafe storage.assumingMemoryBound(to: Unmanaged<AnyObject>.self).pointee.release()
            } else {
                func release<Value>(_: Value.Type) {
                    let value = unsafe storage.assumingMemoryBound(to: Value.self).move()
                    _ = consume value
                }
                _openExistential(type, do: release)
            }
        }
        unsafe thread.pointee.graph.base = base
    }
}
