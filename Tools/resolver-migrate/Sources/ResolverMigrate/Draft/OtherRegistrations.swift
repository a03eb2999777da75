import SwiftSyntax

/// What may register a service besides a registration that the tool would declare and that the hook does not make.
struct OtherRegistrations {
    /// What is said of it, by the type of the service.
    private var byType: [String: String] = [:]
    /// A registration of a service that the callers of its function choose.
    private var ofAnyType: String?

    /// Looks at a program.
    ///
    /// - Parameters:
    ///   - program: The program.
    ///   - standIns: The registrations that stand over a declaration, by position.
    init(_ program: Program, _ standIns: Set<Int>) {
        var known: Set<SyntaxIdentifier> = []
        for ask in program.asks { known.insert(ask.node.id) }
        for (position, registration) in program.registrations.enumerated() {
            known.formUnion([registration.call.id] + registration.options.map(\.call.id))
            guard !standIns.contains(position), registration.form != .export else { continue }
            let file = registration.place.file
            if !registration.target.isMain {
                for key in program.keys(of: registration) { byType[key.type] = "also in \(file)" }
            }
            let isOpen = registration.form == .helper || !LexicalScope(around: registration.call).generics.isEmpty
            if registration.type == nil, isOpen { ofAnyType = "\(file) registers what its callers choose" }
        }
        for file in program.files where !file.module.isTest && file.text.mentions(anyOf: [".self", "register"]) {
            for (type, function) in HandedTypes(file, program.index, besides: known).found {
                byType[type] = "\(function) in \(file.path) may register it"
            }
        }
    }

    /// What may be registered for one of these keys besides.
    func words(against keys: [ServiceKey]) -> String? { keys.lazy.compactMap { byType[$0.type] }.first ?? ofAnyType }
}

/// The types that are handed to functions of which nothing is known.
private final class HandedTypes: SyntaxVisitor {
    private let index: Index
    private let known: Set<SyntaxIdentifier>
    /// Each type's key, with the name of the function.
    private(set) var found: [(type: String, function: String)] = []

    init(_ file: SourceFile, _ index: Index, besides known: Set<SyntaxIdentifier>) {
        self.index = index
        self.known = known
        super.init(viewMode: .sourceAccurate)
        walk(file.tree)
    }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        guard let name = node.calledName, !known.contains(node.id), !Ask.verbs.contains(name),
            !node.isOfStandardLibrary || !index.functions(name).isEmpty
        else { return .visitChildren }
        let scope = LexicalScope(around: node)
        for argument in node.arguments {
            guard let type = index.service(metatype: argument.expression, in: scope) else { continue }
            found.append((type.key, name))
        }
        // On what the sources do not show to be a resolver; a typed factory's `register` is another thing.
        if name == "register", let closure = node.trailingClosure,
            node.calledBase?.plain.hasPrefix("Container.") != true,
            let type = FactoryBody(closure, Inference(index: index)).result?.type
        {
            found.append((type.key, name))
        }
        return .visitChildren
    }
}
