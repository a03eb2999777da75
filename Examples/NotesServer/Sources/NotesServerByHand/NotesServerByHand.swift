import Foundation
import NotesCore

@main struct NotesServerByHand {
    static func main() async throws {
        let settings = try Settings(environment: ProcessInfo.processInfo.environment)
        let wiring = try await HandWiring(settings: settings)
        try await serve(wiring, logger: wiring.logger)
    }
}
