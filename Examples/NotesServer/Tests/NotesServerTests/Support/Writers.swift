import Testing

/// Users who write one note after the other, until the server answers no more.
struct Writers {
    /// How many requests it takes to sign them all up and in.
    let signingIn: Int
    private let tasks: [Task<[String], Never>]

    /// Signs users up, lets them write, and waits until they are at it.
    init(_ count: Int = 8, to server: some NotesClient) async throws {
        signingIn = 2 * count
        var tokens: [String] = []
        for number in 0..<count { tokens.append(try await server.token(of: "user\(number)")) }
        let (written, wrote) = AsyncStream.makeStream(of: Void.self)
        tasks = tokens.enumerated().map { number, token in
            Task {
                // A writer that has ended must not be waited for.
                defer { wrote.finish() }
                var titles: [String] = []
                while true {
                    let title = "note \(titles.count) of user\(number)"
                    let answer = try? await server.send(
                        .POST, "/notes", token: token, ["title": title, "body": "text"])
                    guard let answer else { return titles }
                    #expect(answer.status == 201)
                    if answer.status != 201 { return titles }
                    titles.append(title)
                    wrote.yield()
                }
            }
        }
        let first = await written.prefix(12 * count).reduce(0) { sum, _ in sum + 1 }
        #expect(first == 12 * count, "a writer has ended too early")
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
