/// The lookups of a program at run time, how many the tool can draft, and what a person must decide.
public struct Report: Sendable {
    /// The number of places of one form.
    struct Count: Sendable {
        var all = 0
        var drafted = 0
    }

    private var counts: [Form: Count] = [:]
    private var open: [String: [(place: Place, text: String)]] = [:]
    private var settings: [(Form, Place, String)] = []
    private var standIns: [Place] = []
    private var registrations = Figures()
    private var asks = Figures()
    private var ledgerLines: [String] = []
    private let fileCount: Int
    private let moduleNames: [String]
    private let syntaxErrors: [String]
    private let copy: String?
    private let isBrief: Bool

    /// The numbers of places: all, those whose types are shown in their own words or through the index, those that can be
    /// drafted, and those that are done.
    private struct Figures {
        var all = 0
        var shown = 0
        var indexed = 0
        var drafted = 0
        var done = 0
        var standIns = 0

        /// Counts places whose types are shown in the same way.
        mutating func count(_ places: Int, _ evidence: Evidence?) {
            all += places
            if evidence == .syntax { shown += places }
            if evidence == .index { indexed += places }
        }
    }

    /// Makes a report on a program.
    ///
    /// - Parameters:
    ///   - program: The program.
    ///   - ledger: The ledger of the lookups that ran.
    ///   - isBrief: Whether to leave out the list of places.
    ///   - usesLegacy: Whether to count the places that `legacy()` would let move.
    public init(_ program: Program, ledger: Ledger? = nil, isBrief: Bool = false, usesLegacy: Bool = false) {
        self.isBrief = isBrief
        fileCount = program.files.count
        moduleNames = Set(program.files.map(\.module.name)).filter { !$0.isEmpty }.sorted()
        syntaxErrors = program.syntaxErrors
        copy = program.noteOnCopy
        let plan = Plan(program, usesLegacy: usesLegacy)
        let judgement = Judgement(program, plan: plan, includingPlanned: true)
        for (position, registration) in program.registrations.enumerated() { add(registration, position, plan) }
        for ask in program.asks { add(ask, judgement) }
        asks.done += program.typedPlaces
        settings = program.settings.map { ($0.form, $0.place, $0.detail) }.sorted { $0.1 < $1.1 }
        if let ledger { add(ledger, program) }
    }

    private mutating func add(_ registration: Registration, _ position: Int, _ plan: Plan) {
        let count = registration.count
        counts[registration.form, default: Count()].all += count
        if registration.form == .export {
            registrations.done += 1
            return
        }
        registrations.count(count, registration.type?.evidence)
        if plan.declarations[position] != nil || plan.declaredElsewhere.contains(position) {
            registrations.drafted += count
            counts[registration.form]?.drafted += count
        } else if plan.standIns.contains(position) {
            registrations.standIns += count
            standIns += ([registration] + registration.copies).map(\.place)
        } else {
            note(plan.findings[position] ?? [], registration.place, registration.call.plain.firstWords)
        }
    }

    private mutating func add(_ ask: Ask, _ judgement: Judgement) {
        counts[ask.form, default: Count()].all += 1
        asks.count(1, ask.type?.evidence)
        let (factory, findings) = judgement.factory(for: ask)
        if factory != nil {
            asks.drafted += 1
            counts[ask.form]?.drafted += 1
        } else {
            note(findings, ask.place, ask.key?.description ?? ask.node.plain.firstWords)
        }
    }

    private mutating func note(_ findings: [Finding], _ place: Place, _ text: String) {
        for finding in findings {
            let detail = finding.detail.isEmpty || finding.detail == text ? "" : "  [\(finding.detail)]"
            open[finding.decision.rawValue, default: []].append((place, text + detail))
        }
    }

    private mutating func add(_ ledger: Ledger, _ program: Program) {
        let files = Ledger.Files(program.files)
        let ran = program.asks.filter { ledger.count(at: $0.place, files) != nil }.count
        ledgerLines.append("\(ran) of \(program.asks.count) lookups ran while the ledger was kept")
        for registration in program.registrations
        where ledger.count(ofRegistrationAt: registration.place, files) == 0 {
            ledgerLines.append("never resolved: \(registration.place)  \(registration.key?.description ?? "")")
        }
        let known = Set(program.asks.map(\.place))
        for resolution in ledger.resolutions.sorted(by: { ($0.file, $0.line) < ($1.file, $1.line) })
        where !known.contains(where: { files.has(resolution.file, resolution.line, at: $0) }) {
            ledgerLines.append(
                "ran, and is not in these sources: \(resolution.file):\(resolution.line)  \(resolution.service), \(resolution.count) times"
            )
        }
    }

    // MARK: Text

    /// The text of the report.
    public var text: String {
        var lines = [
            "\(fileCount) files" + (moduleNames.isEmpty ? "" : ", modules \(moduleNames.joined(separator: ", "))")
        ]
        if !syntaxErrors.isEmpty { lines += ["", "does not parse"] + syntaxErrors.map { "  \($0)" } }
        if let copy { lines += ["", copy] }
        for subject in [Form.Subject.registration, .ask] { lines += table(subject) }
        lines += settingLines
        if !isBrief { lines += decisionLines }
        if !ledgerLines.isEmpty { lines += ["", "ledger"] + ledgerLines.map { "  \($0)" } }
        lines += ["", "numbers"] + figures("registrations", registrations) + figures("lookups", asks)
        return lines.joined(separator: "\n") + "\n"
    }

    private func table(_ subject: Form.Subject) -> [String] {
        let rows = counts.filter { $0.key.subject == subject }.sorted {
            ($1.value.all, $0.key.title) < ($0.value.all, $1.key.title)
        }
        guard !rows.isEmpty else { return [] }
        let title = subject == .registration ? "registrations" : "lookups"
        return ["", title.padded(40) + "all".leftPadded(6) + "drafted".leftPadded(9)]
            + rows.map {
                "  " + $0.key.title.padded(38) + "\($0.value.all)".leftPadded(6)
                    + ($0.key == .export ? "done" : "\($0.value.drafted)").leftPadded(9)
            }
    }

    private var settingLines: [String] {
        let grouped = Dictionary(grouping: settings, by: \.0).sorted { $0.key.title < $1.key.title }
        guard !grouped.isEmpty else { return [] }
        return ["", "settings"]
            + grouped.flatMap { form, places in
                ["  \(form.title.padded(38))\("\(places.count)".leftPadded(6))"]
                    + (isBrief ? [] : places.map { "    \($0.1)  \($0.2.firstWords)".trimmedRight })
            }
    }

    private var decisionLines: [String] {
        var lines: [String] = []
        for decision in Decision.allCases {
            guard let places = open[decision.rawValue], decision != .notDeclared else { continue }
            lines += ["", "decide \(decision.question)  (\(places.count), \(decision.rawValue))"]
            lines += places.sorted { ($0.place, $0.text) < ($1.place, $1.text) }.map { "  \($0.place)  \($0.text)" }
        }
        if let waiting = open[Decision.notDeclared.rawValue] {
            lines += ["", "wait for a registration that is not declared yet  (\(waiting.count))"]
            lines += waiting.sorted { ($0.place, $0.text) < ($1.place, $1.text) }.map { "  \($0.place)  \($0.text)" }
        }
        if !standIns.isEmpty {
            lines += ["", "stay as they are, over a declaration: mocks and the like  (\(standIns.count))"]
            lines += standIns.sorted().map { "  \($0)" }
        }
        return lines
    }

    private func figures(_ title: String, _ figures: Figures) -> [String] {
        func share(_ count: Int, of all: Int) -> String { all == 0 ? "" : " (\((count * 1000 / all + 5) / 10) %)" }
        let own = figures.all - figures.standIns
        return [
            "  \(figures.all) \(title), besides \(figures.done) that are typed",
            "    type shown in their own words      \("\(figures.shown)".leftPadded(6))\(share(figures.shown, of: figures.all))",
            "    type known with the program's index\("\(figures.shown + figures.indexed)".leftPadded(6))\(share(figures.shown + figures.indexed, of: figures.all))",
            "    can be drafted                     \("\(figures.drafted)".leftPadded(6))\(share(figures.drafted, of: own))",
        ]
            + (figures.standIns == 0
                ? [] : ["    stay over a declaration            \("\(figures.standIns)".leftPadded(6))"])
            + ["    need a decision                    \("\(own - figures.drafted)".leftPadded(6))"]
    }
}

extension String {
    fileprivate func padded(_ width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
    fileprivate func leftPadded(_ width: Int) -> String { String(repeating: " ", count: max(0, width - count)) + self }
    fileprivate var trimmedRight: String { String(reversed().drop { $0 == " " }.reversed()) }
}
