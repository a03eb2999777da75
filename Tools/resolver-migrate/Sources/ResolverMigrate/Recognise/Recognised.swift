import SwiftSyntax

/// What a `Recogniser` finds in a program's files.
struct Recognised {
    private(set) var registrations: [Registration] = []
    private(set) var asks: [Ask] = []
    private(set) var settings: [Setting] = []
    private(set) var mayAsk: [Place] = []
    private(set) var mayRegister: [Place] = []

    init(_ files: [SourceFile], index: Index, progress: (String) -> Void) {
        let words = SourceFile.words(index)
        for (number, file) in files.enumerated() {
            if number.isMultiple(of: 50) { progress("looking for lookups, file \(number + 1) of \(files.count)") }
            guard file.text.mentions(anyOf: words) else { continue }
            let found = Recogniser(file, number: number, index: index)
            registrations += found.registrations
            asks += found.asks
            settings += found.settings
            mayAsk += found.mayAsk
            mayRegister += found.mayRegister
        }
        joinCopies()
    }

    /// Joins registrations of one function that are written alike, if the function always makes one of them.
    private mutating func joinCopies() {
        struct Text: Hashable {
            let function: SyntaxIdentifier
            let target: ResolverReference
            let key: ServiceKey
            let signs: String
        }
        // Between two registrations, an instance may be made and kept, which the second one drops.
        let asking = Set(asks.filter { !$0.isInFactory }.compactMap { $0.node.functionStatements?.id })
        let texts = registrations.map { registration -> Text? in
            guard registration.form != .export, registration.statement != nil, let key = registration.key,
                let function = registration.function, !asking.contains(function)
            else { return nil }
            return Text(function: function, target: registration.target, key: key, signs: registration.chain.signs)
        }
        var joined: Set<Int> = []
        for (text, positions) in Dictionary(grouping: registrations.indices, by: { texts[$0] })
        where text != nil && Conditions(positions.map { registrations[$0].condition }).isAlways {
            registrations[positions[0]].condition = .always
            registrations[positions[0]].copies = positions.dropFirst().map { registrations[$0] }
            joined.formUnion(positions.dropFirst())
        }
        registrations = registrations.indices.filter { !joined.contains($0) }.map { registrations[$0] }
    }
}

extension Ask {
    /// Whether the place belongs to the factory of a registration, which runs later.
    fileprivate var isInFactory: Bool {
        node.ancestors.contains { $0.as(ClosureExprSyntax.self)?.isFactory == true }
    }
}
