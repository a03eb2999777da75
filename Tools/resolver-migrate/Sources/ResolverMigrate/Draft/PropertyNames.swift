/// Chooses the names of the properties to declare.
struct PropertyNames {
    private var taken: Set<String>
    private let wanted: [String: String]
    private let services: Set<String>

    /// - Parameters:
    ///   - taken: Names that no property may have.
    ///   - wanted: Names that the decisions file states.
    ///   - services: The types of all services.
    init(taken: Set<String>, wanted: [String: String], services: Set<String>) {
        self.taken = taken
        self.wanted = wanted
        self.services = services
    }

    /// A name for a service: its type's name, with the name of the registration before it.
    ///
    /// A type that is no plain name, such as that of a function, is called by the alias that the program writes for it.
    /// `LoginProtocol` becomes `login`, unless a type `Login` is a service, too, or the name is taken. A name that is taken all
    /// the same gets a number, so that no two services share one.
    mutating func name(for key: ServiceKey, of type: ServiceType) -> String {
        var name = wanted[key.description] ?? (key.name == nil ? wanted[key.type] : nil) ?? proposal(for: key, of: type)
        if Known.keywords.contains(name) { name += "Service" }
        var unique = name
        var number = 2
        while taken.contains(unique) {
            unique = number == 2 && Known.containerMembers.contains(name) ? name + "Service" : "\(name)\(number)"
            number += 1
        }
        taken.insert(unique)
        return unique
    }

    private func proposal(for key: ServiceKey, of service: ServiceType) -> String {
        let type = !key.type.isPlainName && service.spelling.isPlainName ? service.spelling : key.type
        let full = Self.proposal(for: key, type: type)
        guard type.hasSuffix("Protocol"), !type.contains(" & ") else { return full }
        let plain = String(type.dropLast("Protocol".count))
        let short = Self.proposal(for: key, type: plain)
        return plain.isEmpty || services.contains(plain) || taken.contains(short) ? full : short
    }

    private static func proposal(for key: ServiceKey, type: String) -> String {
        let words = words(in: type)
        guard let name = key.name.map(Self.words), !name.isEmpty else { return camel(words) }
        // `host` is a good name for a String; `stored` alone would not say that the service is a loader, but `storedLoader`
        // does.
        let (short, suffix) = (camel(name), words.map(capitalized).joined())
        let saysType = short.count > suffix.count && short.hasSuffix(suffix)
        return saysType || Known.sendableTypes.contains(key.type) ? short : camel(name + words)
    }

    private static func words(in text: String) -> [String] {
        var readable = text
        for (sign, word) in [("[", " array of "), (" & ", " and "), ("?", " optional ")] {
            readable = readable.replacing(sign, with: word)
        }
        return readable.split { !($0.isLetter || $0.isNumber) }.map(String.init)
    }

    /// Makes `["HTTP", "Client"]` into `httpClient`, and `["URLProvider"]` into `urlProvider`.
    private static func camel(_ words: [String]) -> String {
        let rest = words.dropFirst().map(capitalized)
        var first = words.first.map(lowercasingFirstWord) ?? "service"
        if first.first?.isNumber == true { first = "service" + first }
        return ([first] + rest).joined()
    }

    private static func capitalized(_ word: String) -> String { word.prefix(1).uppercased() + word.dropFirst() }

    private static func lowercasingFirstWord(_ word: String) -> String {
        let capitals = word.prefix { $0.isUppercase || $0.isNumber }
        guard capitals.count > 1 else { return word.prefix(1).lowercased() + word.dropFirst() }
        // The last of several capitals begins the next word, unless the word ends there.
        let count = capitals.count == word.count ? capitals.count : capitals.count - 1
        return word.prefix(count).lowercased() + word.dropFirst(count)
    }
}

extension String {
    /// Whether this type is written as a name, `Session` or `Session.Kind`.
    fileprivate var isPlainName: Bool { allSatisfy { $0.isLetter || $0.isNumber || $0 == "." || $0 == "_" } }
}
