import Resolver

/// A factory's closures for contexts, where a call must choose one: all closures of a static factory; of any other factory,
/// those whose contexts hold, if one of them always counts and another does not.
final class ContextClosures: Sendable {
    let all: [ContextClosure]

    init(_ all: [ContextClosure]) { self.all = all }

    /// Of the closures whose context holds, the one that counts most.
    ///
    /// - Parameter alwaysOnly: Whether only those are considered that also count over what is registered.
    /// - Returns: The closure; nil where there is none.
    func active(alwaysOnly: Bool = false) -> ContextClosure? {
        // Of two for one context, the one stated last counts.
        all.lazy.filter { (!alwaysOnly || $0.variant.isAlways) && ($0.context?.isCurrent ?? true) }
            .min { ($0.variant.rank, -$0.variant.number) < ($1.variant.rank, -$1.variant.number) }
    }
}

/// A closure for a context.
struct ContextClosure: Sendable {
    let variant: Variant
    /// The `Body` of its factory's type.
    let body: any Sendable
    /// The context; nil where it is known to hold.
    let context: FactoryContext?
}

extension Declaration {
    /// The closures for contexts that each call has to choose from; nil where it need not.
    var closures: ContextClosures? {
        details?.contexts.map { unsafe unsafeDowncast($0, to: ContextClosures.self) }
    }
}
