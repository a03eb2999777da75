// How a failure finds what the failed thread, or asynchronous construction, is making, and how it ends the program.

extension Failure {
    /// The registration of the innermost service being made, on this thread or by the construction that the task belongs to.
    static var currentRegistration: Registration? {
        ThreadState.existing?.pointee.top?.pointee.registration?.object ?? TaskState.construction?.ask.registration
    }

    /// The services that are being made, on this thread or asynchronously, the innermost first.
    static var currentChain: [ChainLink] {
        ThreadState.existing?.chain ?? TaskState.chain
    }

    /// Whether a `legacy()` factory has asked for the innermost service being made.
    static var isAskedByLegacy: Bool {
        let marks = ThreadState.existing?.pointee.top?.pointee.marks ?? 0
        if marks & DeclarationMarks.isLegacy != 0 { return true }
        // The factory may be a link of its own.
        let chain = currentChain.prefix(2)
        guard chain.count == 2 else { return false }
        return chain[1].standsForService(askedForAt: chain[0].location)
    }
}

extension FailureText {
    /// Ends the program with this text, unless the thread has a handler that never returns, such as a validation's.
    package func trap() -> Never {
        if let thread = ThreadState.existing, let handler = thread.pointee.failureHandler {
            thread.pointee.failureHandler = nil
            handler.handle(self)
        }
        fatalError("\n" + text)
    }

    /// Writes this text to standard error, for a failure after which the program goes on.
    package func write() { writeToStandardError(text) }
}
