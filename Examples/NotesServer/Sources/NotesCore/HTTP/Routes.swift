import HTTPTypes
import Hummingbird

/// What sign-up and sign-in are sent.
private struct Credentials: Decodable {
    let name: String
    let password: String
}

/// Adds the routes whose requests have services.
func addRoutes(to group: RouterGroup<NotesContext>) {
    addAccountRoutes(to: group)
    addNoteRoutes(to: group.group("notes"))
    // Does nothing but ask for a request's services.
    group.get("services") { _, context in
        let services = try context.services
        withExtendedLifetime((services.log, services.unitOfWork, services.accounts)) {}
        return "made\n"
    }
}

private func addAccountRoutes(to group: RouterGroup<NotesContext>) {
    group.post("users") { request, context in
        let credentials = try await request.decode(as: Credentials.self, context: context)
        let user = try await context.services.accounts.signUp(name: credentials.name, password: credentials.password)
        return try answer(.created, user, to: request, context)
    }
    group.post("sessions") { request, context in
        let credentials = try await request.decode(as: Credentials.self, context: context)
        let session = try await context.services.accounts.signIn(
            name: credentials.name, password: credentials.password)
        return try answer(.created, session, to: request, context)
    }
    group.delete("sessions") { _, context in
        let user = try await context.services.user
        guard let token = context.incoming.token else { throw NotesError.notSignedIn }
        try await context.services.accounts.signOut(user, token: token)
        return HTTPResponse.Status.noContent
    }
}

private func addNoteRoutes(to group: RouterGroup<NotesContext>) {
    group.get { request, context in
        let notebook = try await context.services.notebook
        let parameters = request.uri.queryParameters
        let limit = parameters.get("limit", as: Int.self) ?? 50
        let after = parameters.get("after", as: Int64.self) ?? 0
        let notes = try await notebook.list(after: after, limit: min(max(limit, 1), 100))
        return try answer(.ok, ["notes": notes], to: request, context)
    }
    group.post { request, context in
        let notebook = try await context.services.notebook
        let content = try await request.decode(as: NoteContent.self, context: context)
        let note = try await notebook.add(content)
        return try answer(.created, note, to: request, context)
    }
    // All of them or none.
    group.post("batch") { request, context in
        let notebook = try await context.services.notebook
        let contents = try await request.decode(as: [NoteContent].self, context: context)
        var notes: [Note] = []
        for content in contents { notes.append(try await notebook.add(content)) }
        return try answer(.created, ["notes": notes], to: request, context)
    }
    group.get(":id") { request, context in
        let notebook = try await context.services.notebook
        return try answer(.ok, try await notebook.note(try id(in: context)), to: request, context)
    }
    group.put(":id") { request, context in
        let notebook = try await context.services.notebook
        let content = try await request.decode(as: NoteContent.self, context: context)
        return try answer(.ok, try await notebook.replace(try id(in: context), with: content), to: request, context)
    }
    group.delete(":id") { _, context in
        let notebook = try await context.services.notebook
        try await notebook.remove(try id(in: context))
        return HTTPResponse.Status.noContent
    }
}

/// Adds the routes that are about the server itself, and have no services.
func addServerRoutes(to router: Router<NotesContext>, _ wiring: some Wiring) {
    router.get("health") { _, _ in "well\n" }
    router.get("metrics") { _, _ in serverReport(wiring) }
}

/// The metrics, and how many objects of requests there are and have been.
func serverReport(_ wiring: some Wiring) -> String {
    let (made, ended) = wiring.liveObjects.counts
    return wiring.metrics.registry.text + "request_services_made \(made)\nrequest_services_ended \(ended)\n"
}

private func id(in context: NotesContext) throws -> Int64 {
    // What is no number is no note either.
    guard let id = context.parameters.get("id", as: Int64.self) else { throw NotesError.noSuchNote }
    return id
}

private func answer(
    _ status: HTTPResponse.Status, _ value: some Encodable, to request: Request, _ context: NotesContext
) throws -> Response {
    var response = try context.responseEncoder.encode(value, from: request, context: context)
    response.status = status
    return response
}
