public import Resolver

/// What a factory is besides the closure that makes its service: its place, its container and its modifiers.
///
/// It is a pure value. Two evaluations of one property are the same declaration; reading one changes nothing.
@frozen
public struct Declaration: Sendable {
    @usableFromInline var facts: DeclarationFacts
    /// What the container stands on; nil for the process's default container.
    @usableFromInline let home: ContainerHome?
    /// What few declarations have; nil keeps the others cheap.
    @usableFromInline var options: OptionsBox?

    @inlinable @inline(__always)
    init(_ facts: DeclarationFacts, home: ContainerHome?) {
        self.facts = facts
        self.home = home
        options = nil
    }

    /// What the engine is told of it.
    package var core: DeclarationCore {
        DeclarationCore(facts, home: home, scope: options?.value.scope, legacy: options?.value.legacy)
    }

    /// A copy with another set of options.
    func changing(_ change: (inout DeclarationOptions) -> Void) -> Declaration {
        var copy = self
        var value = options?.value ?? DeclarationOptions()
        change(&value)
        copy.options = OptionsBox(value)
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

@usableFromInline
final class OptionsBox: Sendable {
    let value: DeclarationOptions

    init(_ value: DeclarationOptions) { self.value = value }
}
