extension ResolverScope {
    /// Drops the instances that this scope keeps; code that holds one still has it.
    ///
    /// An instance that is being made meanwhile is given to those who wait for it, and is not kept. In a sandbox, only the
    /// sandbox's own instances are dropped. For a scope that keeps nothing, nothing happens. Nothing happens for
    /// ``ResolverScope/container`` either: the `cache` of each resolver keeps those instances, so reset the cache. No closer
    /// runs, as some code may still use a dropped instance. To run the closers, call ``Resolver/close(_:file:line:)`` first.
    ///
    /// ```swift
    /// ResolverScope.session.reset()
    /// ```
    public func reset() { Environment.active.reset(self) }
}
