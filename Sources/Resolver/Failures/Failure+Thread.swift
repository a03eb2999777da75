// What a failure knows of the thread, or the asynchronous construction, that has failed, and how it ends the program.

extension Failure {
    /// The registration of what is being made on the current thread, or by the asynchronous construction that it belongs to.
    static var currentRegistration: Registration? {
        ThreadState.existing?.pointee.top?.pointee.registration?.object ?? TaskState.construction?.ask.registration
    }

    /// What is being made, on this thread or asynchronously, the innermost first.
    static var currentChain: [ChainLink] {
        ThreadState.existing?.chain ?? TaskState.chain
    }
}

extension FailureText {
    /// Ends the program with this text, unless the thread has a handler that never returns, as a validation's does not.
    package func trap() -> Never {
        if let thread = ThreadState.existing, let handler = thread.pointee.failureHandler {
            thread.pointee.failureHandler = nil
            handler.handle(self)
        }
        fatalError("\n" + text)
    }

    /// Writes this text to standard error, where the program goes on.
    package func write() { writeToStandardError(text) }
}
