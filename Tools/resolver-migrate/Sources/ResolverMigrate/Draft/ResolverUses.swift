import SwiftSyntax

/// The names in a file that only `import Resolver` makes visible.
final class ResolverUses: SyntaxVisitor {
    private static let names: Set<String> = [
        "Resolver", "Resolving", "ResolverRegistering", "ResolverOptions", "AsyncResolverOptions",
        "ResolverRegistration", "ResolverFactory", "ResolverFactoryResolver", "ResolverFactoryArguments",
        "ResolverFactoryArgumentsN", "ResolverFactoryAnyArguments", "ResolverFactoryMutator",
        "ResolverFactoryMutatorArgumentsN", "ResolverNamedWrapper", "OptionalInjected", "StoryboardResolving",
        "ResolverScopeContainer", "ResolverScopeGraph", "ResolverScopeShare", "ResolverScopeType",
        "ResolverScopeUnique",
    ]
    /// The names that both modules export (`Exports.swift` of SafeFacade), or SafeFacade alone.
    private static let typed: Set<String> = [
        "ClosingError", "Injected", "InjectedObject", "LazyInjected", "ResolutionError", "ResolutionEvent",
        "ResolutionObserver", "ResolverScope", "ResolverScopeCache", "RunOutcome", "SandboxContents", "SandboxContext",
        "TaskScope", "WeakLazyInjected", "withSandbox",
        "Container", "SharedContainer", "Factory", "ParameterFactory", "MainActorFactory", "Scope", "dependency",
    ]

    private let wanted: Set<String>
    private let removed: [Range<Int>]
    private var found: [Syntax] = []

    private init(_ wanted: Set<String>, _ removed: [Range<Int>]) {
        self.wanted = wanted
        self.removed = removed
        super.init(viewMode: .sourceAccurate)
    }

    convenience init(_ file: SourceFile, without removed: [Range<Int>]) {
        self.init(Self.names, removed)
        walk(file.tree)
    }

    /// The first use.
    var first: Syntax? { found.first }

    /// Whether the file uses anything that `SafeFacade` makes visible.
    static func needsSafeFacade(_ file: SourceFile, without removed: [Range<Int>]) -> Bool {
        !uses(typed, file, removed).isEmpty
    }

    private static func uses(_ names: Set<String>, _ file: SourceFile, _ removed: [Range<Int>]) -> [Syntax] {
        let visitor = ResolverUses(names, removed)
        visitor.walk(file.tree)
        return visitor.found
    }

    override func visit(_ token: TokenSyntax) -> SyntaxVisitorContinueKind {
        guard wanted.contains(token.text), !removed.contains(where: { $0.contains(token.plainRange.lowerBound) }),
            !token.ancestors.contains(where: { $0.is(ImportDeclSyntax.self) })
        else { return .visitChildren }
        found.append(token.parent ?? Syntax(token))
        return .visitChildren
    }
}
