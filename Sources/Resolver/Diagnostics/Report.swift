/// The text of a failure: a headline, and rows of a label and what it says.
struct Report {
    private let headline: String
    private var rows: [(label: String, text: String)] = []

    init(_ headline: String, id: String) { self.headline = "Resolver: \(headline)  [\(id)]" }

    /// Adds a row, unless there is nothing to say.
    func row(_ label: String, _ text: String?) -> Report {
        guard let text, !text.isEmpty else { return self }
        var report = self
        report.rows.append((label, text))
        return report
    }

    /// Adds who asked: each service that was being made, with the place where its making asked for the next.
    func asked(by chain: [ChainLink], at site: CallSite) -> Report {
        let names = chain.map(\.key.display) + ["resolve()"]
        return places("asked for by", Array(zip(names, [site] + chain.map(\.site))))
    }

    /// Adds the links of a chain, each with the place where it was asked for; of a longer one only both ends.
    func links(_ label: String, _ links: [ChainLink], atMost count: Int = .max) -> Report {
        let omitted = links.count > count ? count / 2..<links.count - count / 2 : 0..<0
        let shown = links.indices.filter { !omitted.contains($0) }.map { (links[$0].key.display, links[$0].site) }
        return places(label, shown, omitted: omitted)
    }

    private func places(
        _ label: String, _ places: [(name: String, site: CallSite)], omitted: Range<Int> = 0..<0
    ) -> Report {
        let width = places.map(\.name.count).max() ?? 0
        return zip(places.indices, places).reduce(self) { report, place in
            let name = place.1.name
            let text =
                place.1.site.line == 0
                ? name : name + String(repeating: " ", count: width - name.count + 2) + place.1.site.description
            let gap = place.0 == omitted.lowerBound && !omitted.isEmpty ? "… \(omitted.count) more …" : nil
            return report.row("", gap).row(place.0 == 0 ? label : "          in", text)
        }
    }

    /// Adds what to do about it.
    func mend(_ text: String) -> Report { row("to mend it", text) }

    /// The whole text.
    var text: String {
        rows.reduce(headline) { text, row in
            text + "\n  " + row.label + String(repeating: " ", count: max(0, 15 - row.label.count)) + row.text
        }
    }
}
