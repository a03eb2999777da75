import Resolver

// Binding an instance that is known only when a run of a task scope begins: a request's user, its number, its connection.

extension Factory where Service: Sendable {
    /// Gives the current run of the factory's `TaskScope` its instance, in place of one that is made.
    ///
    /// ```swift
    /// extension Container {
    ///     var user: Factory<User> { required().scope(.request) }
    /// }
    /// try await Scope.request.run {
    ///     Container.shared.user.bind(user)
    ///     try await respond()
    /// }
    /// ```
    ///
    /// All tasks of the run are given it, and no other run. The call traps outside of a run, and where the run has an
    /// instance already: bind it first, and once. An override of the factory counts more, a test's mock for instance, and so
    /// does a closure for a context that always counts. No closer runs for it, as the library has not made it. After its
    /// `timeToLive` the factory makes another one; a `required()` factory cannot, so its instance stays.
    ///
    /// - Parameters:
    ///   - service: The instance.
    ///   - file: Where the call is, for reports.
    ///   - line: Where the call is, for reports.
    public func bind(_ service: Service, file: StaticString = #fileID, line: UInt = #line) {
        bindRun(to: service, at: CodeLocation(file, line))
    }
}

extension MainActorFactory where Service: Sendable {
    /// Gives the current run of the factory's `TaskScope` its instance, in place of one that is made, as that of
    /// ``Factory`` does; it traps where that does.
    ///
    /// - Parameters:
    ///   - service: The instance.
    ///   - file: Where the call is, for reports.
    ///   - line: Where the call is, for reports.
    public func bind(_ service: Service, file: StaticString = #fileID, line: UInt = #line) {
        bindRun(to: service, at: CodeLocation(file, line))
    }
}

extension AsyncFactory where Service: Sendable {
    /// Gives the current run of the factory's `TaskScope` its instance, in place of one that is made, as that of
    /// ``Factory`` does; it traps where that does.
    ///
    /// - Parameters:
    ///   - service: The instance.
    ///   - file: Where the call is, for reports.
    ///   - line: Where the call is, for reports.
    public func bind(_ service: Service, file: StaticString = #fileID, line: UInt = #line) {
        bindRun(to: service, at: CodeLocation(file, line))
    }
}

extension ServiceDeclaration {
    fileprivate func bindRun(to service: Service, at location: CodeLocation) {
        let declaration = declaration
        func bind(variant: Int) {
            Environment.withActive { environment in
                declaration.withRegistration(of: Service.self, variant: variant, in: environment) {
                    environment.bind(
                        service, to: $0, of: declaration.scope, expires: !declaration.has(DeclarationMarks.isRequired),
                        at: location)
                }
            }
        }
        bind(variant: 0)
        for variant in declaration.variantsBelowOverrides { bind(variant: variant) }
    }
}
