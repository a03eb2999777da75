import SwiftSyntax

/// A node to remove.
struct Removal {
    let range: Range<Int>
    /// Whether the comments right above the node and behind it go with it, as they are about nothing else.
    let takesComments: Bool
    /// Whether comments above the node may also be about the statements below it.
    let isStatement: Bool
}

extension StageResult {
    mutating func remove(_ node: some SyntaxProtocol, from file: Int, takingComments: Bool = true) {
        let isStatement = Syntax(node).as(CodeBlockItemSyntax.self).map { !$0.item.is(DeclSyntax.self) } ?? false
        removals[file, default: []].append(
            Removal(range: node.plainRange, takesComments: takingComments, isStatement: isStatement))
    }

    /// The ranges that are removed from a file.
    func removed(from file: Int) -> [Range<Int>] {
        (edits[file] ?? []).filter { $0.replacement.isEmpty }.map(\.range) + (removals[file] ?? []).map(\.range)
    }

    /// Turns the removals into edits.
    ///
    /// They remove whole lines where nothing else is on them, and no two empty lines, nor one beside a brace, remain.
    mutating func editRemovals(in files: [SourceFile]) {
        for (number, removals) in removals {
            let lines = Lines(files[number].text)
            let joined = lines.joining(removals)
            var whole: [Range<Int>] = []
            for removal in joined {
                if let range = lines.wholeLines(removal, among: joined) {
                    whole.append(range)
                } else {
                    add(lines.edit(removingWithinLine: removal.range), to: number)
                }
            }
            edits[number, default: []] += lines.closingGaps(of: whole)
        }
        removals = [:]
    }
}

extension Lines {
    /// The removals, with those joined that only spaces separate: together they may fill their lines.
    fileprivate func joining(_ removals: [Removal]) -> [Removal] {
        var joined: [Removal] = []
        for next in removals.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
            guard let last = joined.last, firstSign(from: last.range.upperBound) >= next.range.lowerBound else {
                joined.append(next)
                continue
            }
            joined[joined.count - 1] = Removal(
                range: last.range.lowerBound..<max(last.range.upperBound, next.range.upperBound),
                takesComments: last.takesComments && next.takesComments,
                isStatement: last.isStatement && next.isStatement)
        }
        return joined
    }

    /// The lines of a removal, with the comments that go with it; nil if something else is on them.
    fileprivate func wholeLines(_ removal: Removal, among all: [Removal]) -> Range<Int>? {
        let rest = line(at: firstSign(from: removal.range.upperBound))
        guard isFirst(at: removal.range.lowerBound), rest.isEmpty || removal.takesComments && rest.isPlainComment else {
            return nil
        }
        var start = start(of: removal.range.lowerBound)
        let takesComments = removal.takesComments && !(removal.isStatement && isFollowedByMore(removal, among: all))
        while takesComments, let (previous, text) = line(before: start), text.trimmingSpaces.isPlainComment {
            start = previous.lowerBound
        }
        return start..<end(of: removal.range.upperBound)
    }

    /// Whether a statement that stays follows on the next line, also after other removals: a comment above may be about all of
    /// them.
    private func isFollowedByMore(_ removal: Removal, among all: [Removal]) -> Bool {
        var offset = end(of: removal.range.upperBound)
        while offset < bytes.count {
            let end = end(of: offset)
            let text = line(at: offset)
            if let next = all.first(where: { (offset..<end).contains($0.range.lowerBound) }),
                isFirst(at: next.range.lowerBound)
            {
                offset = self.end(of: next.range.upperBound)
            } else if text.hasPrefix("// resolver-migrate(") {
                offset = end
            } else {
                return !text.isEmpty && !["}", "//", "/*", "#", "case ", "default:"].contains(where: text.hasPrefix)
            }
        }
        return false
    }

    /// Removes a node from a line that has more on it, with the spaces and the `;` between them.
    fileprivate func edit(removingWithinLine range: Range<Int>) -> Edit {
        let next = firstSign(from: range.upperBound)
        let rest = line(at: next)
        let isLast = rest.isEmpty || rest.hasPrefix("}") || rest.hasPrefix("//")
        guard isLast, !isFirst(at: range.lowerBound) else { return Edit(range.lowerBound..<next, "") }
        var previous = lastSign(before: range.lowerBound)
        let isSpaced = previous < range.lowerBound || next > range.upperBound
        if bytes[previous - 1] == UInt8(ascii: ";") { previous = lastSign(before: previous - 1) }
        return Edit(previous..<next, isSpaced && !rest.isEmpty ? " " : "")
    }

    /// The text of a line from an offset on.
    private func line(at offset: Int) -> String {
        part(offset..<end(of: offset)).trimmingSpaces
    }

    /// The offset of the first byte, from an offset on, that is no space; a line break counts as no space.
    private func firstSign(from offset: Int) -> Int {
        bytes[offset...].firstIndex { $0 != 32 && $0 != 9 } ?? bytes.count
    }

    /// The offset behind the last byte before an offset that is no space.
    private func lastSign(before offset: Int) -> Int {
        (bytes[..<offset].lastIndex { $0 != 32 && $0 != 9 } ?? -1) + 1
    }
}

extension String {
    /// Whether this is a comment, but neither a section's heading nor an instruction to a linter.
    fileprivate var isPlainComment: Bool {
        hasPrefix("//") && !contains(word: "MARK:") && !contains(word: "swiftlint:")
    }
}

extension Lines {
    private func isBlank(_ range: Range<Int>) -> Bool { bytes[range].allSatisfy { $0 == 32 || $0 == 9 || $0 == 10 } }

    /// The edits for the removals: joined where only empty lines separate them, with at most one empty line in their place.
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
        let below = next.map { part($0).trimmingSpaces } ?? "}"
        if above.isEmpty, below.isEmpty || below == "}", let previous {
            return Edit(previous.range.lowerBound..<range.upperBound, "")
        }
        if above.hasSuffix("{"), below.isEmpty, let next { return Edit(range.lowerBound..<next.upperBound, "") }
        let partsStatements = hasGap && !above.isEmpty && !below.isEmpty && !above.hasSuffix("{") && below != "}"
        return Edit(range, partsStatements ? "\n" : "")
    }
}

extension TriviaPiece {
    /// The text of a comment; nil for any other piece.
    var comment: String? {
        switch self {
        case .lineComment(let text), .blockComment(let text), .docLineComment(let text), .docBlockComment(let text):
            text
        default: nil
        }
    }
}
