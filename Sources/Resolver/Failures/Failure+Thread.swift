// What a failure knows of the thread, or the asynchronous construction, that has failed.

extension Failure {
    /// What is being made, on this thread or asynchronously, the innermost first.
    package static var currentChain: [ChainLink] {
        ThreadState.existing?.chain ?? TaskState.chain
    }

    /// Tells the thread's handler, if it has one; returns where the program must end.
    func tellHandler() {
        guard let thread = ThreadState.existing, let handler = thread.pointee.failureHandler else {
            return
        }
        thread.pointee.failureHandler = nil
        handler.handle(report)
    }
}
