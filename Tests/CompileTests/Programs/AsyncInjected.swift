// swift-format-ignore-file

import SafeFacade

final class Database: Sendable {
    init() async throws {}
}

final class Storage: SharedContainer {
    let manager = ContainerManager()
    init() {}
    var archive: AsyncFactory<Database> { self { try await Database() }.singleton }
}

extension Container {
    var database: AsyncFactory<Database> { self { try await Database() }.singleton }
}

#if REJECTED
struct Repository {
    // error: 'init(_:)' is unavailable: await an asynchronous service where it is used, or give it to init
    @Injected(\.database) var database
    // error: 'init(_:)' is unavailable: await an asynchronous service where it is used, or give it to init
    @LazyInjected(\.database) var lazy
    // error: 'init(_:)' is unavailable: await an asynchronous service where it is used, or give it to init
    @WeakLazyInjected(\.database) var weak
    // error: 'init(_:)' is unavailable: await an asynchronous service where it is used, or give it to init
    @DynamicInjected(\.database) var dynamic
    // error: 'init(_:)' is unavailable: await an asynchronous service where it is used, or give it to init
    @Injected(\Storage.archive) var archive
    // error: 'dependency' is unavailable: await an asynchronous service: try await Container.shared.service()
    let stored = dependency(\.database)
}
extension Container {
    // error: 'graph' is unavailable: a graph is made at once; share it in a run: .scope(.request)
    var graphDatabase: AsyncFactory<Database> { self { try await Database() }.graph }
}
#else
struct Repository {
    let database: Database

    func note() async throws -> Database { try await Container.shared.database() }
}
#endif
