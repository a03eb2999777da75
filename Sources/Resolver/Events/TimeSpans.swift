/// The times in which something went on, as spans of a clock that never goes back; spans that overlap count once.
///
/// A factory's own time is its whole time without the spans in which its needs were resolved. Such spans may overlap, as
/// several tasks of the factory may ask at once.
struct TimeSpans {
    /// The spans in their order; no two touch each other.
    private var spans: [Range<UInt64>] = []

    /// Adds a span that has just ended.
    ///
    /// No span before it ends later, except those of other threads that have ended at nearly the same moment.
    mutating func add(_ span: Range<UInt64>) {
        var span = span
        while let last = spans.last, last.upperBound >= span.lowerBound {
            span = min(span.lowerBound, last.lowerBound)..<max(span.upperBound, last.upperBound)
            spans.removeLast()
        }
        spans.append(span)
    }

    /// How long the spans are together, without what was before a start.
    func total(since start: UInt64) -> UInt64 {
        spans.reduce(0) { $1.upperBound > start ? $0 + $1.upperBound - max($1.lowerBound, start) : $0 }
    }
}
