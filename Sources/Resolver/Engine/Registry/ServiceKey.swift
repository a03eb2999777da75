/// What a service is registered under: its type and an optional name, or its type and where it is declared.
///
/// Types are compared by identity, which stands for the fully qualified name; the readable name is made only when a
/// person reads it.
@usableFromInline
package final class ServiceKey: @unchecked Sendable {
    // Sound because nothing in it changes, and metatypes and literals are safe to share.

    package let type: Any.Type
    private let hashedName: HashedName?
    /// Where it is declared, for a typed factory; such a key has no name.
    package let declaration: DeclarationPlace?

    package init(_ type: Any.Type, name: String?) {
        self.type = type
        hashedName = name.map { HashedName($0) }
        declaration = nil
    }

    /// The key of a declaration.
    package init(_ type: Any.Type, _ declaration: DeclarationPlace) {
        self.type = type
        hashedName = nil
        self.declaration = declaration
    }

    /// A name and its hash, in an object of their own, as most keys have none.
    private final class HashedName {
        let text: String
        let hash: UInt64

        init(_ text: String) {
            self.text = text
            hash = NameHash.of(text)
        }
    }

    /// The name it is registered under.
    package var name: String? { hashedName?.text }
    /// Computed each time: a multiplication costs less than a word in each key.
    var hash: UInt64 { KeyHash.of(type, with: hashedName?.hash ?? declaration?.position ?? 0) }

    /// Which of the three kinds of key it is, as two bits beside the type's address.
    var kind: KeyKind { declaration != nil ? .declared : hashedName != nil ? .named : .unnamed }

    /// Whether it is a type alone.
    var isPlain: Bool { hashedName == nil && declaration == nil }

    /// Whether it is the key of a typed factory.
    package var isDeclared: Bool { declaration != nil }
    /// For a variant's key, the key of its declaration; else this key.
    var withoutVariant: ServiceKey {
        guard let declaration, declaration.isVariant else { return self }
        return ServiceKey(type, DeclarationPlace(withoutVariant: declaration))
    }
    /// Whether it is the key of a shared container.
    var isContainer: Bool { declaration.map { !$0.location.isKnown } ?? false }
    /// Whether it is the key of a typed factory that reports name.
    ///
    /// They name neither a variant, nor a shared container, nor an override of a property of `Injections`.
    var isNamedFactory: Bool {
        declaration.map { $0.location.isKnown && !$0.isVariant && !$0.isOfInjections } ?? false
    }
}

extension ServiceKey: Hashable {
    @usableFromInline package static func == (left: ServiceKey, right: ServiceKey) -> Bool {
        guard left.type == right.type, left.name == right.name else { return false }
        switch (left.declaration, right.declaration) {
        case (nil, nil): return true
        case (let left?, let right?):
            return left.position == right.position && left.location == right.location
                && left.container == right.container
        default: return false
        }
    }

    @usableFromInline package func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

/// The kinds of key, which never match each other.
enum KeyKind: UInt {
    case unnamed = 0
    case named = 1
    case declared = 2
}

/// Where a typed factory is declared; declarations of one type differ by it.
@safe
package final class DeclarationPlace: @unchecked Sendable {
    // Sound because nothing in it changes, and the texts are those of literals.

    /// The type of the container it belongs to.
    package let container: Any.Type
    package let location: CodeLocation
    /// The property's name.
    private let function: UnsafePointer<UInt8>
    /// The line, the column and the variant, as ``DeclarationPosition`` packs them.
    let position: UInt64
    /// Whether it is a static member, whose `#function` is the name of the enclosing type.
    private let isStatic: Bool

    package init(
        container: Any.Type, file: UnsafePointer<UInt8>, function: UnsafePointer<UInt8>, position: UInt64,
        isStatic: Bool
    ) {
        self.container = container
        location = unsafe CodeLocation(filePointer: file, line: DeclarationPosition.line(of: position))
        unsafe self.function = unsafe function
        self.position = position
        self.isStatic = isStatic
    }

    /// The place of the declaration that another one is a variant of.
    init(withoutVariant other: DeclarationPlace) {
        container = other.container
        location = other.location
        unsafe function = unsafe other.function
        position = other.position & ~DeclarationPosition.variant
        isStatic = other.isStatic
    }

    /// Whether it is the place of a variant: of a declaration's closure for a context.
    var isVariant: Bool { position >> DeclarationPosition.variantShift != 0 }

    /// Stands for a file in the places of overrides of `Injections`, which no property of the program declares.
    package static var fileOfInjections: StaticString { "Injections" }
    fileprivate var isOfInjections: Bool { location == CodeLocation(DeclarationPlace.fileOfInjections, location.line) }

    /// How reports name a factory: by its container's type and its property, or a static one by its service's type and its
    /// place.
    ///
    /// They name a shared container as the program asks for it, `MyContainer.shared`.
    func display(of type: Any.Type) -> String {
        if isStatic {
            // Only the key of a shared container has no known location.
            return location.isKnown ? "\(qualifiedName(of: type)) declared at \(location)" : "\(type).shared"
        }
        return unsafe "\(String(describing: container)).\(String(cString: function))"
    }
}

/// A declaration's line, column and variant in one word: 21 bits for the line, 16 for the column, 6 for the variant.
@usableFromInline
package enum DeclarationPosition {
    @inlinable @inline(__always)
    package static func of(line: UInt, column: UInt) -> UInt64 {
        UInt64(truncatingIfNeeded: line) & 0x1F_FFFF | (UInt64(truncatingIfNeeded: column) & 0xFFFF) << 21
    }

    package static var variantShift: UInt64 { 37 }
    /// The bits of the variant: the number of a closure for a context, from 1; 0 for the declared closure.
    package static var variant: UInt64 { 0x3F << variantShift }
    /// The bits of the line, the column and the variant.
    @inlinable package static var mask: UInt64 { 0x7FF_FFFF_FFFF }

    static func line(of position: UInt64) -> UInt { UInt(position & 0x1F_FFFF) }
}

/// A declaration to look up.
@unsafe
struct DeclarationLookup {
    let file: UnsafePointer<UInt8>
    let position: UInt64
    /// Its container; nil where the registry has declarations of one container only.
    let container: Any.Type?

    @inline(__always)
    func matches(_ key: ServiceKey) -> Bool {
        guard let place = key.declaration, unsafe place.position == position,
            unsafe sameText(place.location.filePointer, file)
        else { return false }
        return unsafe container == nil || container == place.container
    }
}

/// A key to look up; it needs no ``ServiceKey``, which is an object.
@safe
struct KeyLookup {
    /// The part of a key besides its type.
    @safe private enum Rest {
        case nothing
        case name(String)
        case declaration(DeclarationLookup)
    }

    let type: Any.Type
    let hash: UInt64
    private let rest: Rest

    init(_ type: Any.Type, name: String? = nil) {
        self.init(type, name: name, hash: KeyHash.of(type, name: name))
    }

    private init(_ type: Any.Type, name: String?, hash: UInt64) {
        self.type = type
        self.hash = hash
        rest = name.map { .name($0) } ?? .nothing
    }

    init(_ type: Any.Type, _ declaration: DeclarationLookup) {
        self.type = type
        hash = unsafe KeyHash.of(type, with: declaration.position)
        unsafe rest = .declaration(declaration)
    }

    init(_ key: ServiceKey) {
        if let place = key.declaration {
            unsafe self.init(
                key.type,
                DeclarationLookup(
                    file: place.location.filePointer, position: place.position, container: place.container))
        } else {
            self.init(key.type, name: key.name, hash: key.hash)
        }
    }

    /// The name, for a named key.
    var name: String? {
        if case .name(let name) = rest { name } else { nil }
    }

    var kind: KeyKind {
        switch rest {
        case .nothing: .unnamed
        case .name: .named
        case .declaration: .declared
        }
    }

    /// Whether this lookup means a key; the caller has compared type and kind.
    func matches(_ key: ServiceKey) -> Bool {
        switch rest {
        case .nothing: true
        case .name(let name): key.name == name
        case .declaration(let declaration): unsafe declaration.matches(key)
        }
    }
}

/// How keys are hashed: the same for a key and for a lookup that has no key.
enum KeyHash {
    /// The hash of a type and of the rest of a key.
    ///
    /// Every bit of both affects the highest bits, by which a table goes.
    @_transparent
    static func of(_ type: Any.Type, with rest: UInt64 = 0) -> UInt64 {
        // 2^64 divided by the golden ratio.
        (UInt64(UInt(bitPattern: ObjectIdentifier(type))) ^ rest) &* 0x9E37_79B9_7F4A_7C15
    }

    @inline(__always)
    static func of(_ type: Any.Type, name: String?) -> UInt64 { of(type, with: name.map { NameHash.of($0) } ?? 0) }
}

// MARK: - For people

extension ServiceKey: CustomStringConvertible {
    /// The type's fully qualified name in quotes, and the name where there is one; for a typed factory, `Container.loader`.
    @usableFromInline package var description: String { "'\(shownService)'" + namePart }

    /// The same without quotes, for lists.
    package var display: String { shownService + namePart }

    /// The type's fully qualified name; for a typed factory, `Container.loader`.
    var shownService: String { declaration?.display(of: type) ?? shownType }

    private var namePart: String { shownName.map { " (name: \"\($0)\")" } ?? "" }

    /// The type's fully qualified name.
    package var typeName: String { qualifiedName(of: type) }

    /// The type's name as reports show it: the subclass's, where the service was registered by the metatype of a subclass.
    package var shownType: String { implied?.type ?? typeName }

    /// The name as reports show it: without the part that the metatype of a subclass implies.
    package var shownName: String? {
        guard let implied else { return name }
        return implied.name
    }

    private var implied: (type: String, name: String?)? {
        guard let name, type is AnyClass else { return nil }
        return parts(ofImplied: name)
    }

    /// The fully qualified name of a typed factory's container.
    package var containerName: String? { declaration.map { qualifiedName(of: $0.container) } }

    /// How reports show a typed factory, `Container.loader` for instance; nil for a key of the runtime face.
    package var factory: String? { isDeclared ? display : nil }

    /// Whether its type is private or local, so that others may have the same name.
    package var hasPrivateType: Bool { isPrivate(type) }
}

extension ServiceKey {
    /// The type of a declaration's container; nil for a key of the runtime face.
    var container: Any.Type? { declaration?.container }

    /// Whether it is the key of a factory of a container.
    func belongs(to container: Any.Type) -> Bool { declaration?.container == container }
}
