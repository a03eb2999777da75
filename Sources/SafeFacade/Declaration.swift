public import Resolver

/// What a factory is besides the closure that makes its service: its place, its container and its modifiers.
///
/// It is a pure value. Two evaluations of one property are the same declaration; reading one changes nothing.
@frozen
public struct Declaration: Sendable {
    @usableFromInline var facts: DeclarationFacts
    /// What the container stands on, or the options that few declarations have; nil for a plain one of the process's
    /// default container.
    @usableFromInline var context: DeclarationContext?

    @inlinable @inline(__always)
    init(_ facts: DeclarationFacts, _ context: DeclarationContext?) {
        self.facts = facts
        self.context = context
    }

    /// What the container stands on; nil for the process's default container.
    var home: ContainerHome? {
        if let box { return box.home }
        return plainHome(context)
    }

    var options: DeclarationOptions? { box?.options }

    private var box: OptionsContext<DeclarationOptions>? {
        guard let context, context.isOptions else { return nil }
        return unsafe unsafeDowncast(context, to: OptionsContext<DeclarationOptions>.self)
    }

    /// What the engine is told of it.
    package var core: DeclarationCore {
        let (home, options) = (home, options)
        return DeclarationCore(
            facts, container: home?.container ?? Container.self, home: home, scope: options?.scope,
            legacy: options?.legacy)
    }

    /// A copy with another set of options.
    func changing(_ change: (inout DeclarationOptions) -> Void) -> Declaration {
        var copy = self
        var value = options ?? DeclarationOptions()
        change(&value)
        copy.context = OptionsContext(value, home: home)
        return copy
    }
}

/// The options of a declaration: a scope of the program's own, contexts, decorators, time to live, instances by parameter.
struct DeclarationOptions: Sendable {
    /// What it stands for, where that is a registration of the runtime face.
    var legacy: LegacyName?
    /// Factories for contexts, each the `Body` of its factory's type.
    var contexts: [(context: FactoryContext, body: any Sendable)] = []
    /// The scope where it is one of the program's own.
    var scope: Scope?
    var timeToLive: UInt64?
    var decorators: [@Sendable (Any, Bool) -> Void] = []
    /// Tells what an instance is kept for.
    var parameterKey: (@Sendable (Any?) -> AnyHashable?)?

    /// Whether any is stated that is the runtime registration's to state.
    var modifiesLegacy: Bool {
        !contexts.isEmpty || scope != nil || timeToLive != nil || parameterKey != nil
    }

    /// The factory for the context that counts most of those that hold, and its number.
    var active: (index: Int, body: any Sendable)? {
        guard !contexts.isEmpty else { return nil }
        let current = FactoryContext.current
        // Of two for one context, the one stated last counts.
        return contexts.enumerated().filter { current.contains($0.element.context) }
            .min { ($0.element.context.rank, -$0.offset) < ($1.element.context.rank, -$1.offset) }
            .map { ($0.offset, $0.element.body) }
    }
}

/// What a container stands on, for who knows that the context is no options.
@inlinable @inline(__always)
func plainHome(_ context: DeclarationContext?) -> ContainerHome? {
    unsafe unsafeBitCast(context, to: ContainerHome?.self)
}
