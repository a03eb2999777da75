import Resolver

/// The options of a declaration: contexts, decorators, time to live, instances by parameter, what closes instances.
struct DeclarationOptions: Sendable {
    /// A factory for a context: the `Body` of its factory's type.
    struct ForContext {
        /// Which of those that the declaration states.
        let number: Int
        let context: FactoryContext
        let body: any Sendable
        /// Whether it counts also where something is registered.
        let isAlways: Bool
    }

    /// The options on the heap, as a factory carries them.
    final class Box: Sendable {
        let options: DeclarationOptions
        init(_ options: DeclarationOptions) { self.options = options }
    }

    func context(storage: DeclarationContext?, container: Any.Type?) -> DeclarationContext {
        DeclarationContext(
            options: Box(self), concern, timeToLive: timeToLive, decorate: decorate, storage: storage,
            container: container)
    }

    /// The name of the registration of the runtime face that it stands for.
    var legacyName: Resolver.Name?
    /// The name under which the runtime face knows a bridged declaration.
    var bridgeName: Resolver.Name?
    /// Factories for contexts, those alone that may hold.
    var contexts: [ForContext] = []
    /// In seconds.
    var timeToLive: Double?
    /// All decorators, in the order in which they were stated.
    var decorate: (@Sendable (SeenInstance) -> Void)?
    /// What closes an instance; the registration has it, so that no call must look at it.
    var closer: Closer?
    /// Tells what an instance is kept for.
    var parameterKey: (@Sendable (Any?) -> AnyHashable?)?

    /// Which calls they concern.
    var concern: DeclarationContext.Concern {
        if !contexts.isEmpty || parameterKey != nil { return .eachCall }
        return timeToLive != nil || decorate != nil ? .allCalls : .noCall
    }

    /// Whether any is stated that is the runtime registration's to state.
    var modifiesLegacy: Bool {
        !contexts.isEmpty || timeToLive != nil || parameterKey != nil || closer != nil
    }

    /// The factory for the context that counts most of those that hold.
    var active: ForContext? { contexts.isEmpty ? nil : most(of: contexts) }

    /// The same of those that count also where something is registered.
    var activeAlways: ForContext? { most(of: contexts.filter(\.isAlways)) }

    private func most(of contexts: [ForContext]) -> ForContext? {
        // Of two for one context, the one stated last counts.
        contexts.filter(\.context.isCurrent)
            .min { ($0.context.key.rank, -$0.number) < ($1.context.key.rank, -$1.number) }
    }

    /// What one call states.
    func callOptions(parameter: Any?) -> CallOptions {
        guard let parameter = parameterKey?(parameter) else {
            return CallOptions(timeToLive: timeToLive, decorate: decorate)
        }
        return CallOptions(timeToLive: timeToLive, parameter: parameter, decorate: decorate)
    }
}
