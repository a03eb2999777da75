/// Where a validation runs the factories.
public enum ValidationThread: Sendable {
    /// On threads of its own, where the validation goes on after a failure that would end the program.
    ///
    /// The thread that failed is left standing where it is, with what it holds, until the program ends. Services of the
    /// main actor are skipped. The sandbox and the runs of task scopes are there; a task-local value of the program's own
    /// is its default.
    case own
    /// On the thread that calls: the main one, for services that belong to the main actor, and with the task-local values
    /// that are set there.
    ///
    /// A failure that cannot be thrown to the validation ends the program there, after writing what was found so far.
    case current
}
