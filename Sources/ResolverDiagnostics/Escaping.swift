// Names come from the program. They may hold any character, also one with a meaning where the name is shown.

extension String {
    /// The text with replacements for those of its scalars that have one.
    ///
    /// It goes by scalars, not by characters: a quotation mark with a combining mark behind it is another character.
    func escaped(_ replacement: (Unicode.Scalar) -> String?) -> String {
        unicodeScalars.reduce(into: "") { result, scalar in
            if let replacement = replacement(scalar) {
                result += replacement
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
    }

    /// The text on one line: a space takes the place of each character that breaks a line, or that a terminal would obey.
    var onOneLine: String {
        escaped {
            switch $0.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: " "
            default: nil
            }
        }
    }
}
