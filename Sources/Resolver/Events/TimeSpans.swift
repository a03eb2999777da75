/// When something went on, as spans of a clock that never goes back; what overlaps counts once.
///
/// A factory's own time is what is left without those in which something was made for it: tasks may have asked side
/// by side.
struct TimeSpans {
    /// In order, and apart from each other.
    private var spans: [Range<UInt64>] = []

    /// Adds a span that has just ended: only those that end beside it may end later.
    mutating func add(_ span: Range<UInt64>) {
        var span = span
        while let last = spans.last, last.upperBound >= span.lowerBound {
            span = min(span.lowerBound, last.lowerBound)..<max(span.upperBound, last.upperBound)
            spans.removeLast()
        }
        spans.append(span)
    }

    /// How long they are together, without what was before.
    func total(since start: UInt64) -> UInt64 {
        spans.reduce(0) { $1.upperBound > start ? $0 + $1.upperBound - max($1.lowerBound, start) : $0 }
    }
}
