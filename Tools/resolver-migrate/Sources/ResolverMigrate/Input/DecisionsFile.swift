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

    /// Reads a file; one that is not there decides nothing.
    public init(contentsOf path: String) throws {
        guard FileManager.default.fileExists(atPath: path) else { return }
        self = try JSONFile.read(path)
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
