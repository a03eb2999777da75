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
///
/// What is asked for synchronously is taken at once, as all requests need it: a task that outlives its request would trap if it
/// asked. What is asked for asynchronously throws there.
struct ContainerServices: RequestServices {
    let log = Container.shared.log()
    let unitOfWork = Container.shared.unitOfWork()
    let accounts = Container.shared.accounts()
    var user: User { get async throws { try await Container.shared.user() } }
    var notebook: Notebook { get async throws { try await Container.shared.notebook() } }
}
