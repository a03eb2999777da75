/// Why an asynchronous call has no service at once.
@usableFromInline
package enum NotAtOnce: Error {
    /// There is none.
    case absent(NoService)
    /// An asynchronous factory must run, or has begun to.
    case ask(AsyncAsk)
    /// The typed face has something to do first; on the runtime face, what an optional wraps is to be asked for.
    case prepare

    /// The call whose factory must run; nil where the typed face has something to do first.
    ///
    /// - Throws: Why there is no service.
    package var ask: AsyncAsk? {
        get throws {
            switch self {
            case .absent(let absence): throw absence.asItIs
            case .ask(let ask): ask
            case .prepare: nil
            }
        }
    }
}

extension Step {
    /// Why there is no service at once, to be taken once.
    var notAtOnce: NotAtOnce {
        guard kind == .ask else { return .prepare }
        return unsafe .ask(Unmanaged<AsyncAsk>.fromOpaque(object.unsafelyUnwrapped).takeRetainedValue())
    }
}
