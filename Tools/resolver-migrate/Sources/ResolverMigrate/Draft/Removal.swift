import SwiftSyntax

extension Edit {
    /// Removes a node with the line it is on, and the comments right above it.
    init(removing node: some SyntaxProtocol, in file: SourceFile) {
        let lines = Lines(file.text)
        let range = node.plainRange
        var start = lines.start(of: range.lowerBound)
        while let (previous, text) = lines.line(before: start), text.trimmingSpaces.hasPrefix("//") {
            start = previous.lowerBound
        }
        self.init(start..<lines.end(of: range.upperBound), "")
    }
}

extension StageResult {
    /// What is removed from a file.
    func removed(from file: Int) -> [Range<Int>] {
        (edits[file] ?? []).filter { $0.replacement.isEmpty }.map(\.range)
    }

    /// Takes away the empty lines that removed lines would leave double, or beside a brace.
    mutating func closeGaps(in files: [SourceFile]) {
        for (number, all) in edits {
            let lines = Lines(files[number].text)
            let removals = all.filter { $0.replacement.isEmpty && lines.isWhole($0.range) }.map(\.range)
            edits[number] = all.filter { !removals.contains($0.range) } + lines.closingGaps(of: removals)
        }
    }
}

extension Lines {
    /// Whether a range consists of whole lines.
    fileprivate func isWhole(_ range: Range<Int>) -> Bool {
        !range.isEmpty && start(of: range.lowerBound) == range.lowerBound
            && end(of: range.upperBound - 1) == range.upperBound
    }

    private func isBlank(_ range: Range<Int>) -> Bool { bytes[range].allSatisfy { $0 == 32 || $0 == 9 || $0 == 10 } }

    /// The same removals, those joined that only empty lines part, with one empty line or none in their place.
    fileprivate func closingGaps(of removals: [Range<Int>]) -> [Edit] {
        var joined: [(range: Range<Int>, hasGap: Bool)] = []
        for range in removals.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = joined.last, isBlank(last.range.upperBound..<max(range.lowerBound, last.range.upperBound)) {
                let hasGap = last.hasGap || last.range.upperBound < range.lowerBound
                let end = max(last.range.upperBound, range.upperBound)
                joined[joined.count - 1] = (last.range.lowerBound..<end, hasGap)
            } else {
                joined.append((range, false))
            }
        }
        return joined.map(closingGap)
    }

    private func closingGap(_ removal: (range: Range<Int>, hasGap: Bool)) -> Edit {
        let (range, hasGap) = removal
        let previous = line(before: range.lowerBound)
        let above = previous?.text.trimmingSpaces ?? "{"
        let next = range.upperBound < bytes.count ? range.upperBound..<end(of: range.upperBound) : nil
        let below = next.map { String(decoding: bytes[$0], as: UTF8.self).trimmingSpaces } ?? "}"
        if above.isEmpty, below.isEmpty || below == "}", let previous {
            return Edit(previous.range.lowerBound..<range.upperBound, "")
        }
        if above.hasSuffix("{"), below.isEmpty, let next { return Edit(range.lowerBound..<next.upperBound, "") }
        let partsStatements = hasGap && !above.isEmpty && !below.isEmpty && !above.hasSuffix("{") && below != "}"
        return Edit(range, partsStatements ? "\n" : "")
    }
}
