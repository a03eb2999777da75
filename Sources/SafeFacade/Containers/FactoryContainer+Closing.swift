import Resolver

extension FactoryContainer {
    /// Closes what the container keeps: calls the closers of its instances, the one completed last first.
    ///
    /// From now on no instance that would be kept is made any more: until ``reset(_:)``, synchronous calls that ask for one
    /// trap, and asynchronous ones throw a `ResolutionError` with the reason `closed`. Asynchronous constructions that are
    /// under way are cancelled, and all constructions are waited for. Then all instances are dropped, and those whose factory
    /// states `onClose` are closed, whether the task is cancelled or not. A second call only waits for the first.
    /// Other containers close for themselves, and so do runs of task scopes. Singletons are closed with the shared container
    /// of their type, and with no other one.
    ///
    /// ```swift
    /// var database: AsyncFactory<Database> {
    ///     self { try await Database.open() }.singleton.onClose { database, _ in await database.close() }
    /// }
    /// try await Container.shared.close()
    /// ```
    ///
    /// An instance that was dropped before, by a reset or because it was overridden, is not closed. Those who hold an instance
    /// keep it, closed. The default container has one registry with `Resolver.main`: the instances of services that are
    /// registered there are closed, too.
    ///
    /// - Parameters:
    ///   - file: Where the call is, for reports.
    ///   - line: Where the call is, for reports.
    /// - Throws: A `ClosingError` if closers have thrown; a `ResolutionError` where it is called in the making of something
    ///   that it would close.
    public func close(file: StaticString = #fileID, line: UInt = #line) async throws {
        try await close(nil, at: CodeLocation(file, line))
    }

    /// Closes the instances that one scope keeps in the container, as ``close(file:line:)`` does for all scopes; asking for
    /// such a service fails until the scope is reset.
    ///
    /// - Parameters:
    ///   - scope: The scope; nothing happens for a task scope, whose runs close what they have when they end.
    ///   - file: Where the call is, for reports.
    ///   - line: Where the call is, for reports.
    /// - Throws: A `ClosingError` if closers have thrown; a `ResolutionError` where it is called in the making of something
    ///   that it would close.
    public func close(_ scope: Scope, file: StaticString = #fileID, line: UInt = #line) async throws {
        try await close(scope, at: CodeLocation(file, line))
    }

    /// Whether the container is the one that its type's own `shared` gives, which no environment knows.
    private var isOwnShared: Bool {
        (self as? any SharedContainer).map { OwnShared.isOwnShared($0) } ?? false
    }

    private func close(_ scope: Scope?, at location: CodeLocation) async throws {
        let environment = Environment.active
        let resolver = manager.storage.currentResolver
        // Of several containers of one type, only the shared one closes the singletons.
        let hasSingletons = environment.shares(resolver) || isOwnShared
        try await environment.close(resolver, hasSingletons ? type(of: self) : nil, scope, at: location)
    }
}
