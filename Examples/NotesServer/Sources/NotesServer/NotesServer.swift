import Foundation
import NotesCore
import SafeFacade

@main struct NotesServer {
    static func main() async throws {
        let settings = try Settings(environment: ProcessInfo.processInfo.environment)
        Container.shared.settings.register { settings }
        // Opened before the first request, so that a failure ends the launch.
        _ = try await Container.shared.database()
        try await serve(ContainerWiring())
    }
}
