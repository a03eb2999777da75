import Resolver
public import SafeFacade

// How Factory prints what is resolved, for programs that come from there.

extension ContainerManager {
    /// Whether resolutions are printed, in Factory's form, by what ``logger`` is.
    ///
    /// Of all containers, in the current sandbox. Each service has its depth, and a letter: `F` is made by its
    /// declaration, `R` by what is registered, `O` by what counts in a context; `C` was kept.
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

    /// What prints resolutions while ``trace`` is on, for the whole program.
    @available(*, deprecated, message: "write Container.addObserver(ResolutionTrace { print($0) })")
    public var logger: @Sendable (String) -> Void {
        get { FactoryTrace.logger.withLock { $0 } }
        nonmutating set {
            var former = newValue
            FactoryTrace.logger.withLock { swap(&$0, &former) }
            // What the former one holds is released outside of the lock, and the optimiser would release it there.
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
