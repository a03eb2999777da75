/// The comments that tell a person what to decide.
///
/// Each stage writes its own comments, and removes those that are decided.
enum Markers {
    /// The edits after which a file has exactly the wanted comments.
    ///
    /// - Parameters:
    ///   - wanted: The texts, each with an offset on the line above which the comment belongs.
    ///   - stage: The stage whose comments these are.
    ///   - file: The file.
    /// - Returns: The edits.
    static func edits(_ wanted: [(offset: Int, text: String)], stage: Stage, in file: SourceFile) -> [Edit] {
        let lines = Lines(file.text)
        let mark = "// resolver-migrate(\(stage.rawValue)): "
        var said: [Int: [String]] = [:]
        for (offset, text) in wanted {
            var start = lines.start(of: offset)
            // Inside a string literal, the comment would be part of the string.
            while let literal = file.string(at: start) { start = lines.start(of: literal.plainRange.lowerBound) }
            if said[start]?.contains(text) != true { said[start, default: []].append(text) }
        }
        var edits: [Edit] = []
        var kept: Set<Int> = []
        for (range, line) in lines.all where line.trimmingSpaces.hasPrefix(mark) {
            // A line of a string literal may look like a comment.
            guard file.isTrivia(at: range.lowerBound + lines.indentation(at: range.lowerBound).utf8.count) else {
                continue
            }
            // Several stages may have comments above one line.
            let below = lines.firstLine(from: range.upperBound) { !$0.trimmingSpaces.hasPrefix("// resolver-migrate(") }
            let isKept = said[below].map { mark + $0.joined(separator: "; ") == line.trimmingSpaces } ?? false
            if isKept { kept.insert(below) } else { edits.append(Edit(range, "")) }
        }
        for (start, texts) in said.sorted(by: { $0.key < $1.key }) where !kept.contains(start) {
            edits.append(
                Edit(at: start, insert: lines.indentation(at: start) + mark + texts.joined(separator: "; ") + "\n"))
        }
        return edits
    }
}

extension StageResult {
    /// Adds the edits after which the files have exactly these comments of a stage.
    mutating func mark(_ wanted: [Int: [(offset: Int, text: String)]], stage: Stage, in files: [SourceFile]) {
        for (number, file) in files.enumerated() {
            for edit in Markers.edits(wanted[number] ?? [], stage: stage, in: file) { add(edit, to: number) }
        }
    }
}

extension Lines {
    /// Every line with its range, which includes the line break.
    fileprivate var all: [(range: Range<Int>, text: String)] {
        var found: [(Range<Int>, String)] = []
        var start = 0
        while start < bytes.count {
            let end = self.end(of: start)
            let text = part(start..<end)
            found.append((start..<end, text.hasSuffix("\n") ? String(text.dropLast()) : text))
            start = end
        }
        return found
    }

    /// The offset of the first line, from an offset on, that passes a test.
    fileprivate func firstLine(from offset: Int, where test: (String) -> Bool) -> Int {
        var start = offset
        while start < bytes.count {
            let end = self.end(of: start)
            if test(part(start..<end)) { return start }
            start = end
        }
        return start
    }
}
