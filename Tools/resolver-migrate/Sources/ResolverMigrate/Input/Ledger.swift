/// A report that a ledger of the library wrote as JSON: the lookups that ran, and what was registered.
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

    /// How often a place was resolved; nil if the ledger has no lookup there.
    func count(at place: Place, _ files: Files) -> Int? {
        let counts = resolutions.filter { files.has($0.file, $0.line, at: place) }.map(\.count)
        return counts.isEmpty ? nil : counts.reduce(0, +)
    }

    /// How often the registrations at a place were resolved; nil if the ledger has none there.
    func count(ofRegistrationAt place: Place, _ files: Files) -> Int? {
        let found = services.filter { files.has($0.file, $0.line, at: place) }
        return found.isEmpty ? nil : found.reduce(0) { $0 + ($1.count ?? 0) }
    }

    /// The files of a program, by the names that the compiler may give them: `Module/File.swift`.
    struct Files {
        private let paths: [String: Set<String>]

        init(_ files: [SourceFile]) {
            paths = files.reduce(into: [:]) { paths, file in
                let name = file.path.fileName
                let module = String(file.module.name.map { $0.isLetter || $0.isNumber ? $0 : "_" })
                for known in ["\(module)/\(name)", name] { paths[known, default: []].insert(file.path) }
            }
        }

        /// Whether a line of a file, as the compiler names it, may be a place.
        ///
        /// If the module is not known to have a file of that name, the file's name alone counts: a module's name may differ
        /// from its folder's.
        func has(_ fileID: String, _ line: Int, at place: Place) -> Bool {
            guard line == place.line else { return false }
            return (paths[fileID] ?? paths[fileID.fileName])?.contains(place.file) ?? false
        }
    }
}
