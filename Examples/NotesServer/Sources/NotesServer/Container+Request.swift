import NotesCore
import SafeFacade

extension Scope {
    /// One request.
    static let request = TaskScope()
}

// The services that each request has of its own.
//
// Outside of a request, the synchronous ones trap, which ends the server, and the asynchronous ones throw. That is fine
// here: routes ask by way of `ContainerServices` alone, which `ContainerWiring.respond` makes inside the run, and which takes
// the synchronous ones then. Where a route could ask outside of the run, all of them should be an `AsyncFactory`.

extension Container {
    /// Bound by `ContainerWiring`, when the request's run begins.
    var request: Factory<IncomingRequest> { required().scope(.request) }

    var log: Factory<RequestLog> {
        self { RequestLog($0.request(), logger: $0.logger(), liveObjects: $0.liveObjects()) }.scope(.request)
    }

    /// Committed when the request has been handled, rolled back when that has failed; the answer is sent after it.
    var unitOfWork: Factory<UnitOfWork> {
        // It asks for the database when it first needs it. An `AsyncFactory` that awaited the database would be simpler, but
        // then the accounts would have to be asynchronous, too, and each asynchronous construction takes a task of its own.
        self { container in
            UnitOfWork(log: container.log(), liveObjects: container.liveObjects()) { try await container.database() }
        }.scope(.request).onClose { unitOfWork, outcome in
            if outcome.hasSucceeded { try await unitOfWork.commit() } else { await unitOfWork.rollBack() }
        }
    }

    var accounts: Factory<Accounts> {
        self {
            Accounts(
                unitOfWork: $0.unitOfWork(), passwords: $0.passwords(), clock: $0.clock(), settings: $0.settings(),
                log: $0.log(), liveObjects: $0.liveObjects())
        }.scope(.request)
    }

    /// The user whose token the request has: looked up once, however many ask.
    var user: AsyncFactory<User> {
        self { try await $0.accounts().user(of: $0.request().token) }.scope(.request)
    }

    /// Of no scope: what it is made of is the request's.
    var notebook: AsyncFactory<Notebook> {
        self {
            Notebook(
                user: try await $0.user(), unitOfWork: $0.unitOfWork(), clock: $0.clock(), settings: $0.settings(),
                log: $0.log(), liveObjects: $0.liveObjects())
        }
    }
}
