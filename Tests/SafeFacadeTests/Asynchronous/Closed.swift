import SafeFacade
import TestSupport
import Testing

extension Container {
    /// Asked for with another number each time, so that it is never there already.
    fileprivate var probe: AsyncParameterFactory<Int, Thing> { self { _ in Thing() }.cached.scopeOnParameters }
}

/// Waits until the shared container refuses what it would have to keep, as it does once `close()` has begun.
func waitUntilClosed() async throws {
    let number = Counter()
    let isClosed = try await wait {
        do { _ = try await Container.shared.probe(number.add()) } catch {
            if case .closed? = (error as? ResolutionError)?.reason { return true }
        }
        return false
    }
    #expect(isClosed)
}
