/// A unified diff of two texts.
public enum Diff {
    /// The diff, with three lines of context; empty if nothing differs.
    public static func unified(_ path: String, before: String, after: String) -> String {
        let old = before.lines
        let new = after.lines
        let rows = rows(old, new)
        var output = ""
        for hunk in hunks(rows) {
            let part = rows[hunk]
            let oldCount = part.filter { $0.sign != "+" }.count
            let newCount = part.filter { $0.sign != "-" }.count
            let oldStart = rows[..<hunk.lowerBound].filter { $0.sign != "+" }.count + (oldCount == 0 ? 0 : 1)
            let newStart = rows[..<hunk.lowerBound].filter { $0.sign != "-" }.count + (newCount == 0 ? 0 : 1)
            output += "@@ -\(oldStart),\(oldCount) +\(newStart),\(newCount) @@\n"
            for row in part { output += "\(row.sign)\(row.text)\n" }
        }
        return output.isEmpty ? "" : "--- \(path)\n+++ \(path)\n" + output
    }

    private typealias Row = (sign: Character, text: String)

    private static func rows(_ old: [String], _ new: [String]) -> [Row] {
        let difference = new.difference(from: old)
        var removed: Set<Int> = []
        var inserted: Set<Int> = []
        for change in difference {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): inserted.insert(offset)
            }
        }
        var rows: [Row] = []
        var (one, other) = (0, 0)
        while one < old.count || other < new.count {
            if removed.contains(one) {
                rows.append(("-", old[one]))
                one += 1
            } else if inserted.contains(other) {
                rows.append(("+", new[other]))
                other += 1
            } else {
                rows.append((" ", old[one]))
                one += 1
                other += 1
            }
        }
        return rows
    }

    /// The rows around changes, with their context.
    private static func hunks(_ rows: [Row]) -> [Range<Int>] {
        rows.indices.filter { rows[$0].sign != " " }.reduce(into: []) { hunks, row in
            let range = max(0, row - 3)..<min(rows.count, row + 4)
            if let last = hunks.last, last.upperBound >= range.lowerBound {
                hunks[hunks.count - 1] = last.lowerBound..<range.upperBound
            } else {
                hunks.append(range)
            }
        }
    }
}

extension String {
    /// The lines, without an empty one behind the last line break.
    ///
    /// Of a line break `\r\n`, the `\r` stays in the line.
    fileprivate var lines: [String] {
        var lines = unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
        if lines.last == "" { lines.removeLast() } else { lines[lines.count - 1] += "\n\\ No newline at end of file" }
        return lines
    }
}
