import Resolver
public import SafeFacade

// Prints resolutions as Factory does, for programs that come from Factory.

extension ContainerManager {
    /// Whether resolutions are printed in Factory's form, through ``logger``.
    ///
    /// It covers all containers, in the current sandbox. Each line has the service's depth, and a letter: `F` if the closure of
    /// its declaration made it, `R` if a registration did, `O` if a closure for a context did; `C` if it was kept.
    @available(*, deprecated, message: "write Container.addObserver(ResolutionTrace { print($0) })")
    public var trace: Bool {
        get { Environment.active.isObserved(by: FactoryTrace.observer) }
        nonmutating set {
            if newValue {
                Container.addObserver(FactoryTrace.observer)
            } else {
                Container.removeObserver(FactoryTrace.observer)
            }
        }
    }

    /// The function that prints resolutions while ``trace`` is on, for the whole program.
    @available(*, deprecated, message: "write Container.addObserver(ResolutionTrace { print($0) })")
    public var logger: @Sendable (String) -> Void {
        get { FactoryTrace.logger.withLock { $0 } }
        nonmutating set {
            var former = newValue
            FactoryTrace.logger.withLock { swap(&$0, &former) }
            // The former function is released outside of the lock, as what it captures may run code. Without this line, the
            // optimiser would release it under the lock.
            withExtendedLifetime(former) {}
        }
    }
}

private enum FactoryTrace {
    static let logger = Guarded<@Sendable (String) -> Void>({ print($0) })
    static let observer = ResolutionTrace(line: { line(of: $0, depth: $1) }, output: { logger.withLock { $0 }($0) })

    static func line(of event: ResolutionEvent, depth: Int) -> String {
        let indentation = String(repeating: "    ", count: depth)
        return "\(depth): \(indentation)\(event.observed.key.display)<\(event.type)> = \(letter(of: event)):"
    }

    static func letter(of event: ResolutionEvent) -> String {
        switch event.outcome {
        case .made, .passedOn, .returnedNil:
            event.observed.isForContext ? "O" : event.registered == nil ? "F" : "R"
        case .reused: "C"
        case .missing: "missing"
        case .failed: "failed"
        }
    }
}
