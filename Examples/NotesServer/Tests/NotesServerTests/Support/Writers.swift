/// Users who write one note after the other, until the server answers no more.
struct Writers {
    private let tasks: [Task<[String], Never>]

    /// Signs users up, lets them write, and waits until they are at it.
    init(_ count: Int = 8, to server: some NotesClient) async throws {
        var tokens: [String] = []
        for number in 0..<count { tokens.append(try await server.token(of: "user\(number)")) }
        let (written, wrote) = AsyncStream.makeStream(of: Void.self)
        tasks = tokens.enumerated().map { number, token in
            Task {
                var titles: [String] = []
                while true {
                    let title = "note \(titles.count) of user\(number)"
                    let answer = try? await server.send(
                        .POST, "/notes", token: token, ["title": title, "body": "text"])
                    guard answer?.status == 201 else { return titles }
                    titles.append(title)
                    wrote.yield()
                }
            }
        }
        for await _ in written.prefix(12 * count) {}
    }

    /// The titles of the notes that were answered, when there is no server any more.
    var answered: Set<String> {
        get async {
            var answered: Set<String> = []
            for task in tasks { answered.formUnion(await task.value) }
            return answered
        }
    }
}
