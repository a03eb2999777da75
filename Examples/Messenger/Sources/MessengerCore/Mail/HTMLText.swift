/// HTML mail as plain text: enough to read and to search, without a browser.
enum HTMLText {
    static func plain(_ html: String) -> String {
        var result = Plain()
        var rest = html[...]
        while let first = rest.first {
            if first == "<" {
                rest = skipTag(rest, into: &result)
            } else if first == "&", let (character, end) = entity(rest) {
                result.append(character)
                rest = rest[end...]
            } else {
                result.append(first)
                rest = rest.dropFirst()
            }
        }
        return result.text.trimmed()
    }

    /// Text in which runs of white space are one blank, and line breaks come from tags only.
    private struct Plain {
        var text = ""

        mutating func append(_ character: Character) {
            if !character.isWhitespace {
                text.append(character)
            } else if let last = text.last, !last.isWhitespace {
                text.append(" ")
            }
        }

        mutating func breakLine() {
            while text.last == " " { text.removeLast() }
            if !text.isEmpty, !text.hasSuffix("\n\n") { text.append("\n") }
        }
    }

    private static let blocks: Set<String> = [
        "p", "div", "br", "tr", "li", "ul", "ol", "table", "blockquote", "h1", "h2", "h3", "h4", "hr", "title",
    ]

    /// Passes over a tag, and over all that belongs to it where that is not text.
    private static func skipTag(_ html: Substring, into result: inout Plain) -> Substring {
        if html.hasPrefix("<!--") {
            return html.firstRange(of: "-->").map { html[$0.upperBound...] } ?? ""
        }
        let tag = html.dropFirst()
        let isEnd = tag.hasPrefix("/")
        let content = isEnd ? tag.dropFirst() : tag
        let isDeclaration = tag.hasPrefix("!") || tag.hasPrefix("?")
        guard isDeclaration || content.first.map(isASCIILetter) == true else {
            // HTML begins a tag with a letter of ASCII: any other "<" is text, as in "a < b" and "I <3 this".
            result.append("<")
            return tag
        }
        guard let end = tag.firstIndex(of: ">") else { return "" }
        let after = tag[tag.index(after: end)...]
        let name = content.prefix { $0.isLetter || $0.isNumber }.lowercased()
        if !isEnd, name == "script" || name == "style" {
            return endOfElement(name, in: after)
        }
        if blocks.contains(name) { result.breakLine() }
        return after
    }

    private static func isASCIILetter(_ character: Character) -> Bool {
        character.isASCII && character.isLetter
    }

    private static func endOfElement(_ name: String, in html: Substring) -> Substring {
        var rest = html
        while let open = rest.firstRange(of: "</") {
            rest = rest[open.upperBound...]
            if rest.prefix(name.count).lowercased() == name {
                return rest.firstIndex(of: ">").map { rest[rest.index(after: $0)...] } ?? ""
            }
        }
        return ""
    }

    private static let entities: [Substring: Character] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "ndash": "–", "mdash": "—",
        "hellip": "…", "rsquo": "’", "lsquo": "‘", "ldquo": "“", "rdquo": "”", "euro": "€", "copy": "©",
        "auml": "ä", "ouml": "ö", "uuml": "ü", "Auml": "Ä", "Ouml": "Ö", "Uuml": "Ü", "szlig": "ß", "eacute": "é",
    ]

    /// Reads `&name;`, `&#10;` or `&#xA;` at the start.
    private static func entity(_ html: Substring) -> (Character, Substring.Index)? {
        let window = html.prefix(12)
        guard let end = window.firstIndex(of: ";") else { return nil }
        let name = window[..<end].dropFirst()
        let after = html.index(after: end)
        guard name.hasPrefix("#") else { return entities[name].map { ($0, after) } }
        let digits = name.dropFirst()
        let isHex = digits.first == "x" || digits.first == "X"
        let number = isHex ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return number.flatMap(Unicode.Scalar.init).map { (Character($0), after) }
    }
}
