import Hummingbird
import Logging
import NotesCore
import SafeFacade

/// The server, wired by the container's factories.
struct ContainerWiring: Wiring {
    // Kept here, as some of it is used after the container is closed, too.
    let settings = Container.shared.settings()
    let logger = Container.shared.logger()
    let metrics = Container.shared.metrics()
    let liveObjects = Container.shared.liveObjects()

    func respond(
        to request: IncomingRequest, _ operation: (any RequestServices) async throws -> Response
    ) async throws -> Response {
        try await Scope.request.run {
            Container.shared.request.bind(request)
            return try await operation(ContainerServices())
        }
    }

    func close() async throws { try await Container.shared.close() }
}

/// The services of the request that the task belongs to.
struct ContainerServices: RequestServices {
    var log: RequestLog { Container.shared.log() }
    var unitOfWork: UnitOfWork { Container.shared.unitOfWork() }
    var accounts: Accounts { Container.shared.accounts() }
    var user: User { get async throws { try await Container.shared.user() } }
    var notebook: Notebook { get async throws { try await Container.shared.notebook() } }
}
