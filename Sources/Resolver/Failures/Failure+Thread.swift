// What a failure knows of the thread, or the asynchronous construction, that has failed.

extension Failure {
    /// What is being made, on this thread or asynchronously, the innermost first.
    package static var currentChain: [ChainLink] {
        unsafe ThreadState.existing?.chain ?? TaskState.chain
    }

    /// Tells the thread's handler, if it has one; returns where the program must end.
    func tellHandler() {
        guard let thread = unsafe ThreadState.existing, let handler = unsafe thread.pointee.failureHandler else {
            return
        }
        unsafe thread.pointee.failureHandler = nil
        handler.handle(report)
    }
}
