extension Resolver {
    /// Makes a resolver.
    ///
    /// - Parameter child: A resolver that is searched for what this one has no registration for.
    public convenience init(child: Resolver? = nil) {
        self.init(home: Environment.withActive(\.number))
        if let child { add(child: child) }
    }

    /// Adds a resolver that is searched, after those added before, for what this one has no registration for.
    ///
    /// - Parameter child: The resolver to search, and its children in turn.
    public final func add(child: Resolver) {
        let environment = Environment.active
        let own = environment.own(self)
        let role = environment.role(of: child)
        Lock.held { own.append(ChildLink(child, role: role, home: environment.number)) }
    }
}
