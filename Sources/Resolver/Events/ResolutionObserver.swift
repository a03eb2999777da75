/// An object that is told of every resolution.
///
/// An observer is given one event for each resolution of the program, with either face, by property wrappers, too. The tools of
/// the module ResolverDiagnostics (trace, ledger, graph) are observers.
///
/// ```swift
/// final class Counter: ResolutionObserver {
///     let count = Mutex(0)
///     func observe(_ event: ResolutionEvent) { count.withLock { $0 += 1 } }
/// }
/// let counter = Counter()
/// Resolver.addObserver(counter)
/// ```
///
/// Events come when the outermost resolution on a thread has ended: those of all resolutions inside it, in the order in which
/// they ended. At that moment the thread resolves nothing and holds no lock. So an observer may resolve, register, reset, and
/// add or remove observers. Observers are not told of what an observer resolves on the thread that calls it.
///
/// A resolution that traps ends the program before its events are told. The failure's own text has the chain.
public protocol ResolutionObserver: AnyObject, Sendable {
    /// Is told how a resolution has ended.
    ///
    /// It is called on the thread that resolved, so several threads may call it at once.
    ///
    /// - Parameter event: What was resolved, which services asked for it, and what came of it.
    func observe(_ event: ResolutionEvent)

    /// Is told what closers have thrown at the end of a run whose operation has thrown an error, too.
    ///
    /// `run` throws the operation's error, so the closers' errors come here. An observer that does not implement this function
    /// prints them on standard error. They are printed once, however many observers do so. If there is no observer, the run
    /// prints them.
    ///
    /// It is called in the task that has run the operation, once all closers have run.
    ///
    /// - Parameter error: The services that could not be closed.
    func observe(_ error: ClosingError)
}

extension ResolutionObserver {
    /// Prints the error on standard error; once, however many observers do so.
    public func observe(_ error: ClosingError) { error.print() }
}
