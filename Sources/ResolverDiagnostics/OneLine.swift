extension String {
    /// The text without what would break a line, or what a terminal would obey.
    ///
    /// Names are the program's own, and may have anything in them.
    var onOneLine: String {
        String(
            String.UnicodeScalarView(
                unicodeScalars.map { scalar in
                    switch scalar.properties.generalCategory {
                    case .control, .format, .lineSeparator, .paragraphSeparator: " "
                    default: scalar
                    }
                }))
    }
}
