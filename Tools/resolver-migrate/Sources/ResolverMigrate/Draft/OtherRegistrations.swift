import SwiftSyntax

/// Finds other calls that may register a service which the tool would declare, and which the hook does not register.
struct OtherRegistrations {
    /// The words that describe such a call, by the type of the service.
    private var byType: [String: String] = [:]
    /// A registration whose service the callers of its function choose.
    private var ofAnyType: String?

    /// Looks at a program.
    ///
    /// - Parameters:
    ///   - program: The program.
    ///   - standIns: The positions of registrations that replace a declaration.
    init(_ program: Program, _ standIns: Set<Int>) {
        var known: Set<SyntaxIdentifier> = []
        for ask in program.asks { known.insert(ask.node.id) }
        for (position, registration) in program.registrations.enumerated() {
            for copy in [registration] + registration.copies {
                known.formUnion([copy.call.id] + copy.options.map(\.call.id))
            }
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

    /// Describes a call that may also register one of these keys.
    func words(against keys: [ServiceKey]) -> String? { keys.lazy.compactMap { byType[$0.type] }.first ?? ofAnyType }
}

/// The types that are passed to functions about which nothing is known.
private final class HandedTypes: SyntaxVisitor {
    private let index: Index
    private let known: Set<SyntaxIdentifier>
    /// The key of each type, with the function's name.
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
        for argument in node.arguments {
            guard let type = index.service(metatype: argument.expression) else { continue }
            found.append((type.key, name))
        }
        // The base may be a resolver, as the sources do not show what it is. The `register` of a typed factory is something
        // else.
        if name == "register", let closure = node.trailingClosure,
            node.calledBase?.plain.hasPrefix("Container.") != true,
            let type = FactoryBody(closure, Inference(index: index)).result?.type
        {
            found.append((type.key, name))
        }
        return .visitChildren
    }
}
