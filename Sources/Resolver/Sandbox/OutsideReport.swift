// Tells of what is resolved outside of any sandbox while some code runs in one.

extension Sandbox {
    // Sound because the three are only touched under the engine's lock.
    nonisolated(unsafe) static var reportsOutside = false
    /// How many operations run in a sandbox.
    nonisolated(unsafe) private static var running = 0
    /// What has been said.
    nonisolated(unsafe) private static var reported: Set<String> = []

    /// Counts an operation that begins to run in a sandbox; the default one is none.
    static func enter(_ sandbox: Sandbox) {
        if sandbox !== process { Engine.locked { unsafe running += 1 } }
    }

    /// Counts an operation that has run in a sandbox.
    static func leave(_ sandbox: Sandbox) {
        if sandbox !== process { Engine.locked { unsafe running -= 1 } }
    }

    /// Says that a service is resolved in the default sandbox, if others are in use and somebody wants to know.
    ///
    /// Only resolutions off the fast path come here, and those are all as soon as a sandbox has been used.
    func noteResolution(of key: @autoclosure () -> ServiceKey, at site: CallSite) {
        guard self === Sandbox.process, Engine.locked({ unsafe Sandbox.reportsOutside && Sandbox.running > 0 }),
            unsafe ThreadState.current.pointee.top == nil
        else { return }
        let text = Failure.outsideSandbox(key(), site).text
        if Engine.locked({ unsafe Sandbox.reported.insert(text).inserted }) { writeToStandardError(text) }
    }
}
