// Types' names, for people.

/// A type's fully qualified name, as it is written in a program: with `any` where it is a protocol's.
package func qualifiedName(of type: Any.Type) -> String {
    let name = withoutUnknownContexts(String(reflecting: type))
    let isExistential = String(reflecting: Swift.type(of: type)).hasSuffix(".Protocol")
    return isExistential && name != "Any" && name != "Swift.AnyObject" ? "any \(name)" : name
}

/// The text behind the type in the name that the metatype of a subclass implies.
let impliedSuffix = ".self"

/// The subclass and the stated name of which a name was made that a subclass's metatype implies; nil for any other name.
func parts(ofImplied name: String) -> (type: String, name: String?)? {
    for index in name.indices where name[index...].hasPrefix(impliedSuffix) {
        let rest = name[index...].dropFirst(impliedSuffix.count)
        guard rest.isEmpty || rest.hasPrefix(" ") else { continue }
        return (withoutUnknownContexts(String(name[..<index])), rest.isEmpty ? nil : String(rest.dropFirst()))
    }
    return nil
}

/// The beginning of the `(unknown context at $55aff3f4).` that Swift puts before the name of a private or local type.
private let unknownContext = "(unknown context at $"

/// Whether a type, or a type it is made of, is private or local, so that others may have the same name.
func isPrivate(_ type: Any.Type) -> Bool {
    let name = String(reflecting: type)
    return name.indices.contains { name[$0] == "(" && name[$0...].hasPrefix(unknownContext) }
}

/// A type's name without its unknown contexts.
private func withoutUnknownContexts(_ name: String) -> String {
    var rest = name[...]
    var result = ""
    while let open = rest.firstIndex(of: "(") {
        result += rest[..<open]
        rest = rest[open...]
        if rest.hasPrefix(unknownContext), let close = rest.firstIndex(of: ")") {
            rest = rest[close...].dropFirst(2)
        } else {
            result.append(rest.removeFirst())
        }
    }
    return result + rest
}
