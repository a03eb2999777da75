/// The runs of task scopes that code belongs to: the innermost one, and those around it.
///
/// Each task has such a list, so that no run holds another one.
@safe
final class VisibleRuns: @unchecked Sendable {
    // Sound because nothing changes but what the last owner takes apart.

    let run: TaskRun
    @safe @exclusivity(unchecked) private(set) var outer: VisibleRuns?
    /// How many they are: of two in one list, the deeper one ends no later.
    let depth: UInt
    // Beside the run, which a hit then need not touch.
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

    /// Releases those around it one after the other: one that released the next would nest as deep as runs do.
    private func releaseOuter() {
        var next = outer
        outer = nil
        while isKnownUniquelyReferenced(&next), let runs = next {
            next = runs.outer
            runs.outer = nil
        }
    }

    /// From this one outwards.
    var all: some Sequence<VisibleRuns> { sequence(first: self) { $0.outer } }

    /// These without some, which are most often none.
    func without(_ isDropped: (TaskRun) -> Bool) -> VisibleRuns? {
        guard all.contains(where: { isDropped($0.run) }) else { return self }
        return all.filter { !isDropped($0.run) }.reversed().reduce(nil) { VisibleRuns($1.run, in: $0) }
    }

    /// Those from the innermost run of a scope on, in the environment with a number; nil where the code belongs to none, or it
    /// is hidden.
    ///
    /// The task holds them for as long as that code runs.
    static func innermost(ofScopeAt address: UInt, in environment: UInt) -> Unheld<VisibleRuns>? {
        var next = TaskState.current?.unheldRuns
        while let runs = next {
            let (isWanted, outer) = runs.with {
                ($0.scopeAddress == address && $0.environmentNumber == environment, Unheld($0.outer))
            }
            if isWanted { return runs }
            next = outer
        }
        return nil
    }

    /// Those from the innermost run in an environment on.
    func innermost(in environment: Environment) -> VisibleRuns? {
        all.first { $0.environmentNumber == environment.number }
    }

    /// Those from the run with a number on, if the code belongs to it.
    static func current(_ number: UInt) -> VisibleRuns? {
        TaskState.current?.runs?.all.first { $0.run.number == number }
    }
}
