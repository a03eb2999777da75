internal import CResolverPlatform

/// The one lock of the module, for everything that is not read through shared words.
///
/// It is mostly held for a few loads and stores, and never while code of the program runs. A `deinit` is such code: what a
/// section drops goes into its ``Garbage``, and is released after the lock.
package enum Lock {
    /// Runs a section that drops nothing.
    package static func held<Result>(_ body: () -> Result) -> Result {
        take()
        defer { resolver_unlock() }
        return body()
    }

    @inline(never)
    private static func take() {
        let result = resolver_lock()
        guard result == 0 else { fatalError("Resolver: pthread_mutex_lock failed with \(result)") }
    }

    /// Runs a section that may drop objects, and releases them after the lock.
    static func changing<Result>(_ body: (inout Garbage) -> Result) -> Result {
        var garbage = Garbage()
        take()
        let result = body(&garbage)
        resolver_unlock()
        garbage.release()
        return result
    }

    /// Waits for a change, or for so many seconds, with the lock released meanwhile.
    static func wait(seconds: Int?) { resolver_wait(seconds ?? -1) }

    /// Waits until a condition holds, or for so many seconds, at most twice as long; returns whether it holds.
    ///
    /// Not to be called in a section. Whoever makes the condition hold does so in a section, and calls ``wakeAll()`` there.
    package static func wait(seconds: UInt64, until condition: () -> Bool) -> Bool {
        let end = monotonicTime() + seconds * 1_000_000_000
        return held {
            while !condition(), monotonicTime() < end { wait(seconds: Int(seconds)) }
            return condition()
        }
    }

    /// Wakes those who wait.
    package static func wakeAll() { resolver_wake_all() }

    /// Runs a body without the lock, in the middle of a section.
    static func released(_ body: () -> Void) {
        resolver_unlock()
        body()
        take()
    }
}

/// What a locked section has taken away, to be released after the lock.
///
/// A section must not drop a reference itself, but add it here. So every function that may drop one takes a `Garbage`. Only
/// ``Lock`` makes and releases a `Garbage`.
struct Garbage: ~Copyable {
    private var objects = FewValues<AnyObject>()
    private var words = FewValues<Word>()
    /// Whether threads may hold some of the objects without a reference.
    private var mayBeHeld = false

    fileprivate init() {}

    /// Takes an object; whoever uses it has a reference of their own.
    mutating func add(_ object: consuming AnyObject?) {
        if let object { objects.append(object) }
    }

    /// Makes the end of the section wait for the readers that found, through a word, what was taken away.
    mutating func awaitReaders(of word: Word) { words.append(word) }

    /// Takes an object that readers found through a word, and copy without the lock.
    mutating func add(_ object: AnyObject?, readThrough word: Word) {
        guard let object else { return }
        objects.append(object)
        words.append(word)
    }

    /// Takes an object that readers found through a word, and may hold without a reference.
    ///
    /// The object may be here already.
    mutating func add<Object: AnyObject>(held object: Unheld<Object>, readThrough word: Word) {
        if !objects.contains(where: { Unheld($0).bits == object.bits }) { objects.append(object.object) }
        words.append(word)
        mayBeHeld = true
    }

    /// Takes a value that holds references.
    mutating func add(value: Any) { objects.append(ValueBox(value)) }

    fileprivate consuming func release() {
        ReaderMark.awaitReaders(of: words)
        if mayBeHeld { LeftObjects.leave(objects) }
    }

    private final class ValueBox {
        private let value: Any
        init(_ value: Any) { self.value = value }
    }
}

/// A list that allocates nothing for its first two values: most sections drop no more.
struct FewValues<Value> {
    private var first: Value?
    private var second: Value?
    private var others: [Value] = []

    var isEmpty: Bool { first == nil }

    mutating func append(_ value: consuming Value) {
        if first == nil {
            first = value
        } else if second == nil {
            second = value
        } else {
            others.append(value)
        }
    }

    func each(_ body: (Value) -> Void) {
        if let first { body(first) }
        if let second { body(second) }
        for other in others { body(other) }
    }

    func contains(where isWanted: (Value) -> Bool) -> Bool {
        first.map(isWanted) ?? false || second.map(isWanted) ?? false || others.contains(where: isWanted)
    }
}
