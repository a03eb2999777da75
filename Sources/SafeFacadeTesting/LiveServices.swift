import Resolver
import SafeFacade
import Testing

/// Records an issue for each instance that a test should have mocked, and that the declared closure has made.
final class LiveServices: ResolutionObserver {
    private let keys: Set<ServiceKey>

    /// Looks at factories of a container; another issue is recorded for what has no closure of its own.
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
        // What was registered over a declaration has a place.
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

/// Where the test stands that runs: there an issue is of use.
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
