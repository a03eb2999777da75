import Foundation
import MessengerCore

/// A walk through everything the program does, with the same output in every run.
struct Tour<App: MessengerApp> {
    /// How much of it is shown.
    enum Part { case everything, ledger, chart }

    let shown: Part

    /// The file that the wiring is written to as a page.
    let page: String?

    private let renderer = TextRenderer()
    private let rehearsal = Rehearsal(
        // 2026-06-01 08:00 UTC, after the last message of the sample.
        clock: ManualClock(now: Date(timeIntervalSince1970: 1_780_300_800)),
        identifiers: CountingIdentifiers(),
        events: EventCounter()
    )

    init(shown: Part = .everything, page: String? = nil) {
        self.shown = shown
        self.page = page
    }

    func run() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("messenger-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }

        let sample = folder.appendingPathComponent("sample.mbox")
        try FileManager.default.copyItem(at: try Sample.url(), to: sample)
        let ledger = App.Ledger()
        let app = try App(
            launch: Launch(
                databasePath: folder.appendingPathComponent("tour.sqlite").path,
                creation: .allowed,
                rehearsal: rehearsal
            )
        )
        show("A tour of Messenger, on a sample archive and a temporary database.")
        try importArchives(with: app, sample: sample)
        try read(with: app)
        try write(with: app)
        showEvents()
        step("the ledger: what is still looked up at run time")
        if shown != .chart { print(ledger.text, terminator: "") }
        step("the graph: who needs what")
        if shown != .ledger { print(shown == .chart ? ledger.graph.chart : ledger.graph.text, terminator: "") }
        if let page { try write(ledger, to: page) }
    }

    /// Writes the wiring as a page, and says where, also where little else is shown.
    private func write(_ ledger: App.Ledger, to path: String) throws {
        let edition = name(CommandLine.arguments[0])
        try ledger.page(title: edition).write(toFile: path, atomically: true, encoding: .utf8)
        print("\n== the wiring as a page\n\nOpen \(path) in a browser.")
    }

    private func importArchives(with app: App, sample: URL) throws {
        step("import sample.mbox")
        show(renderer.text(inTour(try app.importArchive(at: sample.path, damage: .refuse))))

        step("import sample.mbox, once more")
        show(renderer.text(inTour(try app.importArchive(at: sample.path, damage: .refuse))))

        step("import damaged.mbox, which ends in the middle of a message")
        let damaged = sample.deletingLastPathComponent().appendingPathComponent("damaged.mbox")
        try Data(contentsOf: sample).prefix(6000).write(to: damaged)
        do {
            show(renderer.text(inTour(try app.importArchive(at: damaged.path, damage: .refuse))))
        } catch let error as ArchiveError {
            show("Error: \(ArchiveError(path: name(error.path), line: error.line, reason: error.reason))")
        }
    }

    private func read(with app: App) throws {
        step("list --limit 12")
        let page = try app.listMessages(limit: 12, offset: 0)
        show(renderer.text(page))

        // The first message of a long thread, then one of several parts with a file.
        try search("lens crack", with: app)
        try search("offer solar", with: app)
    }

    /// Searches, and opens the oldest message found.
    private func search(_ words: String, with app: App) throws {
        step("search \(words)")
        let hits = try app.searchMessages(for: words, limit: 50)
        show(renderer.text(hits, words: words))

        guard let oldest = hits.last?.message.id else { return }
        step("show \(oldest)")
        show(renderer.text(try app.openMessage(oldest)))
    }

    private func write(with app: App) throws {
        let draft = Draft(
            recipients: ["ines@lighthouse.example"],
            subject: "The lens",
            body: "I can bring the putty on Saturday."
        )
        step("send --to ines@lighthouse.example --subject 'The lens' …")
        show(renderer.text(queued: try app.send(draft)))

        rehearsal.clock.advance(bySeconds: 2 * TokenManager.lifetime)
        step("send …, two hours later: the session has expired, so there is a new one")
        show(renderer.text(queued: try app.send(draft)))

        step("outbox")
        show(renderer.text(outbox: try app.queuedMessages()))
    }

    private func showEvents() {
        step("what the program recorded")
        for event in AnalyticsEvent.allCases {
            show("\(event.rawValue): \(rehearsal.events.count(of: event))")
        }
    }

    private func step(_ title: String) {
        show("\n== \(title)\n")
    }

    private func show(_ text: String) {
        if shown == .everything { print(text) }
    }

    /// The report with the archive's name alone: the folder has another name in every run.
    private func inTour(_ report: ImportReport) -> ImportReport {
        ImportReport(archive: name(report.archive), added: report.added, duplicates: report.duplicates)
    }

    private func name(_ path: String) -> String {
        URL(fileURLWithPath: path).lastPathComponent
    }
}
