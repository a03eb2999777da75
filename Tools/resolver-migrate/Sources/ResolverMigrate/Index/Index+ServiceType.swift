import SwiftParser
import SwiftSyntax

extension Index {
    /// The service that a type names, looked up from the place where the type is written.
    ///
    /// - Returns: Nil if the type depends on a generic parameter, or cannot be a service.
    func service(_ type: TypeSyntax) -> ServiceType? { service(type, in: LexicalScope(around: type)) }

    private func service(_ type: TypeSyntax, in scope: LexicalScope) -> ServiceType? {
        service(type, in: scope.types, generics: scope.generics)
    }

    /// The service that a type names, looked up from a scope: that of a type which is not written in the sources so, or of a
    /// type in a declaration's header, which does not see the declaration's own members.
    func service(_ type: TypeSyntax, in scope: [String], generics: Set<String> = []) -> ServiceType? {
        if let optional = type.as(OptionalTypeSyntax.self) {
            return service(optional.wrappedType, in: scope, generics: generics)?.optional(true)
        }
        if let optional = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
            return service(optional.wrappedType, in: scope, generics: generics)?.optional(true)
        }
        if let attributed = type.as(AttributedTypeSyntax.self) {
            guard let service = service(attributed.baseType, in: scope, generics: generics) else { return nil }
            let words = attributed.attributes.map(\.plain).filter { !["@autoclosure", "@escaping"].contains($0) }
            guard attributed.baseType.is(FunctionTypeSyntax.self), !words.isEmpty else { return service }
            // A function that threads may share, or that an actor has, is of another type.
            let prefix = words.sorted().joined(separator: " ") + " "
            return ServiceType(key: prefix + service.key, spelling: prefix + service.spelling, isOptional: false)
        }
        if let tuple = type.as(TupleTypeSyntax.self), tuple.elements.count == 1, let only = tuple.elements.first {
            return service(only.type, in: scope, generics: generics)
        }
        if let existential = type.as(SomeOrAnyTypeSyntax.self) {
            guard existential.someOrAnySpecifier.text == "any",
                let inner = service(existential.constraint, in: scope, generics: generics)
            else { return nil }
            return ServiceType(key: inner.key, spelling: "any \(inner.spelling)", isOptional: inner.isOptional)
        }
        if let composition = type.as(CompositionTypeSyntax.self) {
            let parts = composition.elements.map { service($0.type, in: scope, generics: generics) }
            guard !parts.contains(nil) else { return nil }
            let all = parts.compactMap(\.self)
            return ServiceType(
                key: all.map(\.key).sorted().joined(separator: " & "),
                spelling: all.map(\.spelling).joined(separator: " & "), isOptional: false)
        }
        if let array = type.as(ArrayTypeSyntax.self) {
            return service(array.element, in: scope, generics: generics).map { .array(of: $0) }
        }
        if let dictionary = type.as(DictionaryTypeSyntax.self) {
            guard let key = service(dictionary.key, in: scope, generics: generics),
                let value = service(dictionary.value, in: scope, generics: generics)
            else { return nil }
            return .dictionary(of: key, value)
        }
        return named(type, in: scope, generics: generics) ?? other(type, in: scope, generics: generics)
    }

    private func named(_ type: TypeSyntax, in scope: [String], generics: Set<String>) -> ServiceType? {
        guard let (path, arguments) = type.path else { return nil }
        guard let first = path.first, !generics.contains(first), first != "Self" else { return nil }
        // A type that a function declares is no service, and hides other types of its name.
        guard type.declaringLocalType(lists) == nil else { return nil }
        let parts = arguments.map { service($0, in: scope, generics: generics) }
        guard !parts.contains(nil) else { return nil }
        let all = parts.compactMap(\.self)
        if let short = short(path, all) { return short }

        var name = path.joined(separator: ".")
        if let found = qualified(name, in: scope) {
            name = found
        } else if isPlaceholder(first, in: scope) {
            return nil
        } else if path.count > 1, declared(first) == nil,
            let found = qualified(path.dropFirst().joined(separator: "."), in: [])
        {
            // The first part is a module.
            return ServiceType(key: found, spelling: name, isOptional: false)
        }
        if declared(name)?.hasSeveralMeanings == true { return nil }
        if let info = declared(name), info.kind == .alias {
            // The arguments of a generic alias may be arguments of its type in any way.
            guard info.generics.isEmpty, let target = info.aliased,
                let service = service(target, in: info.scope, generics: generics)
            else { return nil }
            return ServiceType(key: service.key, spelling: name, isOptional: service.isOptional)
        }
        guard all.isEmpty else {
            return ServiceType(
                key: "\(name)<\(all.map(\.full).joined(separator: ", "))>",
                spelling: "\(name)<\(all.map(\.fullSpelling).joined(separator: ", "))>", isOptional: false)
        }
        return ServiceType(key: name, spelling: name, isOptional: false)
    }

    /// The short form of `Optional<T>`, `Array<T>` and `Dictionary<K, V>`; nil for other types, and for the program's own.
    private func short(_ path: [String], _ arguments: [ServiceType]) -> ServiceType? {
        let name = path.first == "Swift" ? path.dropFirst().joined(separator: ".") : path.joined(separator: ".")
        guard path.first == "Swift" || declared(name) == nil else { return nil }
        switch (name, arguments.count) {
        case ("Optional", 1): return arguments[0].optional(true)
        case ("Array", 1): return .array(of: arguments[0])
        case ("Dictionary", 2): return .dictionary(of: arguments[0], arguments[1])
        default: return nil
        }
    }

    /// Whether a name may be a generic parameter or an associated type of the types around, which extensions do not repeat.
    private func isPlaceholder(_ name: String, in scope: [String]) -> Bool {
        let types = scope.flatMap { $0.split(separator: ".") }
        return types.indices.contains { position in
            ancestry(of: types[...position].joined(separator: ".")).contains { type in
                guard let info = self.types[type.withoutGenerics] else { return false }
                return info.generics.contains(name) || info.associated.contains(name)
            }
        }
    }

    /// Tuples, functions and metatypes: the spelling is the type.
    private func other(_ type: TypeSyntax, in scope: [String], generics: Set<String>) -> ServiceType? {
        guard
            type.is(TupleTypeSyntax.self) || type.is(FunctionTypeSyntax.self) || type.is(MetatypeTypeSyntax.self)
        else { return nil }
        let words = type.tokens(viewMode: .sourceAccurate).map(\.text)
        // The words are not qualified, so each must mean the same everywhere.
        guard generics.isDisjoint(with: words), words.allSatisfy({ qualified($0, in: scope) ?? $0 == $0 }) else {
            return nil
        }
        return ServiceType(key: words.joined(separator: " "), spelling: type.plain, isOptional: false)
    }

    /// The service that an expression names by a type: `X.self`, `(any P).self`, `A.B.self`.
    func service(metatype expression: ExprSyntax) -> ServiceType? {
        guard let access = expression.as(MemberAccessExprSyntax.self), access.declName.baseName.text == "self",
            let base = access.base
        else { return nil }
        return service(naming: base)
    }

    /// The service that an expression names, which is written as a type is: `A.B` in `A.B.self` and in `A.B.shared`.
    func service(naming expression: ExprSyntax) -> ServiceType? {
        guard expression.declaringLocalType(lists) == nil else { return nil }
        return service(TypeSyntax(parsing: expression.plain), in: LexicalScope(around: expression))
    }
}

extension ServiceType {
    fileprivate static func array(of element: ServiceType) -> ServiceType {
        ServiceType(key: "[\(element.full)]", spelling: "[\(element.fullSpelling)]", isOptional: false)
    }

    fileprivate static func dictionary(of key: ServiceType, _ value: ServiceType) -> ServiceType {
        ServiceType(
            key: "[\(key.full): \(value.full)]", spelling: "[\(key.fullSpelling): \(value.fullSpelling)]",
            isOptional: false)
    }

    /// The key, with the mark of an optional.
    var full: String { isOptional ? key + "?" : key }
    /// The spelling, with the mark of an optional.
    var fullSpelling: String {
        guard isOptional else { return spelling }
        return spelling.hasPrefix("any ") || spelling.contains(" & ") || spelling.contains("->")
            ? "(\(spelling))?" : spelling + "?"
    }
}

extension TypeSyntax {
    /// The type that a text spells.
    init(parsing text: String) {
        var parser = Parser(text)
        self = TypeSyntax.parse(from: &parser)
    }

    /// The names and the generic arguments of `A.B<C>`; only the last name may have arguments.
    fileprivate var path: ([String], [TypeSyntax])? {
        if let named = self.as(IdentifierTypeSyntax.self) {
            return ([named.name.text], named.genericArgumentClause.typeArguments)
        }
        if let member = self.as(MemberTypeSyntax.self), let (path, arguments) = member.baseType.path, arguments.isEmpty
        {
            return (path + [member.name.text], member.genericArgumentClause.typeArguments)
        }
        return nil
    }
}

extension GenericArgumentClauseSyntax? {
    fileprivate var typeArguments: [TypeSyntax] {
        self?.arguments.compactMap { TypeSyntax($0.argument) } ?? []
    }
}

extension String {
    /// The name behind the last dot: `Inner` of `Outer.Inner`.
    var lastName: String { split(separator: ".").last.map(String.init) ?? self }

    /// The name of the file at this path.
    var fileName: String { split(separator: "/").last.map(String.init) ?? self }

    /// `Store<AppState>` without its arguments.
    var withoutGenerics: String { String(prefix { $0 != "<" }) }
}
