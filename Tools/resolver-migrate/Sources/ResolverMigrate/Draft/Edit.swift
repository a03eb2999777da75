import SwiftSyntax

/// A change of a file's text, which replaces the text between two offsets.
struct Edit: Equatable {
    /// Offsets in the UTF-8 text.
    let range: Range<Int>
    let replacement: String

    init(_ range: Range<Int>, _ replacement: String) {
        self.range = range
        self.replacement = replacement
    }

    /// Replaces a node, without the comments and spaces around it.
    init(replacing node: some SyntaxProtocol, with replacement: String) {
        self.init(node.plainRange, replacement)
    }

    /// Inserts a text before an offset.
    init(at offset: Int, insert text: String) { self.init(offset..<offset, text) }

    /// Replaces a call by a call of another function with one of its arguments, or none; other edits may change the argument,
    /// too.
    static func replacing(
        _ call: FunctionCallExprSyntax, byCallOf function: String, with argument: ExprSyntax?
    ) -> [Edit] {
        guard let argument else { return [Edit(replacing: call, with: function + "()")] }
        let (whole, kept) = (call.plainRange, argument.plainRange)
        return [
            Edit(whole.lowerBound..<kept.lowerBound, function + "("), Edit(kept.upperBound..<whole.upperBound, ")"),
        ]
    }
}

extension SyntaxProtocol {
    /// The UTF-8 offsets of the node, without the comments and spaces around it.
    var plainRange: Range<Int> {
        positionAfterSkippingLeadingTrivia.utf8Offset..<endPositionBeforeTrailingTrivia.utf8Offset
    }
}

extension String {
    /// The text after all edits; nil if two of them overlap.
    func applying(_ edits: [Edit]) -> String? {
        // At one offset, insertions come before a replacement, and keep their order.
        let sorted = edits.enumerated().sorted {
            ($0.element.range.lowerBound, $0.element.range.upperBound, $0.offset)
                < ($1.element.range.lowerBound, $1.element.range.upperBound, $1.offset)
        }.map(\.element)
        let bytes = Array(utf8)
        var result: [UInt8] = []
        var position = 0
        for edit in sorted {
            guard edit.range.lowerBound >= position, edit.range.upperBound <= bytes.count else { return nil }
            result += bytes[position..<edit.range.lowerBound]
            result += edit.replacement.utf8
            position = edit.range.upperBound
        }
        result += bytes[position...]
        return String(decoding: result, as: UTF8.self)
    }
}

/// A file's text by lines, for indentation and for the line of an offset.
struct Lines {
    let bytes: [UInt8]

    init(_ text: String) { bytes = Array(text.utf8) }

    /// The part of the text between two offsets.
    func part(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    /// The offset at which the line of an offset begins.
    func start(of offset: Int) -> Int {
        (bytes[..<offset].lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1
    }

    /// The offset behind the line break of an offset's line.
    func end(of offset: Int) -> Int {
        (bytes[offset...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count - 1) + 1
    }

    /// The spaces at the beginning of an offset's line.
    func indentation(at offset: Int) -> String {
        let start = start(of: offset)
        return part(start..<(bytes[start...].firstIndex { $0 != 32 && $0 != 9 } ?? bytes.count))
    }

    /// Whether only spaces precede an offset on its line.
    func isFirst(at offset: Int) -> Bool {
        bytes[start(of: offset)..<offset].allSatisfy { $0 == 32 || $0 == 9 }
    }

    /// The line before an offset's line, without its line break; nil on the first line.
    func line(before offset: Int) -> (range: Range<Int>, text: String)? {
        let start = start(of: offset)
        guard start > 0 else { return nil }
        let previous = self.start(of: start - 1)
        return (previous..<start, part(previous..<(start - 1)))
    }

    /// One step of indentation in this file.
    var unit: String {
        let lines = part(0..<bytes.count).split(separator: "\n")
        if lines.contains(where: { $0.hasPrefix("\t") }) { return "\t" }
        let spaces = lines.map { $0.prefix { $0 == " " }.count }.filter { $0 > 0 }
        // If lines are indented by two, about half of the indentations are no multiples of four.
        let odd = spaces.filter { $0 % 4 == 2 }.count
        return odd * 4 > spaces.count ? "  " : "    "
    }
}
