// What the faces say of a service, for who compares them. Nothing is made.

/// The lifetime of a service as one of the faces states it.
package struct Standing: Sendable {
    package let scope: ResolverScope
    /// Whether the scope is the cache of a resolver.
    package var isContainer: Bool { scope is ContainerCache }

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
        let wrapped = optionalService(type)?.wrapped ?? type
        let key = ServiceKey(wrapped, name: name)
        func found() -> Registration? {
            sandbox.root.slots(of: key, in: sandbox).lazy.compactMap(\.registrationNow).first
        }
        return (found() ?? (sandbox.runUnseenHook() ? found() : nil)).flatMap { standing(of: $0) }
    }

    /// The lifetime of a registration, or of what that stands for; those that stand for each other have none.
    private static func standing(of registration: Registration, seen: Set<ObjectIdentifier> = []) -> Standing? {
        let represented = locked { registration.represented }
        if let export = represented.export {
            var seen = seen
            guard seen.insert(ObjectIdentifier(represented)).inserted else { return nil }
            return declared(export.type, export.declaration(), seen: seen)
        }
        return locked { Standing(scope: represented.scope) }
    }

    /// The lifetime of a typed factory; nil where nothing makes its service.
    package static func declared(_ type: Any.Type, _ core: DeclarationCore) -> Standing? {
        declared(type, core, seen: [])
    }

    private static func declared(
        _ type: Any.Type, _ core: DeclarationCore, seen: Set<ObjectIdentifier>
    ) -> Standing? {
        if let legacy = core.legacy { return registered(type, name: legacy.name) }
        guard !core.facts.isRequired || isOverridden(type, core) else { return nil }
        let home = ContainerHome.of(core)
        guard let override = slot(of: type, core, in: home).registrationNow else { return nil }
        if override.alias != nil { return standing(of: override, seen: seen) }
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
