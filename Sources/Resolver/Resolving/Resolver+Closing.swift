extension Resolver {
    /// Closes what this resolver keeps: calls the closers of its instances, the one completed last first.
    ///
    /// From now on nothing that is kept is made any more: until ``reset()``, `resolve` and `optional` of it trap, and
    /// `require` and `requireAsync` throw a ``ResolutionError`` with the reason `closed`. Asynchronous constructions
    /// that are under way are cancelled, and all are waited for. Then all instances are dropped, and those whose
    /// registration states `onClose` are closed, whether the task is cancelled or not.
    /// A second call does nothing but wait for the first. Children close for themselves, and so do runs of task scopes.
    ///
    /// ```swift
    /// Resolver.registerAsync { try await Database.open() }
    ///     .scope(.application)
    ///     .onClose { database, _ in await database.close() }
    /// try await Resolver.main.close()
    /// ```
    ///
    /// What was dropped before, by a reset or because it was registered anew, is closed by nobody. Those who hold an
    /// instance keep it, closed.
    ///
    /// - Parameters:
    ///   - file: Where the call is, for reports.
    ///   - line: Where the call is, for reports.
    /// - Throws: A ``ClosingError`` if closers have thrown; a ``ResolutionError`` where it is called in the making of
    ///   something that is kept.
    public final func close(file: StaticString = #fileID, line: UInt = #line) async throws {
        try await Environment.active.close(self, nil, nil, at: CodeLocation(file, line))
    }

    /// Closes what one scope keeps in this resolver, as ``close(file:line:)`` does for all; asking for it fails until
    /// the scope is reset.
    ///
    /// Of ``ResolverScope/container``, the resolver's ``cache`` is what is to be reset.
    ///
    /// ```swift
    /// try await Resolver.main.close(.session)
    /// ResolverScope.session.reset()
    /// ```
    ///
    /// - Parameters:
    ///   - scope: The scope; nothing happens for a task scope, whose runs close what they have when they end.
    ///   - file: Where the call is, for reports.
    ///   - line: Where the call is, for reports.
    /// - Throws: A ``ClosingError`` if closers have thrown; a ``ResolutionError`` where it is called in the making of
    ///   something that is kept.
    public final func close(_ scope: ResolverScope, file: StaticString = #fileID, line: UInt = #line) async throws {
        try await Environment.active.close(self, nil, scope, at: CodeLocation(file, line))
    }
}
