import SafeFacade
import TestSupport
import Testing

private final class Database: Sendable {
    let path: String
    init(_ path: String) { self.path = path }
}

extension Container {
    fileprivate var path: Factory<String> { self { "live" } }
    fileprivate var database: AsyncFactory<Database> { self { Database("declared") } }
    fileprivate var mailbox: AsyncParameterFactory<Int, Database> { self { Database("mailbox \($0)") } }
    fileprivate var keptDatabase: AsyncFactory<Database> { self { Database("kept") }.cached }
    fileprivate var keptMailbox: AsyncParameterFactory<Int, Database> { self { _ in Database("kept") }.cached }
}

private final class Session: FactoryContainer {
    let manager = ContainerManager()
    let user: String
    init(user: String) { self.user = user }
    var database: AsyncFactory<Database> { self { Database("of \($0.user)") }.cached }
    /// The closure of this factory holds no container.
    var spare: AsyncFactory<Database> { self { Database("spare") } }
}

// This call is outside of the test macros, which count their lines differently.
private let calls = #line
private func ask(_ factory: AsyncFactory<Database>) async throws { _ = try await factory() }

@Suite(.inFreshSandbox) struct AsyncHandedOverrideTests {
    @Test func theClosureIsHandedTheContainer() async throws {
        Container.shared.path.register { "mock" }
        Container.shared.register(\.database) { container in
            await Task.yield()
            return Database(container.path())
        }
        let mock = try await Container.shared.database()
        #expect(mock.path == "mock")
        Container.shared.register(\.mailbox) { Database("\($0.path()) \($1)") }
        let mailbox = try await Container.shared.mailbox(3)
        #expect(mailbox.path == "mock 3")
        Container.shared.reset()
        let declared = try await Container.shared.database()
        #expect(declared.path == "declared")
    }

    @Test func theOverrideMayHaveALifetimeAndAContext() async throws {
        Container.shared.register(\.database, scope: .cached) { Database($0.path()) }
        let database = try await Container.shared.database()
        #expect(try await Container.shared.database() === database)
        Container.shared.register(\.mailbox, scope: .singleton) { Database("\($0.path()) \($1)") }
        let mailbox = try await Container.shared.mailbox(1)
        #expect(try await Container.shared.mailbox(1) === mailbox)
        FactoryContext.current = [.preview]
        Container.shared.register(\.database, when: .preview) { Database("preview \($0.path())") }
        let preview = try await Container.shared.database()
        #expect(preview.path == "preview live")
        FactoryContext.current = []
        #expect(try await Container.shared.database() === database)
    }

    @Test func everyFormTakesAContextAndALifetime() async throws {
        let container = Container.shared
        FactoryContext.current = []
        container.register(\.mailbox, when: .preview) { _, _ in Database("preview") }
        container.register(\.database, when: .debug, scope: .cached) { _ in Database("debug") }
        container.register(\.mailbox, when: .debug, scope: .cached) { _, _ in Database("debug") }
        func paths() async throws -> [String] {
            let (database, mailbox) = (try await container.database(), try await container.mailbox(1))
            return [database.path, mailbox.path]
        }
        #expect(try await paths() == ["declared", "mailbox 1"])
        FactoryContext.current = [.preview]
        #expect(try await paths() == ["declared", "preview"])
        FactoryContext.current = [.debug]
        #expect(try await paths() == ["debug", "debug"])
        // A lifetime that keeps nothing, over one that is declared and keeps.
        FactoryContext.current = []
        container.register(\.keptDatabase, scope: .unique) { _ in Database("mock") }
        container.register(\.keptMailbox, scope: .unique) { _, _ in Database("mock") }
        let databases = (try await container.keptDatabase(), try await container.keptDatabase())
        #expect(databases.0 !== databases.1)
        let mailboxes = (try await container.keptMailbox(1), try await container.keptMailbox(1))
        #expect(mailboxes.0 !== mailboxes.1)
    }

    @Test func aSandboxThatIsOpenedLaterHandsItsOwnContainer() async throws {
        Container.shared.register(\.database) { Database($0.path()) }
        try await withSandbox { () async throws -> Void in
            Container.shared.path.register { "inner" }
            let inner = try await Container.shared.database()
            #expect(inner.path == "inner")
        }
        let outer = try await Container.shared.database()
        #expect(outer.path == "live")
    }

    @Test func aContainerOfValuesHasAsynchronousFactoriesAndIsHanded() async throws {
        let session = Session(user: "Ann")
        let database = try await session.database()
        #expect(database.path == "of Ann")
        #expect(try await session.database() === database)
        let ofMary = try await Session(user: "Mary").database()
        #expect(ofMary.path == "of Mary")
        session.register(\.database) { Database("mock of \($0.user)") }
        let mock = try await session.database()
        #expect(mock.path == "mock of Ann")
    }

    @Test func aContainerThatIsGoneIsReported() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let factory = {
                let session = Session(user: "Ann")
                session.register(\.spare) { Database($0.user) }
                return session.spare
            }()
            try await ask(factory)
        }
        let text = try failureText(result)
        #expect(
            text == """
                Resolver: the container is gone that 'Session.spare' was registered with  [ended-container]
                  asked for by   resolve()  SafeFacadeTests/AsyncHandedOverrideTests.swift:\(calls + 1)
                  to mend it     hold the container for as long as its factories are used
                """)
    }
}
