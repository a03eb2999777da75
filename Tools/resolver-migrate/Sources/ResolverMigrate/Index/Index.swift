import SwiftSyntax

/// The program's own types, functions and properties, by name.
final class Index {
    private(set) var types: [String: TypeInfo] = [:]
    var functions: [Signature] = []
    var properties: [Property] = []

    let lists = StatementLists()
    /// The ancestries that were worked out already; the index does not change once it is made.
    private var ancestries: [String: Set<String>] = [:]
    /// The types whose ancestry is being worked out; an ancestry may depend on itself.
    private var pending: Set<String> = []
    /// The names of types that are declared inside other types.
    private lazy var nested = Set(
        types.values.filter { $0.kind != nil }.flatMap { $0.name.split(separator: ".").dropFirst().map(String.init) })
    private var globalFunctions: [String: [Signature]] = [:]
    private var globalProperties: [String: [Property]] = [:]
    /// The names of the functions that the program adds to `Resolver`.
    private(set) var resolverFunctions: Set<String> = []
    private(set) var mainParameters = MainParameters()
    /// The property with the resolver that the program uses in place of the main one.
    private var ownResolver: PatternBindingSyntax?
    /// The places that name a setting of a property's wrapper, by the property's name with `$`.
    let projections: [String: [DeclReferenceExprSyntax]]

    /// Types of other libraries that never fail to initialise, as a person has said.
    let plainTypes: Set<String>

    init(_ files: [SourceFile], plainTypes: Set<String> = []) {
        self.plainTypes = plainTypes
        projections = Projections(files).found
        for file in files { IndexBuilder(self, module: file.module.name).walk(file.tree) }
        globalFunctions = Dictionary(grouping: functions, by: \.name)
        globalProperties = Dictionary(grouping: properties, by: \.name)
        resolverFunctions = Set(types["Resolver"]?.functions.map(\.name) ?? [])
        mainParameters = MainParameters(files, self)
    }

    /// Takes a property of the program for the main resolver.
    func adopt(_ resolver: PatternBindingSyntax, of files: [SourceFile]) {
        ownResolver = resolver
        mainParameters = MainParameters(files, self)
    }

    /// Whether a property is the main resolver each time it is read.
    func isMain(_ property: Property) -> Bool {
        guard let binding = property.binding else { return false }
        return binding.id == ownResolver?.id || property.type?.plain == "Resolver" && binding.givesMain
    }

    /// The entry for a type, made if there is none.
    func info(_ name: String) -> TypeInfo {
        if let info = types[name] { return info }
        let info = TypeInfo(name: name)
        types[name] = info
        return info
    }

    /// The qualified name of a type, given as it is written in a scope; nil if the sources do not declare it.
    func qualified(_ name: String, in scope: [String]) -> String? {
        for count in stride(from: scope.count, through: 0, by: -1) {
            let owner = scope.prefix(count).joined(separator: ".")
            let candidate = owner.isEmpty ? name : "\(owner).\(name)"
            if types[candidate]?.kind != nil { return candidate }
            if count > 0, let inherited = inherited(name, by: owner) { return inherited }
        }
        return nil
    }

    /// The qualified name of a type that is declared inside an ancestor of another type.
    private func inherited(_ name: String, by owner: String) -> String? {
        guard nested.contains(name.lastName) else { return nil }
        let found = ancestry(of: owner).map(\.withoutGenerics).filter { ancestor in
            types["\(ancestor).\(name)"].map { $0.kind != nil && $0.access != .private } ?? false
        }
        // A class may have a nested type of the same name as one of its superclass.
        let nearest = found.first { one in !found.contains { $0 != one && ancestry(of: $0).contains(one) } }
        return nearest.map { "\($0).\(name)" }
    }

    /// The declared type with exactly this qualified name.
    func declared(_ name: String) -> TypeInfo? {
        guard let info = types[name.withoutGenerics], info.kind != nil else { return nil }
        return info
    }

    /// The type itself, and all types that the sources show it to inherit from or conform to, as keys.
    func ancestry(of key: String) -> Set<String> {
        if let known = ancestries[key] { return known }
        guard pending.insert(key).inserted else { return [key] }
        defer { pending.remove(key) }
        var found: Set<String> = []
        var open = [key]
        while let next = open.popLast() {
            guard found.insert(next).inserted, let info = types[next.withoutGenerics] else { continue }
            for inherited in info.inherits {
                open += components(of: inherited).compactMap { service($0, in: info.scope)?.key }
            }
        }
        ancestries[key] = found
        return found
    }

    private func components(of type: TypeSyntax) -> [TypeSyntax] {
        if let composition = type.as(CompositionTypeSyntax.self) { return composition.elements.map(\.type) }
        if let attributed = type.as(AttributedTypeSyntax.self) { return components(of: attributed.baseType) }
        return [type]
    }

    /// Whether the sources show that a value of one type can be used as the other.
    func conforms(_ type: ServiceType, to other: ServiceType) -> Bool {
        let all = ancestry(of: type.key).union(
            type.key.split(separator: " & ").flatMap { ancestry(of: String($0)) })
        return other.key.split(separator: " & ").allSatisfy { all.contains(String($0)) }
    }

    /// Whether the type, or an ancestor of it, is isolated to the main actor.
    func isMainActor(_ key: String) -> Bool {
        ancestry(of: key).contains {
            types[$0.withoutGenerics]?.isMainActor == true || Known.mainActorTypes.contains($0)
        }
    }

    /// Whether the sources show the type to be `Sendable`.
    func isSendable(_ type: ServiceType) -> Bool {
        if Known.sendableTypes.contains(type.key) { return true }
        return ancestry(of: type.key).contains { name in
            guard let info = types[name.withoutGenerics] else { return name == "Sendable" || name == "Error" }
            return info.isActor || info.isMainActor || name == "Sendable"
        }
    }

    /// The conditions under which all types in a service's type are compiled; nil if the sources do not show one of them.
    func compiled(_ type: ServiceType) -> Conditions? {
        let isShown = type.key.typePaths.allSatisfy { path in
            Known.sendableTypes.contains(path) || path.prefixes.contains { declared($0) != nil }
        }
        return isShown ? named(in: type).reduce(Conditions([.always])) { $0.and($1.compiled) } : nil
    }

    /// The program's own types in a service's type, and the types around them.
    func named(in type: ServiceType) -> [TypeInfo] {
        // Only the spelling has an alias.
        Set((type.key.typePaths + type.spelling.typePaths).flatMap(\.prefixes)).sorted().compactMap(declared)
    }

    /// The first name in a type's spelling that means another type inside an extension of a container.
    func hiddenInContainer(_ type: ServiceType) -> String? {
        type.spelling.typePaths.compactMap { $0.split(separator: ".").first.map(String.init) }
            .first { Known.containerTypes.contains($0) && declared($0) != nil }
    }

    /// The functions of this name that belong to no type.
    func functions(_ name: String) -> [Signature] { globalFunctions[name] ?? [] }

    /// The properties of this name that belong to no type.
    func properties(_ name: String) -> [Property] { globalProperties[name] ?? [] }

    /// A property of a type, or one of its ancestors, without what these declare differently.
    func property(_ name: String, of key: String, isStatic: Bool) -> Property? {
        let own = types[key.withoutGenerics]?.property(name, isStatic: isStatic)
        return own
            ?? ancestry(of: key).sorted().lazy
            .compactMap { self.types[$0.withoutGenerics]?.property(name, isStatic: isStatic) }
            .reduce(nil) { found, next in found?.shared(with: next) ?? next }
    }

    /// The functions of a type and of its ancestors.
    ///
    /// If it is not said whether they are static, both count.
    func functions(_ name: String, of key: String, isStatic: Bool? = nil) -> [Signature] {
        ancestry(of: key).sorted().flatMap { type in
            types[type.withoutGenerics]?.functions.filter {
                $0.name == name && $0.isStatic == isStatic ?? $0.isStatic
            } ?? []
        }
    }

    /// The initialisers of a type: those it states, those it inherits, or the compiler's.
    func initialisers(of key: String) -> [Signature] {
        guard let info = declared(key) else { return [] }
        if info.kind == .alias, let target = info.aliased.flatMap({ service($0, in: info.scope) }) {
            return initialisers(of: target.key)
        }
        if info.kind == .value, info.initialisers.isEmpty { return [memberwise(info)] }
        let stated = info.initialisers
        guard info.kind == .reference else { return stated }
        let superclass = info.inherits.lazy.compactMap { self.service($0, in: info.scope)?.key }
            .first { self.declared($0)?.kind == .reference }
        if let superclass, stated.isEmpty { return initialisers(of: superclass) }
        return stated.isEmpty ? [memberwise(info, empty: true)] : stated
    }

    private func memberwise(_ info: TypeInfo, empty: Bool = false) -> Signature {
        let stored =
            empty ? [] : info.properties.filter { $0.isStored && !$0.isStatic && !($0.isConstant && $0.value != nil) }
        return Signature(
            name: "init",
            parameters: stored.map { property in
                // If a property's type is not shown, it gets a type that no service has.
                let literal = property.value.flatMap(Inference.literalType)
                let type = property.type ?? TypeSyntax(parsing: literal ?? "some Any")
                return .init(
                    label: property.name, name: property.name, type: type,
                    hasDefault: property.value != nil || property.isWrapped
                        || (!property.isConstant && type.is(OptionalTypeSyntax.self)))
            },
            result: nil, isFailable: false, isThrowing: false, isStatic: false, isMainActor: false,
            generics: [], scope: info.scope + [info.name.lastName], module: "",
            body: nil, isPrivate: stored.contains(where: \.isPrivate))
    }
}

extension String {
    /// The names of types in a type, with those that they are nested in: `A.B` and `C` of `A.B<[C]>`.
    fileprivate var typePaths: [String] {
        split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == ".") }.map(String.init)
            .filter { $0.first?.isLetter == true && $0 != "any" }
    }

    /// `A` and `A.B` of `A.B`.
    fileprivate var prefixes: [String] {
        let parts = split(separator: ".")
        return parts.indices.map { parts[...$0].joined(separator: ".") }
    }
}
