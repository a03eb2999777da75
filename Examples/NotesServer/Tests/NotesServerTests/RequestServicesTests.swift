import Hummingbird
import NotesCore
import SafeFacade
import SafeFacadeTesting
import Synchronization
import Testing

@testable import NotesServer

/// What belongs to one request, and to no other; mostly of the server that the container wires.
@Suite(.sandboxed, .timeLimit(.minutes(5))) struct RequestServicesTests {
    @Test func oneRequestSharesThemAlsoInItsChildTasks() async throws {
        let sightings = Sightings()
        let routes = Routes { group in
            group.get("look") { _, _ in
                async let there = sightings.look()
                let here = sightings.look()
                let inGroup = await withTaskGroup(of: [ObjectIdentifier].self) { tasks in
                    for _ in 1...3 { tasks.addTask { sightings.look() } }
                    return await tasks.reduce(into: []) { $0.append($1) }
                }
                let all = await [here, there] + inGroup
                #expect(Set(all).count == 1)
                return "seen"
            }
        }
        try await withServer(.container, routes) { server in
            for _ in 1...3 {
                let answer = try await server.send(.GET, "/look")
                #expect(answer.text == "seen")
            }
        }
        // Three services in each of three requests.
        #expect(sightings.distinct == 9)
    }

    @Test func theUserIsLookedUpOnceForEachRequest() async throws {
        let lookups = Atomic<Int>(0)
        Container.shared.register(\.user) { container in
            lookups.add(1, ordering: .relaxed)
            return try await container.accounts().user(of: container.request().token)
        }
        let routes = Routes { group in
            group.get("who") { _, _ in
                let names = try await withThrowingTaskGroup(of: String.self) { tasks in
                    for _ in 1...10 { tasks.addTask { try await Container.shared.user().name } }
                    return try await tasks.reduce(into: Set()) { $0.insert($1) }
                }
                return names.joined()
            }
        }
        try await withServer(.container, routes) { server in
            let (ann, mary) = (try await server.token(of: "Ann"), try await server.token(of: "Mary"))
            #expect(try await server.send(.GET, "/who", token: ann).text == "Ann")
            #expect(try await server.send(.GET, "/who", token: mary).text == "Mary")
        }
        #expect(lookups.load(ordering: .relaxed) == 2)
    }

    @Test func nothingOfARequestIsAliveAfterIt() async throws {
        let weak = Mutex<[WeakBox]>([])
        let routes = Routes { group in
            group.get("leave") { _, context in
                let notebook = try await Container.shared.notebook()
                _ = try await notebook.add(NoteContent(title: "left", body: ""))
                let services: [any AnyObject & Sendable] = [
                    notebook, Container.shared.log(), Container.shared.unitOfWork(), Container.shared.accounts(),
                ]
                weak.withLock { $0 += services.map(WeakBox.init) }
                return "left"
            }
        }
        try await withServer(.container, routes) { server in
            let token = try await server.token(of: "Ann")
            #expect(try await server.send(.GET, "/leave", token: token).text == "left")
            let (made, ended) = try await server.counts()
            #expect(made == ended)
            #expect(weak.withLock { $0.count } == 4)
            #expect(weak.withLock { $0.allSatisfy { $0.object == nil } })
        }
    }

    @Test func anErrorInTheMiddleTakesBackWhatWasWritten() async throws {
        struct Accident: Error {}
        let routes = Routes { group in
            group.get("accident") { _, _ -> String in
                let notebook = try await Container.shared.notebook()
                let note = try await notebook.add(NoteContent(title: "half of it", body: ""))
                // Inside, it is there.
                #expect(try await notebook.note(note.id) == note)
                throw Accident()
            }
        }
        try await withServer(.container, routes) { server in
            let token = try await server.token(of: "Ann")
            let answer = try await server.send(.GET, "/accident", token: token)
            #expect(answer.status == 500)
            #expect(answer.error == "something went wrong here")
            #expect(try await server.titles(token: token) == [])
            // The writer is free again.
            _ = try await server.add("whole", token: token)
            #expect(try await server.titles(token: token) == ["whole"])
        }
    }

    @Test func afterAFailedWriteNothingIsCommitted() async throws {
        let routes = Routes { group in
            group.get("shrug") { _, _ in
                let notebook = try await Container.shared.notebook()
                _ = try await notebook.add(NoteContent(title: "before", body: ""))
                // Refused after it has counted the note.
                try? await Container.shared.unitOfWork().write { database in
                    try database.execute(sql: "UPDATE user SET noteCount = 100")
                    throw NotesError.tooManyNotes
                }
                return "all is well"
            }
        }
        try await withServer(.container, routes) { server in
            let token = try await server.token(of: "Ann")
            #expect(try await server.send(.GET, "/shrug", token: token).status == 500)
            #expect(try await server.titles(token: token) == [])
        }
    }

    @Test func whatLivesLongerCannotKeepARequestsUser() async throws {
        let routes = Routes { group in
            group.get("keep") { _, _ in
                do {
                    _ = try await Container.shared.longLived()
                    return "kept"
                } catch let error as ResolutionError {
                    return error.description.contains("[captive]") ? "captive" : error.description
                }
            }
        }
        try await withServer(.container, routes) { server in
            let token = try await server.token(of: "Ann")
            #expect(try await server.send(.GET, "/keep", token: token).text == "captive")
        }
    }

    @Test(arguments: Edition.allCases)
    func aTaskThatOutlivesItsRequestGetsNothing(_ edition: Edition) async throws {
        let late = Mutex<Task<Bool, Never>?>(nil)
        let (gate, opened) = AsyncStream.makeStream(of: Void.self)
        let routes = Routes { group in
            group.get("late") { _, context in
                let services = try context.services
                let task = Task {
                    for await _ in gate {}
                    // None of these ends the process.
                    services.log.info("the answer was sent")
                    _ = services.accounts
                    let asked = try? await services.user
                    let wrote: Void? = try? await services.unitOfWork.write { try $0.execute(sql: "DELETE FROM note") }
                    return asked == nil && wrote == nil
                }
                late.withLock { $0 = task }
                return "answered"
            }
        }
        try await withServer(edition, routes) { server in
            let token = try await server.token(of: "Ann")
            _ = try await server.add("still there", token: token)
            #expect(try await server.send(.GET, "/late", token: token).text == "answered")
            opened.finish()
            #expect(await late.withLock { $0 }?.value == true)
            #expect(try await server.titles(token: token) == ["still there"])
        }
    }
}

extension Container {
    /// What no program should have: it would keep the first user's name for all.
    fileprivate var longLived: AsyncFactory<String> { self { try await $0.user().name }.singleton }
}

/// What requests have seen, kept, so that no address is used again.
private final class Sightings: Sendable {
    private let kept = Mutex<[any AnyObject & Sendable]>([])

    var distinct: Int { kept.withLock { Set($0.map { ObjectIdentifier($0) }).count } }

    func look() -> [ObjectIdentifier] {
        let services: [any AnyObject & Sendable] = [
            Container.shared.log(), Container.shared.unitOfWork(), Container.shared.accounts(),
        ]
        kept.withLock { $0 += services }
        return services.map { ObjectIdentifier($0) }
    }
}

private struct WeakBox: Sendable {
    weak let object: (any AnyObject & Sendable)?
    init(_ object: any AnyObject & Sendable) { self.object = object }
}
