import SwiftSyntax

/// A declaration with `legacy()`, for a registration that stays.
///
/// It is written in a module that several modules share, or beside a registration about which a person must decide.
struct SharedDeclaration {
    var property: String
    let key: ServiceKey
    let type: ServiceType
    /// The type of its parameter, if the registration takes an argument.
    let parameter: ServiceType?
    /// The file in which to declare it: the one with the type, or with the registration.
    let file: Int
    let module: String
    /// `public` if other modules ask for the service.
    let access: Access
    /// The conditions under which its type is compiled.
    let compiled: Conditions

    /// The declaration, in the form in which a later run finds it in the sources.
    var factory: DeclaredFactory {
        DeclaredFactory(
            property: property, kind: DeclaredFactory.Kind(parameter), type: type, file: file, module: module,
            access: access,
            isBridged: true, isLegacy: true, compiled: compiled, name: key.name)
    }

    func text(prefix: String) -> String {
        let name = key.name.map { "name: \($0.debugDescription)" } ?? ""
        let factory = type.factory(taking: parameter, prefix: prefix)
        return "\(access.modifier)var \(property): \(factory) { legacy(\(name)) }"
    }
}

extension ServiceType {
    /// The type of a typed factory of this service.
    func factory(taking parameter: ServiceType?, prefix: String) -> String {
        let arguments = [parameter, self].compactMap { $0?.fullSpelling }.joined(separator: ", ")
        return "\(prefix)\(parameter == nil ? "" : "Parameter")Factory<\(arguments)>"
    }
}

extension [SharedDeclaration] {
    /// The texts of the declarations, with one `#if` around those that need the same condition.
    func texts(prefix: String) -> [String] {
        let conditions = map(\.compiled.text).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        return conditions.flatMap { condition in
            let texts = filter { $0.compiled.text == condition }.map { $0.text(prefix: prefix) }
            return condition.isEmpty ? texts : [(["#if \(condition)"] + texts + ["#endif"]).joined(separator: "\n")]
        }
    }
}

extension Program {
    /// The services of a registration that the decisions file assigns to another module, each with that module.
    func declaredElsewhere(_ registration: Registration) -> [(key: ServiceKey, module: String)] {
        let own = module(registration.file).name
        return keys(of: registration).compactMap { key in
            guard let module = decisions.module(declaring: key), module != own else { return nil }
            return (key, module)
        }
    }

    /// The conditions under which the program registers services, tests left out, by their keys.
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

    /// The type of a service, given one of a registration's keys.
    func type(of key: ServiceKey, in registration: Registration) -> ServiceType? {
        if let own = registration.type?.type ?? askedType(of: registration), own.key == key.type { return own }
        return registration.options.lazy.filter { $0.name == "implements" }
            .compactMap { $0.first.flatMap(self.index.service(metatype:)) }
            .first { $0.key == key.type }
    }
}

extension Program {
    /// The keys of a registration whose type the sources do not show: it calls an initialiser of another library's type, or
    /// one that a class inherits from such a type, and the program asks for a service of that type.
    ///
    /// It is not known whether the call is one of an initialiser, or whether that can fail. It need not be known, as a
    /// declaration with `legacy()` asks for the type just as the program does.
    func askedKeys(of registration: Registration) -> [ServiceKey] {
        guard let key = ServiceKey(askedType(of: registration), registration.name) else { return [] }
        return asks.contains { $0.key == key } ? [key] : []
    }

    /// The type that a factory calls by its name, unless that is a generic type, whose arguments the compiler infers.
    private func askedType(of registration: Registration) -> ServiceType? {
        guard registration.type == nil, let type = calledType(of: registration) else { return nil }
        let isComplete = index.declared(type.key).map { $0.kind == .reference && $0.generics.isEmpty } ?? true
        return isComplete ? type : nil
    }

    /// The type that a factory calls by its name; it need not be that of the service, as an initialiser may fail.
    func calledType(of registration: Registration) -> ServiceType? {
        let made = registration.closure?.statements.onlyExpression?.as(FunctionCallExprSyntax.self)
        return made.flatMap { Inference(index: index).metatype($0.calledExpression) }
    }
}

extension DecisionsFile {
    /// The module that a person has chosen to declare a service.
    func module(declaring key: ServiceKey) -> String? {
        declaredIn?[key.description] ?? (key.name == nil ? declaredIn?[key.type] : nil)
    }
}

extension SourceFile {
    /// Whether this file declares a type, or the outermost of the types around it.
    func declaresType(_ type: String) -> Bool {
        let name = String(type.withoutGenerics.prefix { $0 != "." })
        return tree.statements.contains { item in
            item.item.asProtocol((any NamedDeclSyntax).self)?.name.text == name && item.item.isTypeDeclaration
        }
    }
}
