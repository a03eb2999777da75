// What a failure knows of the thread, or the asynchronous construction, that has failed.

extension Failure {
    /// What is being made, on this thread or asynchronously, the innermost first.
    static var currentChain: [ChainLink] {
        unsafe ThreadState.existing?.chain ?? TaskState.chain
    }

    /// Where the innermost of that was asked for.
    static var currentLocation: CodeLocation { unsafe ThreadState.existing?.pointee.top?.pointee.location ?? .unknown }

    /// Tells the thread's handler, if it has one; returns where the program must end.
    func tellHandler() {
        guard let thread = unsafe ThreadState.existing, let handler = unsafe thread.pointee.failureHandler else {
            return
        }
        unsafe thread.pointee.failureHandler = nil
        handler.handle(report)
    }
}
