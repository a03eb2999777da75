/// A thread's mark: the word through which the thread reads an object at this moment, without a lock.
///
/// A writer takes away an object that readers may be copying in three steps. It replaces the object in the word through
/// which readers find it. It waits until no thread's mark names that word. Only then it releases the object. A reader makes
/// its mark before it reads the word, both in one total order. So either the mark comes first, and the writer waits; or the
/// replacement comes first, and the reader does not find the old object. A writer waits only for readers of that very word.
///
/// Marks are never freed: a thread that ends leaves its own to a later one. So the list can be walked without a lock.
@safe
struct ReaderMark: ~Copyable {
    /// The address of the word that is read through, or 0.
    private let word: Word
    /// 1 while a thread has it.
    private let isTaken: Word
    /// The addresses of what the thread holds; see `Held.swift`.
    let holds: Word
    static var holdCount: Int { 8 }
    private let next: ReaderMark.Pointer?

    typealias Pointer = StablePointer<ReaderMark>

    private init(next: Pointer?) {
        // Alone in its cache lines, as its thread writes it at nearly every resolution.
        let memory = UnsafeMutableRawPointer.allocate(byteCount: 128, alignment: 128)
        let count = 2 + ReaderMark.holdCount
        let words = unsafe memory.bindMemory(to: UInt.self, capacity: count)
        unsafe words.initialize(repeating: 0, count: count)
        word = unsafe Word(words)
        isTaken = word + 1
        holds = word + 2
        isTaken.store(1)
        self.next = next
    }

    /// Begins to read through a word.
    @inline(__always) func begin(_ readThrough: Word) { word.exchange(readThrough.bits) }

    /// Ends the reading.
    ///
    /// The copy must have been retained before. To the optimiser a retain is no memory access, so it might move a retain past
    /// a store; it moves none past a call that it cannot see into. So this calls a function that is never inlined.
    @inline(__always) func end() { ReaderMark.end(word) }

    @inline(never) private static func end(_ word: Word) { word.store(0) }

    /// The same, for a caller that is itself never inlined.
    @inline(__always) func clear() { word.store(0) }

    /// A mark for the thread that calls.
    ///
    /// Under the engine's lock.
    static func take() -> Pointer {
        var next = unsafe Pointer(bits: ProcessState.marks.load())
        while let mark = next {
            if mark.pointee.isTaken.replace(0, with: 1) { return mark }
            next = mark.pointee.next
        }
        let mark = Pointer.allocate(filledWith: ReaderMark(next: unsafe Pointer(bits: ProcessState.marks.load())))
        ProcessState.marks.store(mark.bits)
        return mark
    }

    /// Leaves the mark to a later thread.
    func leave() { isTaken.store(0) }

    /// Waits until no thread reads through any of the given words.
    ///
    /// Never called under a lock.
    static func awaitReaders(of words: FewValues<Word>) {
        guard !words.isEmpty else { return }
        each { mark in
            while let read = Word(at: mark.pointee.word.loadInOrder()), words.contains(where: { $0 == read }) {
                yieldThread()
            }
        }
    }

    /// All marks, also those that belong to no thread at the moment.
    @inline(__always)
    static func each(_ body: (Pointer) -> Void) {
        var next = unsafe Pointer(bits: ProcessState.marks.loadInOrder())
        while let mark = next {
            body(mark)
            next = mark.pointee.next
        }
    }
}
