extension Resolver {
    /// Closes the services that this resolver keeps: calls the closers of their instances, the one completed last first.
    ///
    /// From now on, no service that is kept is made any more. Until ``reset()``, `resolve` and `optional` trap for such a
    /// service, and `require` and `requireAsync` throw a ``ResolutionError`` with the reason `closed`. Asynchronous
    /// constructions that are under way are cancelled. The call waits for all constructions to end, and then drops all
    /// instances. Those whose registration states `onClose` are closed, even if the task is cancelled. A second call only waits
    /// for the first. The resolver's children and the runs of task scopes are not closed: they close for themselves.
    ///
    /// ```swift
    /// Resolver.registerAsync { try await Database.open() }
    ///     .scope(.application)
    ///     .onClose { database, _ in await database.close() }
    /// try await Resolver.main.close()
    /// ```
    ///
    /// An instance that was dropped before, by a reset or because its service was registered anew, is never closed. Code that
    /// holds an instance still has it, closed.
    ///
    /// - Parameters:
    ///   - file: Where the call is, for reports.
    ///   - line: Where the call is, for reports.
    /// - Throws: A ``ClosingError`` if closers have thrown; a ``ResolutionError`` if it is called in the asynchronous making of
    ///   a service that it would close.
    public final func close(file: StaticString = #fileID, line: UInt = #line) async throws {
        try await Environment.active.close(self, nil, nil, at: CodeLocation(file, line))
    }

    /// Closes the services that one scope keeps in this resolver, as ``close(file:line:)`` does for all scopes.
    ///
    /// Asking for such a service fails until the scope is reset. For ``ResolverScope/container``, reset the resolver's
    /// ``cache``.
    ///
    /// ```swift
    /// try await Resolver.main.close(.session)
    /// ResolverScope.session.reset()
    /// ```
    ///
    /// - Parameters:
    ///   - scope: The scope; nothing happens for a task scope, whose runs close their instances when they end.
    ///   - file: Where the call is, for reports.
    ///   - line: Where the call is, for reports.
    /// - Throws: A ``ClosingError`` if closers have thrown; a ``ResolutionError`` if it is called in the asynchronous making of
    ///   a service that it would close.
    public final func close(_ scope: ResolverScope, file: StaticString = #fileID, line: UInt = #line) async throws {
        try await Environment.active.close(self, nil, scope, at: CodeLocation(file, line))
    }
}
