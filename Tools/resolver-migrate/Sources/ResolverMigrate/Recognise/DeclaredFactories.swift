import SwiftSyntax

/// A typed factory that the sources declare in an extension of `Container`, or that the tool will declare.
struct DeclaredFactory {
    enum Kind: Equatable {
        case plain, mainActor
        case parameter(ServiceType)

        /// The kind of a factory that has this parameter, or none.
        init(_ parameter: ServiceType?) {
            self = parameter.map(Self.parameter) ?? .plain
        }
    }

    let property: String
    let kind: Kind
    let type: ServiceType
    let file: Int
    let module: String
    let access: Access
    /// Whether lookup at run time gives the factory's instances, too.
    var isBridged = false
    /// Whether the factory stands for a registration, which may be missing.
    var isLegacy = false
    /// Whether the factory has `.bridged`, so that it sees registrations of its type before an export has run.
    var seesRegistrations = false
    /// The conditions under which the declaration is compiled.
    var compiled = Conditions([.always])
    /// Whether the bridge only exists under a condition.
    var isConditional = false
    /// Whether the hook makes the bridge, or none is needed.
    var isRunByHook = true
    /// The name under which the factory is bridged.
    var name: String?
    /// The declaration in the sources; nil if the tool will declare the factory.
    var member: MemberBlockItemSyntax?

    var key: ServiceKey { ServiceKey(type: type.key, name: name) }
}

/// The typed factories that the sources declare.
struct DeclaredFactories {
    private(set) var all: [DeclaredFactory] = []
    /// The names that are taken in `Container`.
    private(set) var properties: Set<String> = Known.containerMembers
    /// The names that the closures of these factories use but do not declare.
    private(set) var usedNames: Set<String> = []

    init(_ files: [SourceFile], index: Index, registrations: [Registration]) {
        for (number, file) in files.enumerated() where file.text.contains(word: "Container") {
            for (variable, access) in file.containerProperties { declare(variable, access, number, file, index) }
        }
        var conditions: [String: Conditions] = [:]
        for export in registrations {
            guard let property = export.exported, export.target.isMain || export.target == .root else { continue }
            conditions[property, default: Conditions()].insert(export.condition)
            for position in all.indices where all[position].property == property {
                all[position].isBridged = true
                all[position].isConditional = conditions[property]?.isAlways != true
                all[position].name = export.name.value ?? nil
                all[position].isRunByHook = false
            }
        }
    }

    private mutating func declare(
        _ variable: VariableDeclSyntax, _ access: Access, _ number: Int, _ file: SourceFile, _ index: Index
    ) {
        guard let binding = variable.bindings.first,
            let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
        else { return }
        properties.insert(name)
        if let body = binding.accessorBlock {
            usedNames.formUnion(Closures(body).found.flatMap { $0.freeNames(index.lists) })
        }
        guard let type = binding.typeAnnotation?.type, let (kind, service) = DeclaredFactory.Kind.read(type, index)
        else { return }
        var factory = DeclaredFactory(
            property: name, kind: kind, type: service, file: number, module: file.module.name, access: access)
        factory.compiled = Conditions([variable.condition(index.lists)])
        factory.member = variable.parent?.as(MemberBlockItemSyntax.self)
        if let body = binding.accessorBlock {
            let words = BridgeWords(body, Reading(index: index, module: file.module))
            factory.seesRegistrations = words.isBridged
            if words.isLegacy {
                factory.isBridged = true
                factory.isLegacy = true
                factory.name = words.name
            }
        }
        all.append(factory)
    }

    /// The declaration that stands for a registration of a module, until the registration's own declaration replaces it.
    ///
    /// Everybody who sees this declaration must see the other one, too.
    func legacy(for key: ServiceKey, _ kind: DeclaredFactory.Kind, in module: String, upTo access: Access)
        -> DeclaredFactory?
    {
        all.first {
            $0.isLegacy && $0.key == key && $0.module == module && $0.kind == kind && $0.compiled.isAlways
                && $0.access <= access
        }
    }

    /// The bridged factories that have a key.
    func bridged(_ key: ServiceKey) -> [DeclaredFactory] {
        all.filter { $0.isBridged && $0.key == key }
    }
}

extension DeclaredFactory.Kind {
    /// Reads `Factory<S>`, `MainActorFactory<S>` and `ParameterFactory<P, S>`.
    fileprivate static func read(_ type: TypeSyntax, _ index: Index) -> (DeclaredFactory.Kind, ServiceType)? {
        let named =
            type.as(IdentifierTypeSyntax.self).map { ($0.name.text, $0.genericArgumentClause) }
            ?? type.as(MemberTypeSyntax.self).map { ($0.name.text, $0.genericArgumentClause) }
        guard let (name, clause) = named, let clause else { return nil }
        let arguments = clause.arguments.compactMap { TypeSyntax($0.argument) }.compactMap(index.service)
        switch (name, arguments.count) {
        case ("Factory", 1): return (.plain, arguments[0])
        case ("MainActorFactory", 1): return (.mainActor, arguments[0])
        case ("ParameterFactory", 2): return (.parameter(arguments[0]), arguments[1])
        default: return nil
        }
    }
}

/// The closures in a declaration, without closures inside closures.
private final class Closures: SyntaxVisitor {
    private(set) var found: [ClosureExprSyntax] = []

    init(_ block: AccessorBlockSyntax) {
        super.init(viewMode: .sourceAccurate)
        walk(block)
    }

    override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
        found.append(node)
        return .skipChildren
    }
}

/// What a declaration says about the runtime face: `legacy()` with its name, `.bridged`.
private final class BridgeWords: SyntaxVisitor {
    private(set) var isLegacy = false
    private(set) var isBridged = false
    private(set) var name: String?
    private let reading: Reading

    init(_ block: AccessorBlockSyntax, _ reading: Reading) {
        self.reading = reading
        super.init(viewMode: .sourceAccurate)
        walk(block)
    }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        guard node.calledName == "legacy" else { return .visitChildren }
        isLegacy = true
        name =
            switch reading.name(in: node.arguments) {
            case .none: nil
            case .literal(let name, _), .dynamic(let name): name
            }
        return .visitChildren
    }

    override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
        if node.declName.baseName.text == "bridged" { isBridged = true }
        return .visitChildren
    }
}

extension SourceFile {
    /// The properties in extensions of `Container`, with their access.
    fileprivate var containerProperties: [(VariableDeclSyntax, Access)] {
        let visitor = ContainerProperties(viewMode: .sourceAccurate)
        visitor.walk(tree)
        return visitor.found
    }
}

private final class ContainerProperties: SyntaxVisitor {
    private(set) var found: [(VariableDeclSyntax, Access)] = []

    override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
        guard ["Container", "SafeFacade.Container"].contains(node.extendedType.plain) else { return .visitChildren }
        let around = Access(node.modifiers)
        for variable in node.memberBlock.members.variables {
            let own = Access(variable.modifiers)
            found.append((variable, own == .internal ? around : own))
        }
        return .skipChildren
    }
}

extension MemberBlockItemListSyntax {
    /// The variables among the members, also those under `#if`.
    fileprivate var variables: [VariableDeclSyntax] {
        flatMap { member -> [VariableDeclSyntax] in
            if let variable = member.decl.as(VariableDeclSyntax.self) { return [variable] }
            let clauses = member.decl.as(IfConfigDeclSyntax.self)?.clauses.map(\.elements) ?? []
            return clauses.flatMap { elements -> [VariableDeclSyntax] in
                if case .decls(let members)? = elements { members.variables } else { [] }
            }
        }
    }
}
