import SwiftSyntax

extension Program {
    /// The types that would be ambiguous in each file that imports `SafeFacade`: the file uses another module's type of that
    /// name.
    func ambiguousTypes() -> [Int: String] {
        let own = Known.safeFacadeTypes.sorted().compactMap(index.declared).filter { $0.access == .public }
        guard !own.isEmpty else { return [:] }
        let ambiguous = files.indices.compactMap { number -> (Int, String)? in
            let file = files[number]
            let imports = file.imports
            guard !imports.contains("SafeFacade") else { return nil }
            let foreign = own.filter {
                !$0.modules.contains(file.module.name) && !$0.modules.isDisjoint(with: imports)
            }.map(\.name)
            return file.firstUse(of: foreign).map { (number, $0) }
        }
        return Dictionary(uniqueKeysWithValues: ambiguous)
    }
}

extension SourceFile {
    /// The first of some types that the file names without its module.
    fileprivate func firstUse(of types: [String]) -> String? {
        guard text.mentions(anyOf: types) else { return nil }
        return tree.tokens(viewMode: .sourceAccurate).first { token in
            types.contains(token.text) && token.previousToken(viewMode: .sourceAccurate)?.tokenKind != .period
                && (token.parent?.is(DeclReferenceExprSyntax.self) == true || token.parent?.isTypeName == true)
        }?.text
    }

    /// The first of some names that the file uses, outside of its imports and of what is removed.
    func firstUse(of names: Set<String>, without removed: [Range<Int>]) -> Syntax? {
        tree.tokens(viewMode: .sourceAccurate).first { token in
            names.contains(token.text) && !removed.contains { $0.contains(token.plainRange.lowerBound) }
                && token.innermost(ImportDeclSyntax.self) == nil
        }?.parent
    }

    /// The edit that adds `import SafeFacade` below the import of `Resolver`; nil if the file has it already.
    var importingSafeFacade: Edit? {
        if imports.contains("SafeFacade") { return nil }
        let place = importDeclarations.first { $0.path.first?.name.text == "Resolver" } ?? importDeclarations.last
        guard let place else {
            let lines = Lines(text)
            var start = lines.start(of: tree.statements.first?.positionAfterSkippingLeadingTrivia.utf8Offset ?? 0)
            // The import goes above the comments that belong to the first declaration.
            while let (range, line) = lines.line(before: start), line.trimmingSpaces.hasPrefix("//") {
                start = range.lowerBound
            }
            return Edit(at: start, insert: "import SafeFacade\n\n")
        }
        // The import goes behind a comment that begins on the same line, which may have several lines.
        var offset = place.endPositionBeforeTrailingTrivia.utf8Offset
        let behind =
            Array(place.trailingTrivia)
            + (place.nextToken(viewMode: .sourceAccurate).map { Array($0.leadingTrivia) } ?? [])
        for piece in behind.prefix(while: { !$0.isNewline }) { offset += piece.sourceLength.utf8Length }
        let end = Lines(text).end(of: offset)
        return Edit(at: end, insert: "import SafeFacade\n")
    }
}
