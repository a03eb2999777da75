extension Resolver {
    /// Makes a resolver.
    ///
    /// - Parameter child: A resolver that is searched for services for which this one has no registration.
    public convenience init(child: Resolver? = nil) {
        self.init(home: Environment.withActive(\.number))
        if let child { add(child: child) }
    }

    /// Adds a child: a resolver that is searched for services for which this one has no registration.
    ///
    /// Children are searched in the order in which they were added.
    ///
    /// - Parameter child: The resolver to search; its own children are searched, too.
    public final func add(child: Resolver) {
        let environment = Environment.active
        let own = environment.own(self)
        let role = environment.role(of: child)
        Lock.held { own.append(ChildLink(child, role: role, home: environment.number)) }
    }
}
