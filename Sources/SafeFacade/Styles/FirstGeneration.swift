public import Resolver

// Names of the first generation of typed factories, for programs that come from there.

extension Container {
    /// The lifetimes.
    public typealias Scope = ResolverScope

    /// What is registered over the declarations of the shared container.
    public enum Registrations {
        /// Drops what is registered.
        public static func reset() { Container.shared.reset(.registration) }

        /// Saves what is registered, and the instances.
        public static func push() { Container.shared.push() }

        /// Brings back what was saved.
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
