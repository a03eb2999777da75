import BenchmarkServices
import Resolver
import SafeFacade
import TypedDeclarations

// What a resolution costs while somebody is told of it.
extension Operation {
    static let observed = [
        observed("leaf, observer attached", .runtime) { consume(Resolver.resolve((any Clock).self)) },
        observed("leaf, observer attached", .typed) { consume(Container.shared.clock()) },
        observed("singleton, observer attached", .runtime) { consume(Resolver.resolve((any Settings).self)) },
        observed("singleton, observer attached", .typed) { consume(Container.shared.settings()) },
    ]

    /// The observer is there for the loop alone, so that what is measured next is not observed.
    private static func observed(
        _ name: String, _ face: Face, body: @escaping @Sendable () -> Void
    ) -> Operation {
        Operation(name, face, per: leaf) {
            RuntimeServices.registered
            let observer = IdleObserver()
            return { count in
                Resolver.addObserver(observer)
                defer { Resolver.removeObserver(observer) }
                for _ in 0..<count { body() }
            }
        }
    }
}

/// Does nothing with what it is told: what remains is the library's part.
private final class IdleObserver: ResolutionObserver {
    func observe(_ event: ResolutionEvent) {}
}
