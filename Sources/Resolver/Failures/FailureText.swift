// A class: of a structure, each new row would copy the whole text.
/// The text of a failure: a headline, and rows, each with a label and a text.
///
/// It is built row by row. Each function adds to this text, and returns it.
package final class FailureText {
    /// The identifier of what failed, with which the headline ends.
    package let id: FailureID
    /// The services that the failure is about, if they tell it from others: a cycle's, or a captive service and its keeper.
    package private(set) var about: Set<String> = []
    /// The first line; failures of one kind about one service have the same headline.
    let headline: String
    private var rows: [(label: String, text: String)] = []

    package init(_ headline: String, id: FailureID) {
        self.id = id
        self.headline = "Resolver: \(headline)  [\(id.rawValue)]"
    }

    /// Adds a row, unless its text is nil or empty.
    @discardableResult
    package func row(_ label: String, _ text: String?) -> FailureText {
        if let text, !text.isEmpty { rows.append((label, text)) }
        return self
    }

    /// Adds who asked: each service that was being made, with the place where its factory asked for the next one.
    func asked(by chain: [ChainLink], at location: CodeLocation) -> FailureText {
        let names = chain.map(\.key.display) + ["resolve()"]
        return places("asked for by", Array(zip(names, [location] + chain.map(\.location))))
    }

    /// Adds who asked for the service that is being made, which is the innermost link of a chain.
    func made(in chain: [ChainLink]) -> FailureText {
        asked(by: Array(chain.dropFirst()), at: chain.first?.location ?? .unknown)
    }

    /// Adds the links of a chain, each with the place where it was asked for; of a chain longer than `count`, just both ends.
    @discardableResult
    func links(_ label: String, _ links: [ChainLink], atMost count: Int = .max) -> FailureText {
        let omitted = links.count > count ? count / 2..<links.count - count / 2 : 0..<0
        let shown = links.indices.filter { !omitted.contains($0) }.map { (links[$0].key.display, links[$0].location) }
        return places(label, shown, omitted: omitted)
    }

    /// Adds the services of a cycle, in their order.
    func cycle(_ links: [ChainLink]) -> FailureText {
        let names = links.map(\.key.display)
        return row("the cycle", names.joined(separator: " → ")).about(names)
    }

    /// States which services the failure is about.
    package func about(_ names: [String]) -> FailureText {
        about = Set(names)
        return self
    }

    /// Adds names, each with its place.
    package func places(
        _ label: String, _ places: [(name: String, location: CodeLocation)], omitted: Range<Int> = 0..<0
    ) -> FailureText {
        let width = places.map(\.name.count).max() ?? 0
        for (index, (name, location)) in places.enumerated() {
            if index == omitted.lowerBound, !omitted.isEmpty { row("", "… \(omitted.count) more …") }
            let gap = String(repeating: " ", count: width - name.count + 2)
            row(index == 0 ? label : "          in", location.isKnown ? name + gap + location.description : name)
        }
        return self
    }

    /// Adds where a typed factory is declared.
    func declared(_ key: ServiceKey) -> FailureText { row("declared", key.declaration?.location.description) }

    /// Adds where a service is registered or declared.
    func registered(_ registration: Registration?) -> FailureText {
        guard let registration else { return self }
        if registration.isDeclaration { return declared(registration.key) }
        return row("registered", registration.location.description)
    }

    /// Adds what to do about the failure.
    package func mend(_ text: String) -> FailureText { row("to mend it", text) }

    /// The whole text; a row of several lines, such as a report inside this one, is indented to the rows' column.
    package var text: String {
        rows.reduce(headline) { text, row in
            let lines = row.text.split(separator: "\n", omittingEmptySubsequences: false)
            return text + "\n  " + row.label + String(repeating: " ", count: max(0, 15 - row.label.count))
                + lines.joined(separator: "\n" + String(repeating: " ", count: 17))
        }
    }
}
