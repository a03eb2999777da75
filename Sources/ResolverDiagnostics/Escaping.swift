// Names are the program's own, and may have anything in them, also what means something where they are shown.

extension String {
    /// The text with others in place of some of its scalars, those that have a replacement.
    ///
    /// By scalars: with a combining mark behind it, a quotation mark is another character.
    func escaped(_ replacement: (Unicode.Scalar) -> String?) -> String {
        unicodeScalars.reduce(into: "") { result, scalar in
            if let replacement = replacement(scalar) {
                result += replacement
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
    }

    /// The text without what would break a line, or what a terminal would obey.
    var onOneLine: String {
        escaped {
            switch $0.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: " "
            default: nil
            }
        }
    }
}
