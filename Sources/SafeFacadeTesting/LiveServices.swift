import Resolver
import SafeFacade
import Testing

/// Records an issue for each instance of a service that a test should have mocked, but that the declared closure has made.
final class LiveServices: ResolutionObserver {
    private let keys: Set<ServiceKey>
    /// The source location of the test, where an issue helps most.
    ///
    /// Taken beforehand: a detached task that takes the sandbox along knows no test.
    private let test: SourceLocation

    /// Watches factories of a container; records an issue for a path that is no factory, or whose factory has no closure of its
    /// own.
    init<C: SharedContainer>(_ factories: [PartialKeyPath<C>], of container: C) {
        let test = Test.current?.sourceLocation ?? #_sourceLocation
        self.test = test
        keys = Set(
            factories.enumerated().compactMap { index, path in
                let factory = container[keyPath: path] as? any ServiceDeclaration
                guard let problem = LiveServices.problem(of: factory) else { return factory?.key }
                Issue.record(
                    "number \(index + 1) of the list of what is to be mocked \(problem)", sourceLocation: test)
                return nil
            })
    }

    /// Why it cannot be known whether a factory is live; nil if it can.
    private static func problem(of factory: (any ServiceDeclaration)?) -> String? {
        guard let factory else { return "is no factory" }
        if factory.isRequired { return "is required(), and whatever is bound to it may be a mock" }
        return factory.forwardsTo == nil ? nil : "stands for a registration, which may be a mock"
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
            """, sourceLocation: test)
    }
}

extension ResolutionEvent {
    /// Whether a factory has run.
    fileprivate var isOfFactory: Bool {
        switch outcome {
        case .made, .returnedNil: true
        case .failed(let error): if case .factoryThrew = error.reason { true } else { false }
        case .reused, .passedOn, .missing: false
        }
    }
}
