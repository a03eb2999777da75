import Resolver

// Writes changes for a terminal, and for a review.

extension DependencyGraph.Changes: CustomStringConvertible {
    /// The changes for a terminal: `+` is added, `-` is removed, `~` is altered; a service's dependencies follow below it.
    public var description: String {
        guard !isEmpty else { return headline + "\n" }
        let lines = services.flatMap { service in
            [line(service.kind, service.name, service.facts)]
                + service.dependencies.map { "    " + line($0.kind, "needs \($0.name)", $0.facts) }
        }
        return ([headline, ""] + lines).map { $0 + "\n" }.joined()
    }

    /// The changes as Markdown, for a comment in a review.
    public var markdown: String {
        let items = services.flatMap { service in
            [item("**\(service.kind.rawValue)** ", service.name, service.facts)]
                + service.dependencies.map { "  " + item($0.kind.needs, $0.name, $0.facts) }
        }
        return (["### \(headline)", ""] + items).map { $0 + "\n" }.joined()
    }

    private var headline: String {
        func counts(_ kinds: [ChangeKind], _ one: String, _ several: String) -> String? {
            let counts = ChangeKind.allCases.compactMap { kind -> (count: Int, word: String)? in
                let count = kinds.count { $0 == kind }
                return count == 0 ? nil : (count, kind.rawValue)
            }
            guard let first = counts.first else { return nil }
            let noun = first.count == 1 ? one : several
            return (["\(first.count) \(noun) \(first.word)"] + counts.dropFirst().map { "\($0.count) \($0.word)" })
                .joined(separator: ", ")
        }
        let parts = [
            // A service of which only the dependencies have changed is not counted as changed.
            counts(services.filter { $0.before?.facts != $0.after?.facts }.map(\.kind), "service", "services"),
            counts(services.flatMap { $0.dependencies.map(\.kind) }, "dependency", "dependencies"),
        ].compactMap { $0 }
        return parts.isEmpty ? "The wiring is the same" : "The wiring has changed: " + parts.joined(separator: "; ")
    }

    private func line(_ kind: ChangeKind, _ name: String, _ facts: [String]) -> String {
        "\(kind.sign) \(name.onOneLine)" + (facts.isEmpty ? "" : "  " + facts.joined(separator: ", ").onOneLine)
    }

    private func item(_ words: String, _ name: String, _ facts: [String]) -> String {
        "- \(words)\(code(name))" + (facts.isEmpty ? "" : ": " + facts.map(code).joined(separator: ", "))
    }

    /// Markdown code that shows the text as it is, with more backticks around it than the text has in a row.
    private func code(_ text: String) -> String {
        let text = text.onOneLine
        let longest = text.split { $0 != "`" }.map(\.count).max() ?? 0
        let fence = String(repeating: "`", count: longest + 1)
        return longest == 0 ? fence + text + fence : "\(fence) \(text) \(fence)"
    }
}

/// What has happened to a service or a dependency.
private enum ChangeKind: String, CaseIterable {
    case added, removed, changed

    init(isThere before: Bool, andNow after: Bool) { self = before ? after ? .changed : .removed : .added }

    var sign: String {
        switch self {
        case .added: "+"
        case .removed: "-"
        case .changed: "~"
        }
    }

    var needs: String {
        switch self {
        case .added: "now needs "
        case .removed: "no longer needs "
        case .changed: "needs "
        }
    }
}

extension DependencyGraph.Changes.ServiceChange {
    fileprivate var kind: ChangeKind { ChangeKind(isThere: before != nil, andNow: after != nil) }
    fileprivate var facts: [String] { ChangeFact.words(before?.facts, after?.facts) }
}

extension DependencyGraph.Changes.DependencyChange {
    fileprivate var kind: ChangeKind { ChangeKind(isThere: before != nil, andNow: after != nil) }
    fileprivate var facts: [String] { ChangeFact.words(before?.facts, after?.facts) }
}

/// A fact by which a change is described: the text for when it holds, and the one for when it holds no longer.
struct ChangeFact: Equatable {
    let text: String?
    let gone: String

    init(_ text: String?, gone: String = "none") {
        self.text = text
        self.gone = gone
    }

    init(_ text: String, if holds: Bool, gone: String) { self.init(holds ? text : nil, gone: gone) }

    /// All facts, if there is only one side; the facts that differ, if there are two.
    fileprivate static func words(_ before: [ChangeFact]?, _ after: [ChangeFact]?) -> [String] {
        guard let before, let after else { return (before ?? after ?? []).compactMap(\.text) }
        return zip(before, after).filter { $0 != $1 }.map { before, after in
            guard let new = after.text else { return before.gone }
            return before.text.map { "\($0) → \(new)" } ?? new
        }
    }
}

extension DependencyGraph.Service {
    /// The facts by which a change of the service is described.
    var facts: [ChangeFact] {
        [
            ChangeFact(isMissing ? "missing" : isForward ? "stands for another" : lifetime?.rawValue),
            ChangeFact(place?.file, gone: "in no known file"),
            ChangeFact("never used", if: isUnused, gone: "used now"),
            ChangeFact("second copy", if: isSecondCopy, gone: "no second copy any more"),
            ChangeFact("in a cycle", if: isInCycle, gone: "in no cycle any more"),
        ]
    }
}

extension DependencyGraph.Dependency {
    /// The facts by which a change of the dependency is described.
    var facts: [ChangeFact] {
        [
            ChangeFact(isLazy ? isHeld ? "lazily" : "weakly" : nil, gone: "at once"),
            ChangeFact("captive", if: isCaptive, gone: "no longer captive"),
            ChangeFact("in a cycle", if: isInCycle, gone: "in no cycle any more"),
        ]
    }
}
