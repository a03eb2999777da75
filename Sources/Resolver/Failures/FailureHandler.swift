/// An object that is told of a failure on a thread before the failure ends the program.
package protocol FailureHandler: AnyObject {
    /// Is called on the thread that has failed; when this function returns, the program ends.
    ///
    /// It may also never return, so that the thread goes no further. Then it first calls `ToolSupport.abandonThread()`.
    func handle(_ failure: FailureText)
}
