import Resolver

/// The options of a declaration: contexts, decorators, time to live, instances by parameter.
struct DeclarationOptions: Sendable {
    /// A closure for a context.
    struct ForContext {
        var variant: Variant
        /// The `Body` of its factory's type.
        let body: any Sendable
        /// The context; nil where it is known to hold.
        let context: FactoryContext?

        /// The same beside a closure that always counts.
        var givingWay: ForContext {
            var copy = self
            copy.variant = variant.givingWay
            return copy
        }
    }

    /// The options on the heap, as a factory carries them.
    final class Box: Sendable {
        let options: DeclarationOptions
        init(_ options: DeclarationOptions) { self.options = options }
    }

    func details(closer: Closer?, _ names: RuntimeNames?, storage: DeclarationDetails?) -> DeclarationDetails {
        DeclarationDetails(
            optionsBox: Box(self), concern, closer: closer, names, timeToLive: timeToLive, parameterKey: parameterKey,
            decorate: decorate, storage: storage)
    }

    /// Closures for contexts, where they cannot take the place of the declared one when they are stated: those of a
    /// static factory, and of another one those that hold, where there are several.
    var contexts: [ForContext] = []
    /// In seconds.
    var timeToLive: Double?
    /// All decorators, in the order in which they were stated.
    var decorate: (@Sendable (SeenInstance) -> Void)?
    /// Tells what an instance is kept for, where there is one for each parameter.
    var parameterKey: (@Sendable (GivenArguments) -> AnyHashable?)?

    /// Which calls they concern.
    var concern: DeclarationDetails.Concern {
        if !contexts.isEmpty { return .eachCall }
        return timeToLive != nil || decorate != nil || parameterKey != nil ? .allCalls : .noCall
    }

    /// Whether any is stated that is the runtime registration's to state.
    var modifiesLegacy: Bool {
        !contexts.isEmpty || timeToLive != nil || parameterKey != nil
    }

    /// The closure for the context that counts most of those that hold.
    var active: ForContext? { most(alwaysOnly: false) }

    /// The same of those that count also where something is registered.
    var activeAlways: ForContext? { most(alwaysOnly: true) }

    private func most(alwaysOnly: Bool) -> ForContext? {
        // Of two for one context, the one stated last counts.
        contexts.lazy.filter { (!alwaysOnly || $0.variant.isAlways) && ($0.context?.isCurrent ?? true) }
            .min { ($0.variant.rank, -$0.variant.number) < ($1.variant.rank, -$1.variant.number) }
    }
}
