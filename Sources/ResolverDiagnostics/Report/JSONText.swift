// The type states `Sendable`, which the compiler would otherwise infer: Swift 6.2 takes that for a type that refers to itself
// without end, and debug builds fail.
/// A value that a page's script reads, written without Foundation.
enum JSONValue: ExpressibleByDictionaryLiteral, Sendable {
    case null
    case bool(Bool)
    case number(UInt64)
    case string(String)
    case array([JSONValue])
    case object([(String, JSONValue)])

    init(dictionaryLiteral members: (String, JSONValue)...) { self = .object(members) }

    init(_ text: String?) { self = text.map { .string($0) } ?? .null }
    init(_ number: (some BinaryInteger)?) { self = number.map { .number(UInt64(clamping: $0)) } ?? .null }

    /// The value as JSON that is safe inside a script element, whatever its strings hold.
    var text: String {
        switch self {
        case .null: "null"
        case .bool(let isTrue): isTrue ? "true" : "false"
        case .number(let number): "\(number)"
        case .string(let text): JSONValue.quoted(text)
        case .array(let elements): "[" + elements.map(\.text).joined(separator: ",") + "]"
        case .object(let members):
            "{" + members.map { JSONValue.quoted($0) + ":" + $1.text }.joined(separator: ",") + "}"
        }
    }

    /// A JSON string, with a numeric escape for each character that could end a script or a line.
    private static func quoted(_ text: String) -> String {
        let escaped = text.escaped { scalar in
            switch scalar {
            case "\"", "\\": return "\\\(scalar)"
            case "<", ">", "&", "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}":
                let digits = String(scalar.value, radix: 16)
                return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: return nil
            }
        }
        return "\"\(escaped)\""
    }
}
