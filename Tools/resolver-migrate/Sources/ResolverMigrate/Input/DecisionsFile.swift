import Foundation

/// The decisions of a person about a program, in a file beside it, so that they are asked for only once.
public struct DecisionsFile: Codable, Equatable, Sendable {
    /// The modules of folders, where the layout does not show them: `"App/Widget": "Widget"`.
    public var modules: [String: String]?
    /// The module that declares a service for which other modules ask: `"Analytics": "AnalyticsInterface"`.
    public var declaredIn: [String: String]?
    /// The property's name for a service, if it must differ from the tool's proposal: `"MessageLoading": "loader"`.
    public var properties: [String: String]?
    /// Types of other libraries whose initialisers neither fail nor throw.
    public var plainTypes: [String]?
    /// Whether declarations that tests replace have `.bridged`, so that a mock counts whether or not the export has run.
    ///
    /// A mock that is registered first then also outlasts the program's registration of the real service.
    public var bridgesMocks: Bool?
    /// The lifetime of registrations that state none: `graph`, `application` and so on.
    public var defaultScope: String?

    /// Makes a file without decisions.
    public init() {}

    /// Reads a file; throws if it has an entry that the tool does not know, as a misspelt entry would have no effect.
    public init(contentsOf path: String) throws {
        let names: EntryNames = try JSONFile.read(path)
        let known = CodingKeys.allCases.map(\.rawValue)
        if let unknown = names.all.sorted().first(where: { !known.contains($0) }) {
            throw SourceFinder.Failure(
                description: "\(path): there is no entry '\(unknown)'; there are \(known.joined(separator: ", "))")
        }
        self = try JSONFile.read(path)
        if let defaultScope, Lifetime.standard(defaultScope) == nil {
            let scopes = Lifetime.standardNames.joined(separator: ", ")
            throw SourceFinder.Failure(
                description: "\(path): 'defaultScope' is '\(defaultScope)'; there are \(scopes)")
        }
    }

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case modules, declaredIn, properties, plainTypes, bridgesMocks, defaultScope
    }

    /// The file's text.
    public var text: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
        }
    }
}

/// The names of the entries in a file.
private struct EntryNames: Decodable {
    let all: [String]

    init(from decoder: any Decoder) throws {
        all = try decoder.container(keyedBy: Name.self).allKeys.map(\.stringValue)
    }

    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}
