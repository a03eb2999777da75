/// Somebody who is told of a failure on a thread before it ends the program.
package protocol FailureHandler: AnyObject {
    /// Is called on the thread that has failed; when it returns, the program ends.
    ///
    /// It may never return, and leave the thread where it is: then it calls `ToolSupport.abandonThread()` first.
    func handle(_ failure: FailureText)
}
