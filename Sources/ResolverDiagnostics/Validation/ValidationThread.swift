/// Where a validation runs the factories.
public enum ValidationThread: Sendable {
    /// On threads of the validation's own, so that it goes on after a failure that would end the program.
    ///
    /// A thread that has failed waits for ever, with all that it holds, until the program ends. Services of the main actor are
    /// skipped. The factories see the sandbox and the runs of task scopes; task-local values of the program have their
    /// defaults.
    case own
    /// On the thread that calls, with the task-local values that are set there; on the main actor, also services of the main
    /// actor.
    ///
    /// A failure that cannot be thrown to the validation ends the program. Before that, what was found so far is written to
    /// standard error.
    case current
}
