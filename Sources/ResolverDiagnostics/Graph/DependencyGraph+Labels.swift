import Resolver

// What a service is called: in a picture, and where a word must lead to one service alone.

extension DependencyGraph {
    /// How each service is shown: without its module where that leaves no doubt.
    var labels: [String] {
        let short = counted(services.map(\.shortLabel))
        let long = counted(services.map(\.longLabel))
        return services.indices.map { index in
            if short.counts[short.texts[index]] == 1 { return short.texts[index] }
            guard long.counts[long.texts[index]] != 1, let place = services[index].place else {
                return long.texts[index]
            }
            return "\(long.texts[index]) at \(place)"
        }
    }

    /// A text for each service that no other has: as reports name it, with its file where several are named so, and
    /// with a number where they share that, too.
    var references: [String] {
        let short = counted(services.map(\.display))
        let long = counted(
            services.map { service in
                service.place.map { "\(service.display) in \($0.file)" } ?? service.display
            })
        var numbers: [String: Int] = [:]
        return services.indices.map { index in
            let text = long.texts[index]
            if short.counts[short.texts[index]] == 1 { return short.texts[index] }
            guard long.counts[text] != 1 else { return text }
            numbers[text, default: 0] += 1
            return "\(text) #\(numbers[text, default: 0])"
        }
    }

    private func counted(_ texts: [String]) -> (texts: [String], counts: [String: Int]) {
        (texts, texts.reduce(into: [:]) { $0[$1, default: 0] += 1 })
    }
}

extension DependencyGraph.Service {
    /// The service as reports name it.
    var display: String { reportName(type: type, name: name?.rawValue, factory: factory) }

    /// The module that registers or declares it; that of its type where the place is not known.
    public var module: String? {
        place.map { String($0.file.prefix { $0 != "/" }) } ?? typeModule.map { String($0) }
    }

    /// The part of the type's name before the first point; a type that is a tuple or function has none.
    private var typeModule: Substring? {
        let end = bareType.firstIndex { !($0.isLetter || $0.isNumber || $0 == "_") }
        return end.flatMap { bareType[$0] == "." ? bareType[..<$0] : nil }
    }

    private var bareType: Substring { type.hasPrefix("any ") ? type.dropFirst(4) : type[...] }

    private var typeWithoutModule: Substring { typeModule.map { bareType[$0.endIndex...].dropFirst() } ?? bareType }

    /// Whether it is one of those that a text names, see `services(named:)`.
    func isNamed(_ text: String) -> Bool {
        text == factory || text == type || text == display || bareType == text || typeWithoutModule == text
    }

    /// The service as it is shown where nothing else has that label.
    var shortLabel: String { factory ?? named(typeWithoutModule) }

    fileprivate var longLabel: String { factory ?? named(type[...]) }

    private func named(_ text: Substring) -> String { name.map { "\(text) \"\($0.rawValue)\"" } ?? String(text) }
}

/// A service as reports name it.
func reportName(type: String, name: String?, factory: String? = nil) -> String {
    factory ?? name.map { "\(type) (name: \"\($0)\")" } ?? type
}
