import Resolver

// Names services: for a picture, and for texts that must mean one service alone.

extension DependencyGraph {
    /// A label for each service: without its module where no other service has that label.
    var labels: [String] {
        let long = services.map(\.longLabel)
        let placed = zip(services, long).map { service, label in service.place.map { "\(label) at \($0)" } ?? label }
        return zip(unshared([services.map(\.shortLabel), long, placed, typed(placed)]), placed).map { $0 ?? $1 }
    }

    /// A text for each service that no other service has.
    ///
    /// It is the name in reports, without the line that a static factory's name has there. Where several services have that,
    /// the file follows, then the type, and then a number.
    var references: [String] {
        let short = services.map { reportName(type: $0.type, name: $0.name?.rawValue, factory: $0.factoryWithoutLine) }
        let long = zip(services, short).map { service, name in service.place.map { "\(name) in \($0.file)" } ?? name }
        var numbers: [String: Int] = [:]
        return zip(unshared([short, long, typed(long)]), long).map { found, text in
            if let found { return found }
            numbers[text, default: 0] += 1
            return "\(text) #\(numbers[text, default: 0])"
        }
    }

    /// The texts, each followed by the type: a generic factory has several types in one place.
    private func typed(_ texts: [String]) -> [String] {
        zip(services, texts).map { service, text in "\(text), '\(service.type)'" }
    }

    /// For each service, the first of its texts that no other service has; nil if it shares all of them.
    private func unshared(_ texts: [[String]]) -> [String?] {
        let counts = texts.map { $0.reduce(into: [:]) { counts, text in counts[text, default: 0] += 1 } }
        return services.indices.map { service in
            texts.indices.first { counts[$0][texts[$0][service]] == 1 }.map { texts[$0][service] }
        }
    }
}

extension DependencyGraph.Service {
    /// The service as reports name it.
    var display: String { reportName(type: type, name: name?.rawValue, factory: factory) }

    /// The module that registers or declares the service; that of its type where the place is not known.
    public var module: String? {
        place.map { String($0.file.prefix { $0 != "/" }) } ?? typeModule.map { String($0) }
    }

    /// The part of the type's name before the first point; nil for a tuple or a function.
    private var typeModule: Substring? {
        let end = bareType.firstIndex { !($0.isLetter || $0.isNumber || $0 == "_") }
        return end.flatMap { bareType[$0] == "." ? bareType[..<$0] : nil }
    }

    private var bareType: Substring { withoutAny(type) }

    private var typeWithoutModule: Substring { typeModule.map { bareType[$0.endIndex...].dropFirst() } ?? bareType }

    /// Whether a text is one of the service's names, see `services(named:)`.
    func isNamed(_ text: String) -> Bool {
        text == display || [bareType, typeWithoutModule].contains(withoutAny(text))
    }

    /// The typed factory's name without a line.
    var factoryWithoutLine: String? { factory.map { nameWithoutLine($0) } }

    /// The service's label where no other service has it.
    var shortLabel: String { factory ?? named(typeWithoutModule) }

    fileprivate var longLabel: String { factory ?? named(type[...]) }

    private func named(_ text: Substring) -> String { name.map { "\(text) \"\($0.rawValue)\"" } ?? String(text) }
}

/// A type's name without the `any` of a protocol.
private func withoutAny(_ type: String) -> Substring { type.hasPrefix("any ") ? type.dropFirst(4) : type[...] }

/// A service as reports name it.
func reportName(type: String, name: String?, factory: String? = nil) -> String {
    factory ?? name.map { "\(type) (name: \"\($0)\")" } ?? type
}

/// A name without a line: reports name a static factory by its place, whose line moves with other code.
func nameWithoutLine(_ name: String) -> String {
    guard name.contains(" declared at "), let colon = name.lastIndex(of: ":"),
        name[colon...].dropFirst().allSatisfy(\.isWholeNumber)
    else { return name }
    return String(name[..<colon])
}
