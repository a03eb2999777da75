import SwiftSyntax

/// A declaration with `legacy()`, for a registration that stays.
///
/// It is written in the module that several modules share, or beside a registration that a person has to decide on.
struct SharedDeclaration {
    var property: String
    let key: ServiceKey
    let type: ServiceType
    /// What it is made from, where its registration takes an argument.
    let parameter: ServiceType?
    /// The file to declare it in: the one with the type, or with the registration.
    let file: Int
    let module: String
    /// `public` where other modules ask for it.
    let access: Access
    /// Where its type is compiled.
    let compiled: Conditions

    /// The declaration, as it will be found in the sources.
    var factory: DeclaredFactory {
        DeclaredFactory(
            property: property, kind: DeclaredFactory.Kind(parameter), type: type, file: file, module: module,
            access: access,
            isBridged: true, isLegacy: true, compiled: compiled, name: key.name)
    }

    func text(prefix: String) -> String {
        let name = key.name.map { "name: \($0.debugDescription)" } ?? ""
        let made = type.fullSpelling
        let factory = parameter.map { "ParameterFactory<\($0.fullSpelling), \(made)>" } ?? "Factory<\(made)>"
        return "\(access.modifier)var \(property): \(prefix)\(factory) { legacy(\(name)) }"
    }
}

extension [SharedDeclaration] {
    /// The declarations, with one `#if` around those that need the same.
    func texts(prefix: String) -> [String] {
        let conditions = map(\.compiled.text).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        return conditions.flatMap { condition in
            let texts = filter { $0.compiled.text == condition }.map { $0.text(prefix: prefix) }
            return condition.isEmpty ? texts : [(["#if \(condition)"] + texts + ["#endif"]).joined(separator: "\n")]
        }
    }
}

extension Program {
    /// The services of a registration that the decisions file declares in another module, with that module.
    func declaredElsewhere(_ registration: Registration) -> [(key: ServiceKey, module: String)] {
        let own = module(registration.file).name
        return keys(of: registration).compactMap { key in
            guard let module = decisions.module(declaring: key), module != own else { return nil }
            return (key, module)
        }
    }

    /// When services are registered other than by tests, by what they are found by.
    var conditionsOfRegistrations: [ServiceKey: Conditions] {
        var all: [ServiceKey: Conditions] = [:]
        for registration in registrations where registration.target.isMain && !isStandIn(registration) {
            for key in keys(of: registration) + askedKeys(of: registration) {
                all[key, default: Conditions()].insert(registration.condition)
            }
        }
        return all
    }

    /// The file of a module that declares a type; nil if there is none.
    func file(declaring type: ServiceType, in module: String) -> Int? {
        files.indices.first { files[$0].module.name == module && files[$0].declaresType(type.key) }
    }

    /// The type of a service that a registration is found by.
    func type(of key: ServiceKey, in registration: Registration) -> ServiceType? {
        if let own = registration.type?.type ?? calledType(of: registration), own.key == key.type { return own }
        let scope = LexicalScope(around: registration.call)
        return registration.options.lazy.filter { $0.name == "implements" }
            .compactMap { $0.first.flatMap { self.index.service(metatype: $0, in: scope) } }
            .first { $0.key == key.type }
    }
}

extension Program {
    /// What a registration is found by whose type the sources do not show: it calls an initialiser of another library's
    /// type, and the program asks for a service of that type.
    ///
    /// Nobody knows here whether the initialiser fails, or is one. A declaration with `legacy()` asks for the type as the
    /// program does, so that it need not be known.
    func askedKeys(of registration: Registration) -> [ServiceKey] {
        guard registration.type == nil, let type = calledType(of: registration), let name = registration.name.value
        else { return [] }
        let key = ServiceKey(type: type.key, name: name)
        return asks.contains { $0.key == key } ? [key] : []
    }

    /// The type that a factory calls, by its name, where the sources do not declare it.
    private func calledType(of registration: Registration) -> ServiceType? {
        guard registration.type == nil, let closure = registration.closure,
            let call = FactoryBody(closure, Inference(index: index)).expression?.as(FunctionCallExprSyntax.self),
            let type = Inference(index: index).metatype(call.calledExpression, in: LexicalScope(around: call)),
            index.declared(type.key) == nil
        else { return nil }
        return type
    }
}

extension DecisionsFile {
    /// The module that a person lets declare a service.
    func module(declaring key: ServiceKey) -> String? {
        declaredIn?[key.description] ?? (key.name == nil ? declaredIn?[key.type] : nil)
    }
}

extension SourceFile {
    /// Whether a type of this name is declared here, outside of others.
    func declaresType(_ type: String) -> Bool {
        let name = type.split(separator: ".").last.map(String.init) ?? type
        return tree.statements.contains { item in
            item.item.asProtocol((any NamedDeclSyntax).self)?.name.text == name && item.item.isTypeDeclaration
        }
    }
}
