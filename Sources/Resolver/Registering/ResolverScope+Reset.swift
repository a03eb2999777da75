extension ResolverScope {
    /// Drops the instances this scope keeps; those who hold one keep it.
    ///
    /// An instance that is being built meanwhile is given to those who wait for it, and is not kept. In a sandbox, only
    /// the sandbox's own instances are dropped. A scope that keeps nothing does nothing; nor does
    /// ``ResolverScope/container``, whose instances are kept by the `cache` of each resolver: reset that. No closer runs, as
    /// somebody may still use what is dropped: call ``Resolver/close(_:file:line:)`` first.
    ///
    /// ```swift
    /// ResolverScope.session.reset()
    /// ```
    public func reset() { Environment.active.reset(self) }
}
