// swift-format-ignore-file

import SafeFacade

final class Database: Sendable {
    init() async throws {}
}
final class Repository: Sendable {
    init(_ database: Database) {}
}

extension Container {
    var database: AsyncFactory<Database> { self { try await Database() }.singleton }
}

#if REJECTED
extension Container {
    // error: 'async' call in a function that does not support concurrency
    var repository: Factory<Repository> { self { Repository(try! $0.database()) } }
}
#else
extension Container {
    var repository: AsyncFactory<Repository> { self { Repository(try await $0.database()) } }
}
#endif
