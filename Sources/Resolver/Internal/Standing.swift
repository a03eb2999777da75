// What the faces say of a service, for who compares them. Nothing is made.

/// The lifetime of a service as one of the faces states it.
package struct Standing: Sendable {
    package let scope: ResolverScope
    /// Whether the scope is the cache of the resolver that owns the registration.
    package let isContainer: Bool

    package init(scope: ResolverScope, isContainer: Bool = false) {
        self.scope = scope
        self.isContainer = isContainer
    }

    /// The lifetimes with a name of their own.
    package enum Name: String, Sendable {
        case unique, graph, cached, shared, container
        case singleton
        /// A scope of the program's own.
        case custom
    }

    /// What the lifetime is called; the same for both faces.
    package var name: Name {
        if isContainer { return .container }
        if scope === ResolverScope.application { return .singleton }
        return switch scope.kind {
        case .unique: .unique
        case .graph: .graph
        case .cached: scope === ResolverScope.cached ? .cached : .custom
        case .shared: scope === ResolverScope.shared ? .shared : .custom
        }
    }
}

extension Engine {
    /// The lifetime of what the current root finds under a key, or of what that stands for; nil where it finds nothing.
    package static func registered(_ type: Any.Type, name: Resolver.Name?) -> Standing? {
        let sandbox = Sandbox.prepared()
        let wrapped = (type as? any OptionalService.Type)?.wrapped ?? type
        let key = ServiceKey(wrapped, name: name)
        func found() -> (Resolver, Registration)? {
            for resolver in sandbox.root.searched(in: sandbox) {
                if let registration = resolver.existingSlot(for: key)?.registrationNow {
                    return (resolver, registration)
                }
            }
            return nil
        }
        guard let (owner, registration) = found() ?? (sandbox.runUnseenHook() ? found() : nil) else { return nil }
        let represented = locked { registration.represented(in: owner) }
        if let export = represented.export { return declared(export.type, export.declaration()) }
        return locked {
            Standing(scope: represented.scope, isContainer: represented.scope === owner.cache)
        }
    }

    /// The lifetime of a typed factory; nil where nothing makes its service.
    package static func declared(_ type: Any.Type, _ core: DeclarationCore) -> Standing? {
        if let legacy = core.legacy { return registered(type, name: legacy.name) }
        guard !core.facts.isRequired || isOverridden(type, core) else { return nil }
        let home = ContainerHome.of(core)
        guard let override = slot(of: type, core, in: home).registrationNow else { return nil }
        return locked {
            let stated = override.erased == nil ? core.statedScope : nil
            return Standing(scope: stated ?? override.scope)
        }
    }

    /// How reports name a service.
    package static func display(of type: Any.Type, name: Resolver.Name?) -> String {
        ServiceKey(type, name: name).description
    }
}

extension Resolver {
    fileprivate func existingSlot(for key: ServiceKey) -> ServiceSlot? {
        Engine.locked { registry.existingSlot(for: key) }
    }
}
