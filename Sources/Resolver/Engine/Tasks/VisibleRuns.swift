/// A list of the runs of task scopes to which code belongs: the innermost run, and the runs around it.
///
/// Tasks have these lists, so that no run holds another one.
@safe
final class VisibleRuns: @unchecked Sendable {
    // Sound because a list never changes until `releaseOuter` takes it apart, when it has one owner left.

    let run: TaskRun
    @safe @exclusivity(unchecked) private(set) var outer: VisibleRuns?
    /// How many runs are in the list.
    ///
    /// Of two runs in one list, the deeper one ends no later than the other.
    let depth: UInt
    // Copied from the run, so that a search of the list reads no run.
    private let scopeAddress: UInt
    private let environmentNumber: UInt

    init(_ run: TaskRun, in outer: VisibleRuns?) {
        self.run = run
        self.outer = outer
        depth = (outer?.depth ?? 0) + 1
        scopeAddress = run.scope.address
        environmentNumber = run.environment.with { $0.number }
    }

    deinit { if outer != nil { releaseOuter() } }

    /// Releases the rest of the list in a loop: if each part released the next, the calls would nest as deep as the runs.
    private func releaseOuter() {
        var next = outer
        outer = nil
        while isKnownUniquelyReferenced(&next), let runs = next {
            next = runs.outer
            runs.outer = nil
        }
    }

    /// The list's parts, from this one outwards.
    var all: some Sequence<VisibleRuns> { sequence(first: self) { $0.outer } }

    /// The list without some of its runs; the list itself if none is dropped, which is usual.
    func without(_ isDropped: (TaskRun) -> Bool) -> VisibleRuns? {
        guard all.contains(where: { isDropped($0.run) }) else { return self }
        return all.filter { !isDropped($0.run) }.reversed().reduce(nil) { VisibleRuns($1.run, in: $0) }
    }

    /// The part of the current list from the innermost run of a scope outwards, in the environment with a number.
    ///
    /// Nil if the code belongs to no such run, or the run is hidden. The task holds the list for as long as the code runs.
    static func innermost(ofScopeAt address: UInt, in environment: UInt) -> Unheld<VisibleRuns>? {
        innermost { $0.scopeAddress == address && $0.environmentNumber == environment }
    }

    /// The same from the innermost run of any scope outwards.
    static func innermost(in environment: UInt) -> Unheld<VisibleRuns>? {
        innermost { $0.environmentNumber == environment }
    }

    @inline(__always)
    private static func innermost(where isWanted: (VisibleRuns) -> Bool) -> Unheld<VisibleRuns>? {
        var next = TaskState.current?.unheldRuns
        while let runs = next {
            let (isFound, outer) = runs.with { (isWanted($0), Unheld($0.outer)) }
            if isFound { return runs }
            next = outer
        }
        return nil
    }

    /// The part of the current list from the run with a number outwards; nil if the code does not belong to that run.
    static func current(_ number: UInt) -> VisibleRuns? {
        TaskState.current?.runs?.all.first { $0.run.number == number }
    }
}
