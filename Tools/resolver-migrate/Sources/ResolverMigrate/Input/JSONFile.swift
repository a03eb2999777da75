import Foundation

/// Reads JSON, and names the file in its errors.
enum JSONFile {
    static func read<Content: Decodable>(_ path: String) throws -> Content {
        guard let data = try? Data(contentsOf: URL(fileURLWithPath: path)) else {
            throw SourceFinder.Failure(description: "\(path) cannot be read")
        }
        do {
            return try JSONDecoder().decode(Content.self, from: data)
        } catch {
            throw SourceFinder.Failure(description: "\(path) is not the JSON that is expected: \(error)")
        }
    }
}
