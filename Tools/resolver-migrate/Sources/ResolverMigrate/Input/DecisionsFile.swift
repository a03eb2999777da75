import Foundation

/// What a person has decided about a program, kept in a file beside it, so that it is asked for once.
public struct DecisionsFile: Codable, Equatable, Sendable {
    /// The module of each folder that the layout does not show: `"App/Widget": "Widget"`.
    public var modules: [String: String]?
    /// The module that declares a service which others ask for: `"Analytics": "AnalyticsInterface"`.
    public var declaredIn: [String: String]?
    /// The property of a service, where another name than the tool's is wanted: `"MessageLoading": "loader"`.
    public var properties: [String: String]?
    /// Types of other libraries whose initialisers neither fail nor throw.
    public var plainTypes: [String]?
    /// Whether declarations that tests replace say `.bridged`, so that a mock counts whether or not the export has run.
    ///
    /// A mock that is registered first then also outlasts the registration of the real service by the program.
    public var bridgesMocks: Bool?
    /// The lifetime of registrations that state none: `graph`, `application` and so on.
    public var defaultScope: String?

    /// Decides nothing.
    public init() {}

    /// Reads a file, which must say nothing that the tool does not know: a misspelt word would decide nothing.
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
