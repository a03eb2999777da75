import SwiftSyntax

extension SourceFile {
    /// The edit that imports `SafeFacade`, below the import of `Resolver`; nil if it is imported already.
    var importingSafeFacade: Edit? {
        if imports.contains("SafeFacade") { return nil }
        let place = importDeclarations.first { $0.path.first?.name.text == "Resolver" } ?? importDeclarations.last
        guard let place else {
            let lines = Lines(text)
            var start = lines.start(of: tree.statements.first?.positionAfterSkippingLeadingTrivia.utf8Offset ?? 0)
            // Above the comments that belong to the first declaration.
            while let (range, line) = lines.line(before: start), line.trimmingSpaces.hasPrefix("//") {
                start = range.lowerBound
            }
            return Edit(at: start, insert: "import SafeFacade\n\n")
        }
        let end = Lines(text).end(of: place.endPositionBeforeTrailingTrivia.utf8Offset)
        return Edit(at: end, insert: "import SafeFacade\n")
    }
}
