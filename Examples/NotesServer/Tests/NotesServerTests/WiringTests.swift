import ResolverDiagnostics
import SafeFacade
import SafeFacadeTesting
import Testing

@testable import NotesCore
@testable import NotesServer

/// That the server has all that it needs, without a request.
@Suite(.sandboxed) struct WiringTests {
    @Test func everythingIsWired() async throws {
        try await withSettings { settings in
            Container.shared.settings.register { settings }
            Container.shared.user.register { User(id: 1, name: "Ann") }
            let report = await Container.validateAsync(
                [
                    \.settings, \.logger, \.metrics, \.liveObjects, \.clock, \.passwords, \.database, \.request, \.log,
                    \.unitOfWork, \.accounts, \.user, \.notebook,
                ], in: [.request]
            ) {
                Container.shared.request.bind(IncomingRequest(id: "1"))
            }
            #expect(report.problems.isEmpty && report.skipped.isEmpty, "\(report)")
            #expect(report.validatedCount == 13)
        }
    }
}
