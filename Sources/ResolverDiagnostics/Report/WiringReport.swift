/// A program's wiring as a page for people: a single HTML file.
///
/// ```swift
/// let report = WiringReport(
///     title: "Messenger", graph: recorder.graph(of: .root), times: times.entries, ledger: ledger.report(),
///     validation: Resolver.validate())
/// try report.html.write(toFile: "report.html", atomically: true, encoding: .utf8)
/// ```
///
/// The page shows each service with a picture of the services around it; problems come first. It shows what was made when the
/// program started, and how long that took. It shows by file what is left to migrate.
///
/// The page loads nothing from elsewhere, and shows names as text, whatever they hold.
public struct WiringReport: Sendable {
    /// The page's heading.
    public var title: String
    /// The graph to show; nil for the validation's own.
    public var graph: DependencyGraph?
    /// The times of each service, from a ``ServiceTimes``.
    public var times: [ServiceTimes.Entry]
    /// The ledger's report, for what is left to migrate; nil to leave that out.
    public var ledger: Ledger.Report?
    /// The validation whose problems are shown; nil to leave them out.
    public var validation: ValidationReport?

    /// Makes a report.
    ///
    /// - Parameters:
    ///   - title: The page's heading.
    ///   - graph: The graph to show; nil for the validation's own.
    ///   - times: The times of each service, from a ``ServiceTimes``.
    ///   - ledger: The ledger's report, for what is left to migrate; nil to leave that out.
    ///   - validation: The validation whose problems are shown; nil to leave them out.
    public init(
        title: String = "Wiring", graph: DependencyGraph? = nil, times: [ServiceTimes.Entry] = [],
        ledger: Ledger.Report? = nil, validation: ValidationReport? = nil
    ) {
        self.title = title
        self.graph = graph
        self.times = times
        self.ledger = ledger
        self.validation = validation
    }

    /// The page, to write to a file in UTF-8.
    public var html: String { ReportPage.html(title: title, data: data.text) }
}
