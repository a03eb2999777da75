/// What a ledger of the library wrote as JSON: the lookups that ran, and what was registered then.
public struct Ledger: Decodable, Sendable {
    /// A lookup that ran.
    public struct Resolution: Decodable, Sendable {
        let service: String
        let file: String
        let line: Int
        let count: Int
    }

    /// A service that was registered or declared.
    public struct Service: Decodable, Sendable {
        let file: String
        let line: Int
        let count: Int?
    }

    let resolutions: [Resolution]
    let services: [Service]

    /// Reads a ledger's file.
    public init(contentsOf path: String) throws {
        self = try JSONFile.read(path)
    }

    /// How often a place was resolved; nil if the ledger has none there.
    func count(at place: Place) -> Int? {
        let counts = resolutions.filter { $0.line == place.line && Self.isSame($0.file, place.file) }.map(\.count)
        return counts.isEmpty ? nil : counts.reduce(0, +)
    }

    /// How often what is registered at a place was resolved; nil if the ledger has nothing registered there.
    func count(ofRegistrationAt place: Place) -> Int? {
        let found = services.filter { $0.line == place.line && Self.isSame($0.file, place.file) }
        return found.isEmpty ? nil : found.reduce(0) { $0 + ($1.count ?? 0) }
    }

    /// Whether `Module/File.swift`, as the compiler has it, may be this file.
    static func isSame(_ fileID: String, _ path: String) -> Bool {
        fileID.split(separator: "/").last == path.split(separator: "/").last
    }
}
