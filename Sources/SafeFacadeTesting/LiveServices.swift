import Resolver
import SafeFacade
import Testing

/// Records an issue for each instance of a service that a test should have mocked, but that the declared closure has made.
final class LiveServices: ResolutionObserver {
    private let keys: Set<ServiceKey>

    /// Watches factories of a container; records an issue for a path that is no factory, or whose factory has no closure of its
    /// own.
    init<C: SharedContainer>(_ factories: [PartialKeyPath<C>], of container: C) {
        keys = Set(
            factories.enumerated().compactMap { index, path in
                let factory = container[keyPath: path] as? any ServiceDeclaration
                if let factory, factory.forwardsTo == nil { return factory.key }
                let problem = factory == nil ? "is no factory" : "stands for a registration, which may be a mock"
                Issue.record(
                    "number \(index + 1) of the list of what is to be mocked \(problem)",
                    sourceLocation: ofTest)
                return nil
            })
    }

    func observe(_ event: ResolutionEvent) {
        // A registration over the declaration has a place; the declared closure has none.
        guard event.isOfFactory, keys.contains(event.observed.key), event.registered == nil,
            !event.observed.isForContext
        else { return }
        let askers = event.chain.map { "\n  in \($0)" }.joined()
        Issue.record(
            """
            \(event.factory ?? event.service) is live: this test must register a mock of it
              asked for at \(event.callSite?.description ?? "an unknown place")\(askers)
            """, sourceLocation: ofTest)
    }
}

/// The source location of the running test, where an issue helps most.
private var ofTest: SourceLocation { Test.current?.sourceLocation ?? #_sourceLocation }

extension ResolutionEvent {
    /// Whether a factory has run.
    fileprivate var isOfFactory: Bool {
        switch outcome {
        case .made, .returnedNil, .failed: true
        case .reused, .passedOn, .missing: false
        }
    }
}
