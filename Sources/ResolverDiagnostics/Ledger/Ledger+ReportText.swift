// Writes a ledger's report for people, and compares it with an earlier one for a check.

extension Ledger.Report {
    /// What has grown since an earlier report, one sentence each; empty where nothing has.
    ///
    /// Calls are compared by file and service, not by line, as lines move.
    ///
    /// - Parameter earlier: The report to compare with.
    /// - Returns: The sentences, in a fixed order.
    public func growth(since earlier: Ledger.Report) -> [String] {
        func known(_ file: String) -> String { file.isEmpty ? "an unknown file" : file }
        func calls(_ report: Ledger.Report) -> [String: Int] {
            report.resolutions.reduce(into: [:]) { $0["\(known($1.file)) resolves \($1.label)", default: 0] += 1 }
        }
        func untyped(_ report: Ledger.Report) -> Set<String> {
            Set(report.services.filter { !$0.isTyped }.map { "\($0.label) is registered in \(known($0.file))" })
        }
        let before = calls(earlier)
        let moreCalls = calls(self).compactMap { call, count -> String? in
            let old = before[call] ?? 0
            guard count > old else { return nil }
            return "\(call) at run time in \(count == 1 ? "one place" : "\(count) places"), and did in \(old)"
        }
        let moreServices = untyped(self).subtracting(untyped(earlier)).map { "\($0) without a typed factory" }
        return moreCalls.sorted() + moreServices.sorted()
    }
}

extension Ledger.Report: CustomStringConvertible {
    /// A table of the services, and one of the calls that were looked up at run time.
    public var description: String {
        let headline =
            "\(typedCount) of \(services.count) services typed, "
            + "\(resolutions.count) \(resolutions.count == 1 ? "call" : "calls") resolved at run time"
        let services = services.map { service in
            [
                service.label, service.factory.map { "\(service.kind) \($0)" } ?? "-",
                service.count.map(times) ?? "-", times(service.uses), place(service.file, service.line),
            ]
        }
        let resolutions = resolutions.map { [$0.label, "\($0.count)", place($0.file, $0.line)] }
        return headline + "\n"
            + table(["service", "typed factory", "resolved", "used", "registered or declared at"], services)
            + table(["resolved at run time", "times", "at"], resolutions)
    }

    private func times(_ count: Int) -> String { count == 0 ? "never" : "\(count)" }

    private func place(_ file: String, _ line: Int) -> String { line == 0 ? "-" : "\(file):\(line)" }

    /// A table with aligned columns; an empty text where there are no rows.
    private func table(_ header: [String], _ rows: [[String]]) -> String {
        guard !rows.isEmpty else { return "" }
        let rows = rows.map { $0.map(\.onOneLine) }
        let widths = header.indices.map { column in ([header] + rows).map { $0[column].count }.max() ?? 0 }
        return "\n"
            + ([header] + rows).map { row in
                let cells = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
                var line = cells.joined(separator: "  ")[...]
                while line.last == " " { line.removeLast() }
                return line + "\n"
            }.joined()
    }
}

extension Ledger.Report.Resolution {
    /// The service with its name.
    var label: String { reportName(type: service, name: name) }
}

extension Ledger.Report.Service {
    /// The service with its name.
    var label: String { reportName(type: service, name: name) }
}
