public import Resolver

extension ServiceDeclaration {
    /// Overrides the factory in its container, until `reset`.
    ///
    /// The kept instance, if any, is dropped; with `when:` it stays, for all other contexts. The override has the declaration's
    /// lifetime, or, where that states none, the one stated for the override that it replaces. It counts more than any declared
    /// closure, except one for a context with `always: true`. Of overrides, one for a context that holds counts most.
    ///
    /// ```swift
    /// Container.shared.loader.register { MockLoader() }
    /// ```
    ///
    /// - Parameters:
    ///   - context: The context in which alone it counts.
    ///   - scope: The override's lifetime.
    ///   - body: Makes the service.
    ///   - file: Where the call is, for reports.
    ///   - line: Where the call is, for reports.
    public func register(
        when context: FactoryContext? = nil, scope: ContainerManager.DefaultLifetime? = nil, _ body: Body,
        file: StaticString = #fileID, line: UInt = #line
    ) {
        override(when: context, scope: scope?.scope, body, CodeLocation(file, line))
    }

    // Disfavoured, as a trailing closure has no label, and must be checked.
    /// Overrides the factory with a closure that captures what is not `Sendable`, a mock for instance.
    ///
    /// The compiler cannot check that it is used by one thread or task at a time: you do. Nor does it check a closure that is
    /// written in code of an actor: the closure runs where the declared one would.
    ///
    /// - Parameters:
    ///   - context: The context in which alone it counts.
    ///   - body: Makes the service.
    ///   - scope: The override's lifetime; if nil, that of the declaration or of the override that it replaces, as for
    ///     closures that are `Sendable`.
    ///   - file: Where the call is, for reports.
    ///   - line: Where the call is, for reports.
    @_disfavoredOverload
    public func register(
        when context: FactoryContext? = nil, unchecked body: UncheckedBody, scope: Scope? = nil,
        file: StaticString = #fileID, line: UInt = #line
    ) {
        // Sound because whether a closure is `Sendable` is no part of it; the caller answers for its use.
        unsafe override(when: context, scope: scope, unsafeBitCast(body, to: Body.self), CodeLocation(file, line))
    }

    // Disfavoured, so that the compiler reports a parameter of the wrong type as such.
    /// Overrides the factory in its container, until `reset`: `register` without its name.
    ///
    /// ```swift
    /// Container.shared.loader { MockLoader() }
    /// ```
    ///
    /// - Parameters:
    ///   - body: Makes the service.
    ///   - file: Where the call is, for reports.
    ///   - line: Where the call is, for reports.
    @_disfavoredOverload
    public func callAsFunction(_ body: Body, file: StaticString = #fileID, line: UInt = #line) {
        override(when: nil, scope: nil, body, CodeLocation(file, line))
    }

    /// Drops the declaration's overrides, its instance, or both.
    ///
    /// An override that the container has registered in ``AutoRegistering/autoRegister()`` is dropped, too, and comes back only
    /// when the container is reset: until then, a `required()` factory may be unbound. To end a mock of such a factory, reset
    /// the container.
    ///
    /// - Parameter part: What to drop.
    public func reset(_ part: ResetPart = .all) { declaration.reset(part.selection, Service.self) }

    /// Whether it stands for a registration of the runtime face.
    var isLegacy: Bool { declaration.has(DeclarationMarks.isLegacy) }

    func override(when context: FactoryContext?, scope: Scope?, _ body: Body, _ location: CodeLocation) {
        declaration.override(Service.self, Self.erased(body).factory, when: context?.key, scope: scope, location)
    }

    /// The factory with the closure that counts, and with the closure that counts over registrations, if that is another one.
    ///
    /// Without a list of closures, the factory itself has the closure that counts.
    func candidates(of closures: ContextClosures?) -> (first: Self, always: Self?) {
        guard let closures, let active = closures.active() else { return (self, nil) }
        guard !active.variant.isAlways, let always = closures.active(alwaysOnly: true) else {
            return (taking(active), nil)
        }
        return (taking(active, as: active.variant.givingWay), taking(always))
    }

    /// A copy with a closure for a context in place of its own.
    private func taking(_ closure: ContextClosure, as variant: Variant? = nil) -> Self {
        guard let body = closure.body as? Body else {
            fatalError("Resolver: \(key) has a closure of another type for a context; please report this")
        }
        return taking(variant ?? closure.variant, body)
    }
}

extension ServiceDeclaration where Service: Sendable {
    // Disfavoured, as the overload for lifetimes that share nothing does not require `Sendable`.
    /// Overrides the factory in its container, until `reset`, with another lifetime.
    ///
    /// - Parameters:
    ///   - context: The context in which alone it counts.
    ///   - scope: The override's lifetime.
    ///   - body: Makes the service.
    ///   - file: Where the call is, for reports.
    ///   - line: Where the call is, for reports.
    @_disfavoredOverload
    public func register(
        when context: FactoryContext? = nil, scope: Scope, _ body: Body, file: StaticString = #fileID,
        line: UInt = #line
    ) {
        override(when: context, scope: scope, body, CodeLocation(file, line))
    }
}
