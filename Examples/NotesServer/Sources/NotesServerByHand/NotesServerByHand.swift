import Foundation
import NotesCore

@main struct NotesServerByHand {
    static func main() async throws {
        let settings = try Settings(environment: ProcessInfo.processInfo.environment)
        try await serve(try await HandWiring(settings: settings))
    }
}
