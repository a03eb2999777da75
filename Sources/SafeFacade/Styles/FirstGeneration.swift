public import Resolver

// Names of the first generation of typed factories, for programs that still use them.

extension Container {
    /// The lifetimes.
    public typealias Scope = ResolverScope

    /// The overrides of the shared container's declarations.
    public enum Registrations {
        /// Drops the overrides.
        public static func reset() { Container.shared.reset(.registration) }

        /// Saves the overrides and the instances.
        public static func push() { Container.shared.push() }

        /// Restores what was saved last.
        public static func pop() { Container.shared.pop() }
    }
}

extension ResolverScope {
    /// Drops the instances of the shared container.
    ///
    /// - Parameter includingSingletons: Whether singletons are dropped, too.
    public static func reset(includingSingletons: Bool = false) {
        Container.shared.reset(.scope)
        if includingSingletons { singleton.reset() }
    }
}
