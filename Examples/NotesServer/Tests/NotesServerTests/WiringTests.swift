import ResolverDiagnostics
import SafeFacade
import SafeFacadeTesting
import Testing

@testable import NotesCore
@testable import NotesServer

/// That the server has all that it needs, without a request.
@Suite(.sandboxed, .timeLimit(.minutes(5))) struct WiringTests {
    @Test func theLaunchHasToRegisterTheSettings() {
        #expect(Container.shared.unbound(in: [\.settings]).count == 1)
        Container.shared.settings.register { Settings() }
        #expect(Container.shared.unbound(in: [\.settings]).isEmpty)
    }

    @Test func everythingIsWired() async throws {
        try await withSettings { settings in
            Container.shared.settings.register { settings }
            let token = try await Scope.request.run {
                Container.shared.request.bind(IncomingRequest(id: "0"))
                let accounts = Container.shared.accounts()
                _ = try await accounts.signUp(name: "Ann", password: "a good password")
                return Token(text: try await accounts.signIn(name: "Ann", password: "a good password").token)
            }
            let report = await Container.validateAsync(
                [
                    \.settings, \.logger, \.metrics, \.liveObjects, \.clock, \.passwords, \.database, \.request, \.log,
                    \.unitOfWork, \.accounts, \.user, \.notebook,
                ], in: [.request]
            ) {
                Container.shared.request.bind(IncomingRequest(id: "1", token: token))
            }
            #expect(report.problems.isEmpty && report.skipped.isEmpty, "\(report)")
            #expect(report.validatedCount == 13)
        }
    }
}
