import SwiftSyntax

/// A resolver that a program makes and keeps in a static or global property: `static let resolver = Resolver()`.
///
/// If the program uses it in place of `Resolver.main`, `declare` makes it that one.
struct OwnResolver {
    let file: Int
    let place: Place
    let name: String
    let binding: PatternBindingSyntax
    /// Why it stays beside the main resolver; nil if the program uses it in place of that one.
    private(set) var reason: String?

    var isMain: Bool { reason == nil }

    /// The resolvers that a program makes, tests left out.
    static func all(in files: [SourceFile], _ index: Index, _ found: Recognised) -> [OwnResolver] {
        let properties = index.properties + index.types.values.flatMap(\.properties)
        var all = properties.compactMap { property -> OwnResolver? in
            guard let binding = property.binding, binding.makesResolver,
                let file = files.firstIndex(where: { $0.tree.root.id == binding.root.id }),
                !files[file].module.isTest
            else { return nil }
            return OwnResolver(file: file, place: files[file].place(of: binding), name: property.name, binding: binding)
        }
        let places = all.map(\.place)
        for position in all.indices {
            let others = places.filter { $0 != places[position] }
            all[position].reason =
                others.isEmpty
                ? all[position].reason(files, index, found) : "another resolver is made at \(others.listed)"
        }
        return all.sorted { $0.place < $1.place }
    }

    private func reason(_ files: [SourceFile], _ index: Index, _ found: Recognised) -> String? {
        let replacing = files.flatMap { file in
            file.replacements(of: self, Inference(index: index)).map(file.place)
        }
        if !replacing.isEmpty { return "it may be replaced at \(replacing.listed)" }
        let connected = DeclaredFactories(files, index: index, registrations: found.registrations).all
            .contains { $0.isBridged || $0.seesRegistrations }
        if connected || found.registrations.contains(where: { $0.form == .export }) {
            return "typed factories are connected with lookup at run time already"
        }
        let isMain: (ResolverReference) -> Bool = { $0 == .main || $0 == .root }
        let swaps: [Form] = [.rootSwap, .mainSwap, .reset]
        var using = found.registrations.filter { isMain($0.target) }.map(\.place)
        using += found.asks.filter { isMain($0.target) }.map(\.place)
        using += found.settings.filter { swaps.contains($0.form) }.map(\.place)
        using += files.flatMap { MainUses($0, index).found }
        return using.isEmpty ? nil : "Resolver.main is used, too, at \(using.listed)"
    }

    /// The edits that make the property give the main resolver, in a sandbox that of the sandbox.
    var edits: [Edit] {
        let end = binding.pattern.plainRange.upperBound
        let edit = Edit(end..<binding.plainRange.upperBound, ": Resolver { .main }")
        let word = binding.parent?.parent?.as(VariableDeclSyntax.self)?.bindingSpecifier
        return (word.map { [Edit(replacing: $0, with: "var")] } ?? []) + [edit]
    }
}

extension PatternBindingSyntax {
    /// Whether a static or global property is a new resolver without children, and may as well be computed.
    fileprivate var makesResolver: Bool {
        guard initializer?.value.signs == "Resolver()", accessorBlock == nil,
            [nil, "Resolver"].contains(typeAnnotation?.type.plain),
            let variable = parent?.parent?.as(VariableDeclSyntax.self), variable.bindings.count == 1,
            variable.attributes.isEmpty
        else { return false }
        let words: Set<String> = ["static", "private", "fileprivate", "internal", "package", "public", "final"]
        guard variable.modifiers.allSatisfy({ $0.detail == nil && words.contains($0.name.text) }) else { return false }
        return variable.modifiers.isStatic || variable.parent?.parent?.parent?.is(SourceFileSyntax.self) == true
    }
}

extension SourceFile {
    /// The expressions that may mean a resolver's property, and are assigned to or passed to be changed.
    fileprivate func replacements(of own: OwnResolver, _ inference: Inference) -> [ExprSyntax] {
        guard text.contains(word: own.name) else { return [] }
        return tree.tokens(viewMode: .sourceAccurate).compactMap { token in
            guard token.word == own.name, let name = token.parent?.as(DeclReferenceExprSyntax.self) else { return nil }
            let expression = name.access.map { ExprSyntax($0) } ?? ExprSyntax(name)
            let isAssigned = token.nextToken(viewMode: .sourceAccurate)?.text == "="
            guard isAssigned || expression.parent?.is(InOutExprSyntax.self) == true,
                name.access != nil || name.local(own.name, inference.index.lists) == nil
            else { return nil }
            let property = inference.property(expression)?.binding
            return property == nil || property?.id == own.binding.id ? expression : nil
        }
    }
}

/// The places of a file that name the main resolver, or the root, in another way than to register or to ask.
private final class MainUses: SyntaxVisitor {
    /// The static members of `Resolver` that concern all resolvers, or none.
    private static let neutral: Set<String> = [
        "Args", "Name", "addObserver", "application", "cached", "container", "decorate", "defaultScope", "graph",
        "init", "registerAllServices", "removeObserver", "self", "shared", "unique",
    ]

    private let file: SourceFile
    private let reading: Reading
    /// The functions that are handed a resolver.
    private let takers: Set<String>
    private(set) var found: [Place] = []

    init(_ file: SourceFile, _ index: Index) {
        self.file = file
        reading = Reading(index: index, module: file.module)
        let all = index.functions + index.types.values.flatMap { $0.functions + $0.initialisers }
        takers = Set(all.filter { $0.parameters.contains { $0.type.plain.contains("Resolver") } }.map(\.name))
        super.init(viewMode: .sourceAccurate)
        if file.text.mentions(anyOf: ["Resolver", "Resolving", ".main", ".root"]) { walk(file.tree) }
    }

    override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
        let name = node.declName.baseName.text
        if let base = node.base {
            if reading.namesResolver(base), !Self.neutral.contains(name),
                !reading.index.addsToResolver(name)
            {
                found.append(file.place(of: node))
            }
        } else if ["main", "root"].contains(name), mayBeResolver(node) {
            found.append(file.place(of: node))
        }
        return .visitChildren
    }

    /// Whether `.main` may be that of `Resolver`, as the code around it shows.
    private func mayBeResolver(_ node: MemberAccessExprSyntax) -> Bool {
        if let type = reading.inference.contextualType(of: ExprSyntax(node)) { return type.type.key == "Resolver" }
        guard let argument = node.parent?.as(LabeledExprSyntax.self) else { return false }
        if ["child", "container", "parent"].contains(argument.label?.text) { return true }
        let call = argument.parent?.parent?.as(FunctionCallExprSyntax.self)
        return call?.calledName.map { takers.contains($0) || $0.first?.isUppercase == true && takers.contains("init") }
            ?? false
    }

    override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
        let name = node.baseName.text
        guard node.access == nil, LexicalScope(around: node).types == ["Resolver"],
            node.local(name, reading.index.lists) == nil
        else { return .visitChildren }
        let asks = Ask.verbs.contains(name) || name == "register"
        if ["main", "root"].contains(name) || asks && node.isInStaticContext { found.append(file.place(of: node)) }
        return .visitChildren
    }

    override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
        if ["Resolving", "StoryboardResolving"].contains(node.name.text) { found.append(file.place(of: node)) }
        return .visitChildren
    }
}

extension Index {
    /// Whether the program adds a static member of this name to `Resolver`.
    fileprivate func addsToResolver(_ name: String) -> Bool {
        property(name, of: "Resolver", isStatic: true) != nil
            || !functions(name, of: "Resolver", isStatic: true).isEmpty
    }
}
