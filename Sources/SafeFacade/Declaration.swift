public import Resolver

/// What a factory is besides the closure that makes its service: its place, its container and its modifiers.
///
/// It is a pure value. Two evaluations of one property are the same declaration; reading one changes nothing.
public struct Declaration: Sendable {
    @usableFromInline package var core: DeclarationCore
    /// What few declarations have; nil keeps the others cheap.
    @usableFromInline package var options: OptionsBox?

    @inlinable @inline(__always)
    package init(_ core: DeclarationCore) {
        self.core = core
        options = nil
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

/// The options of a declaration: contexts, decorators, time to live, instances by parameter.
package struct DeclarationOptions: Sendable {
    /// Factories for contexts, each the `Body` of its factory's type.
    var contexts: [(context: FactoryContext, body: any Sendable)] = []
    var timeToLive: UInt64?
    var decorators: [@Sendable (Any, Bool) -> Void] = []
    /// Tells what an instance is kept for.
    var parameterKey: (@Sendable (Any?) -> AnyHashable?)?

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
package final class OptionsBox: Sendable {
    let value: DeclarationOptions

    init(_ value: DeclarationOptions) { self.value = value }
}
