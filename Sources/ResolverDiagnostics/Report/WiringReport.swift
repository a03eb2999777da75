/// A program's wiring as a page that a person can read: one file of HTML that needs nothing else.
///
/// ```swift
/// let report = WiringReport(
///     title: "Messenger", graph: recorder.graph(of: .root), times: times.entries, ledger: ledger.report(),
///     validation: Resolver.validate())
/// try report.html.write(toFile: "report.html", atomically: true, encoding: .utf8)
/// ```
///
/// The page shows what there is: the services with the picture of what is around each, who needs them and what they
/// need, problems first; what was made when the program started, and how long that took; what is left to migrate, by
/// file.
///
/// It loads nothing from elsewhere, and shows names as text, whatever they hold.
public struct WiringReport: Sendable {
    /// What the page is headed with.
    public var title: String
    /// Who needs what; that of the validation is taken where this is nil.
    public var graph: DependencyGraph?
    /// How often the services were made, and how long that took: those of a ``ServiceTimes``.
    public var times: [ServiceTimes.Entry]
    /// What is left to migrate.
    public var ledger: Ledger.Report?
    /// What is wrong.
    public var validation: ValidationReport?

    /// Makes a report of what there is.
    ///
    /// - Parameters:
    ///   - title: What the page is headed with.
    ///   - graph: Who needs what; that of the validation is taken where this is nil.
    ///   - times: How often the services were made, and how long that took.
    ///   - ledger: What is left to migrate.
    ///   - validation: What is wrong.
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

    /// The page, to be written to a file in UTF-8.
    public var html: String { ReportPage.html(title: title, data: data.text) }
}
