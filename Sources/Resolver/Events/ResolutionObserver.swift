/// Somebody who is told of every resolution.
///
/// An observer sees what the program resolves with either face, wrappers included, as one event for each resolution.
/// It renders nothing itself: the tools of the module ResolverDiagnostics (trace, ledger, graph) are observers.
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
/// Events come when the outermost resolution on a thread has ended, all that it brought about in the order in which
/// they ended. Nothing is under way on the thread then and no lock is held, so an observer may resolve, register, reset
/// and add or remove observers. What it resolves itself, on the thread it is called on, is told to nobody.
///
/// A resolution that traps ends the program, and its events are not told; the failure's own text has the chain.
public protocol ResolutionObserver: AnyObject, Sendable {
    /// Is told how a resolution has ended.
    ///
    /// Called on the thread that resolved, and so on several threads at once.
    ///
    /// - Parameter event: What was resolved, for whom and how.
    func observe(_ event: ResolutionEvent)

    /// Is told what closers have thrown at the end of a run whose operation has thrown, too.
    ///
    /// `run` throws the operation's error, so theirs comes here. An observer without a function of its own for it prints it on
    /// standard error, once however many do; so does the run where there is no observer.
    ///
    /// Called in the task that has run the operation, when everything is closed.
    ///
    /// - Parameter error: What could not be closed.
    func observe(_ error: ClosingError)
}

extension ResolutionObserver {
    /// Prints it on standard error, once however many observers do.
    public func observe(_ error: ClosingError) { error.print() }
}
