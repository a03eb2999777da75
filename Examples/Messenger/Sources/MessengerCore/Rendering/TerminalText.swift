/// Text of strangers, made safe to print: a message must not command the terminal.
enum TerminalText {
    /// One line: control characters become blanks, runs of blanks become one.
    static func line(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { isHarmful($0) ? " " : $0 }))
            .split(whereSeparator: \.isWhitespace)
            .joined(separator: " ")
    }

    /// Several lines: tabs and line ends stay, other control characters go.
    static func block(_ text: String) -> String {
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        return lines.map { line in
            String(String.UnicodeScalarView(line.unicodeScalars.filter { $0 == "\t" || !isHarmful($0) }))
        }.joined(separator: "\n")
    }

    /// Fills or cuts a line to a width, counted in columns.
    static func fitted(_ text: String, _ width: Int) -> String {
        var text = line(text)
        var used = text.reduce(0) { $0 + columns($1) }
        if used > width {
            while used >= width, let last = text.popLast() { used -= columns(last) }
            text += "…"
            used += 1
        }
        return text + String(repeating: " ", count: width - used)
    }

    /// East Asian characters and most emoji take two columns.
    private static func columns(_ character: Character) -> Int {
        switch character.unicodeScalars.first?.value ?? 0 {
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
            0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
            2
        default: 1
        }
    }

    /// Control characters, and the marks that turn the direction of what follows.
    private static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x202A...0x202E, 0x2066...0x2069: true
        default: scalar.properties.generalCategory == .control
        }
    }
}
