import Hummingbird
import Logging
import NotesCore

/// The server, wired by hand.
struct HandWiring: Wiring {
    let settings: Settings
    let logger: Logger
    let metrics = ServerMetrics()
    let liveObjects = LiveObjectCounter()
    let clock: WallClock
    let passwords: PasswordHasher
    let database: NotesDatabase

    init(
        settings: Settings, logger: Logger = Logger(label: "notes"), clock: WallClock = WallClock()
    ) async throws {
        var logger = logger
        logger.logLevel = settings.logLevel
        self.settings = settings
        self.logger = logger
        self.clock = clock
        passwords = PasswordHasher(cost: settings.passwordCost, queueLimit: settings.passwordQueueLimit)
        database = try await NotesDatabase.open(at: settings.databasePath)
    }

    func respond(
        to request: IncomingRequest, _ operation: (any RequestServices) async throws -> Response
    ) async throws -> Response {
        let services = HandServices(request, self)
        let response: Response
        do {
            response = try await operation(services)
        } catch {
            await services.unitOfWork.rollBack()
            throw error
        }
        try await services.unitOfWork.commit()
        return response
    }

    func close() async throws { try database.close() }
}

/// The services of one request.
///
/// No route asks for the user or the notebook twice, so neither is kept.
final class HandServices: RequestServices {
    private let request: IncomingRequest
    private let server: HandWiring
    let log: RequestLog
    let unitOfWork: UnitOfWork

    init(_ request: IncomingRequest, _ server: HandWiring) {
        self.request = request
        self.server = server
        log = RequestLog(request, logger: server.logger, liveObjects: server.liveObjects)
        unitOfWork = UnitOfWork(log: log, liveObjects: server.liveObjects) { [database = server.database] in database }
    }

    var accounts: Accounts {
        Accounts(
            unitOfWork: unitOfWork, passwords: server.passwords, clock: server.clock, settings: server.settings,
            log: log, liveObjects: server.liveObjects)
    }

    var user: User { get async throws { try await accounts.user(of: request.token) } }

    var notebook: Notebook {
        get async throws {
            Notebook(
                user: try await user, unitOfWork: unitOfWork, clock: server.clock, settings: server.settings, log: log,
                liveObjects: server.liveObjects)
        }
    }
}
