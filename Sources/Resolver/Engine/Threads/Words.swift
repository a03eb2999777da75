internal import CResolverPlatform

/// A word that threads share, and that is read without a lock; or the first of several.
///
/// Whoever owns the memory says when it may be touched. Most words are written under the engine's lock. Some are written
/// without it: a thread's own marks and holds, the content of cells, the addresses and numbers by which cells are found, the
/// type of a container, whether a run, a construction or an ending is over, whether a scope lives for ever, and numbers that
/// are only counted up.
@safe
struct Word: Equatable, @unchecked Sendable {
    // Sound because threads touch it by atomic operations only. A caller that uses the subscript or `copy` excludes races
    // itself.

    private let address: UnsafeMutablePointer<UInt>

    /// Makes shared words, all zero.
    static func zeros(_ count: Int) -> Word {
        let memory = unsafe PlainMemory.allocate(
            size: count * MemoryLayout<UInt>.size, alignment: MemoryLayout<UInt>.alignment)
        let words = unsafe memory.bindMemory(to: UInt.self, capacity: count)
        unsafe words.initialize(repeating: 0, count: count)
        return unsafe Word(words)
    }

    @_transparent
    init(_ address: UnsafeMutablePointer<UInt>) { unsafe self.address = unsafe address }

    /// The first of an object's ``StoredWords``.
    ///
    /// They must be the first stored properties of an object whose class has no superclass.
    @_transparent
    init(firstStoredIn object: AnyObject) {
        unsafe self.init(_getUnsafePointerToStoredProperties(object).assumingMemoryBound(to: UInt.self))
    }

    /// The word at an address; nil for 0.
    @inline(__always)
    init?(at bits: UInt) {
        guard let address = unsafe UnsafeMutablePointer<UInt>(bitPattern: bits) else { return nil }
        unsafe self.address = unsafe address
    }

    @inline(__always)
    static func == (left: Word, right: Word) -> Bool { left.bits == right.bits }

    /// Its address.
    @inline(__always) var bits: UInt { unsafe UInt(bitPattern: address) }

    func deallocate() { unsafe PlainMemory.free(address) }

    /// Copies words that nobody else touches meanwhile.
    func copy(_ other: Word, count: Int) { unsafe address.update(from: other.address, count: count) }

    /// One of several words, read or written without an atomic operation; the caller excludes races.
    @inline(__always)
    subscript(_ index: Int) -> UInt {
        get { unsafe address[index] }
        nonmutating set { unsafe address[index] = newValue }
    }

    /// Another one of several words.
    @_transparent
    static func + (word: Word, offset: Int) -> Word { unsafe Word(word.address + offset) }

    /// Reads the word, and sees what was written before the word was.
    @_transparent func load() -> UInt { unsafe resolver_load(address) }

    /// Reads the word in the one total order of all exchanges.
    @inline(__always) func loadInOrder() -> UInt { unsafe resolver_load_in_order(address) }

    /// Writes the word; a thread that reads it then sees what was written before.
    @inline(__always) func store(_ value: UInt) { unsafe resolver_store(address, value) }

    /// Writes the word in the one total order of all exchanges, and returns what it was.
    @inline(__always) @discardableResult
    func exchange(_ value: UInt) -> UInt { unsafe resolver_exchange(address, value) }

    /// Writes the word if it still has the expected value; returns whether it had.
    @inline(__always)
    func replace(_ expected: UInt, with value: UInt) -> Bool { unsafe resolver_replace(address, expected, value) }
}

/// Words that are stored in an object itself, which saves an allocation and a load.
///
/// They are reached by `Word(firstStoredIn:)`, as a property of an object has no address otherwise.
enum StoredWords {
    typealias One = UInt
    typealias Three = (UInt, UInt, UInt)
    typealias Four = (UInt, UInt, UInt, UInt)
    typealias Six = (UInt, UInt, UInt, UInt, UInt, UInt)
}

/// Memory for values that are on the heap without an object of their own.
enum PlainMemory {
    /// Memory for so many bytes, which holds nothing yet.
    static func allocate(size: Int, alignment: Int) -> UnsafeMutableRawPointer {
        unsafe resolver_allocate(size, alignment)
    }

    /// Gives back memory of `allocate`; the values in it are gone by then.
    static func free(_ memory: UnsafeMutableRawPointer) { unsafe resolver_free(memory) }
}
