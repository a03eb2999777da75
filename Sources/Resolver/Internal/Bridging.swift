// One slot under two keys: typed factories that are exported to the runtime face, and runtime registrations that typed
// factories stand for.

/// What ties a key of the runtime face to the typed factory that answers it.
///
/// What is registered under the key overrides the factory, and what is stated of the registration is stated of it.
package final class Export: @unchecked Sendable {
    // Sound because the closures are those of a key path and of typed factories, and what changes is guarded by the
    // engine's lock.

    let key: ServiceKey
    let site: CallSite
    /// A number that is the same for exports which replace each other under one key; 0 for one that is not in force.
    var lineage: UInt = 0
    /// The resolver it was registered with.
    private(set) weak var resolver: Resolver?
    /// The factory's service, which is the key's type or an optional of it.
    let type: Any.Type
    /// How reports name the factory.
    let factory: String
    /// The declaration in the current sandbox.
    let declaration: () -> DeclarationCore
    /// What the declaration itself makes, as a factory for the declaration's type.
    let implementation: AnyFactory

    init(
        key: ServiceKey, site: CallSite, resolver: Resolver, type: Any.Type, factory: String,
        declaration: @escaping () -> DeclarationCore, implementation: AnyFactory
    ) {
        self.key = key
        self.site = site
        self.resolver = resolver
        self.type = type
        self.factory = factory
        self.declaration = declaration
        self.implementation = implementation
    }
}

/// What is exported.
struct Exported {
    let export: Export
    /// The declaration's slot.
    let declared: ServiceSlot
    /// The slot of what its options are stated of: for a factory with `legacy()` that of the registration.
    let stated: ServiceSlot
}

/// How a typed factory passes what the runtime face asks of it.
package struct ExportedFactory<Service, Declared> {
    let takesArguments: Bool
    let declaration: () -> DeclarationCore
    /// Resolves the factory.
    let resolve: (_ argument: Any?, CallSite) -> Service?
    /// Calls the factory's own closure.
    let make: (_ argument: Any?) -> Declared

    package init(
        takesArguments: Bool, declaration: @escaping () -> DeclarationCore,
        resolve: @escaping (_ argument: Any?, CallSite) -> Service?,
        make: @escaping (_ argument: Any?) -> Declared
    ) {
        self.takesArguments = takesArguments
        self.declaration = declaration
        self.resolve = resolve
        self.make = make
    }
}

// MARK: - Export

extension Resolver {
    /// Registers a typed factory.
    package func export<Service, Declared>(
        _ exported: ExportedFactory<Service, Declared>, name: Resolver.Name?, site: CallSite
    ) -> ResolverOptions<Service> {
        let key = ServiceKey(Service.self, name: name)
        let core = exported.declaration()
        let slot = Engine.slot(of: Declared.self, core, in: .of(core))
        let export = Export(
            key: key, site: site, resolver: self, type: Declared.self,
            factory: core.display(of: Declared.self), declaration: exported.declaration,
            implementation: unsafe TypedFactory<Declared> { [make = exported.make] in
                make(unsafe $1?.pointee ?? nil)
            })
        let registration = unsafe insert(
            key, site: site, takesArguments: exported.takesArguments,
            factory: TypedFactory<Service> { [resolve = exported.resolve] in
                resolve(unsafe $1?.pointee ?? nil, Engine.currentSite)
            },
            exported: Exported(
                export: export, declared: slot,
                stated: core.legacy == nil ? slot : Engine.overridable(Declared.self, core).slot))
        return ResolverOptions(resolver: self, key: key, registration: registration)
    }
}

extension Engine {
    /// Where the service that is being made was asked for.
    static var currentSite: CallSite { unsafe ThreadState.current.pointee.top?.pointee.site ?? .unknown }

    /// What the options of an export change: the override in force, or one that makes what the declaration makes, or the
    /// registration that the declaration stands for.
    static func adjustable(_ export: Export) -> Registration {
        while true {
            let core = export.declaration()
            let place = overridable(export.type, core)
            let stoodFor = core.legacy == nil ? nil : locked { place.slot.registration?.erased }
            let override = override(
                place, site: export.site, factory: stoodFor ?? export.implementation, options: export)
            if let override { return override }
        }
    }

    /// The key under which the runtime face has something nearer than a declaration, from the root's point of view.
    ///
    /// The export itself must be in the root's reach: what is exported elsewhere concerns nobody there.
    static func nearerKey(than exports: [Export], in sandbox: Sandbox) -> ServiceKey? {
        exports.first { export in
            let registrations = sandbox.root.slots(of: export.key, in: sandbox).map(\.registrationNow)
            return registrations.first??.export !== export && registrations.contains { $0?.export === export }
        }?.key
    }
}

// MARK: - Runtime registrations that typed factories stand for

extension Engine {
    /// The service of a runtime registration, for the typed factory that stands for it.
    package static func legacy<Service>(
        _ type: Service.Type, _ core: DeclarationCore, arguments: Arguments, site: CallSite
    ) -> Service {
        let key = legacyKey(type, core)
        let own = ContainerHome.of(core).isolatedResolver
        let hasOwn = own.map { !$0.slots(of: key, in: .active).isEmpty } ?? false
        return unsafe resolved(
            type, name: core.legacy?.name, arguments: arguments, site: site, asked: hasOwn ? own : nil)
    }

    /// Whether anything is registered that a factory with `legacy()` can stand for.
    package static func isRegistered(_ type: Any.Type, _ core: DeclarationCore) -> Bool {
        let sandbox = Sandbox.prepared()
        let resolvers = [ContainerHome.of(core).isolatedResolver, sandbox.root].compactMap { $0 }
        return resolvers.contains { !$0.slots(of: legacyKey(type, core), in: sandbox).isEmpty }
    }

    /// The key that a factory with `legacy()` stands for.
    static func legacyKey(_ type: Any.Type, _ core: DeclarationCore) -> ServiceKey {
        ServiceKey(optionalService(type)?.wrapped ?? type, name: core.legacy?.name)
    }

    /// Reports modifiers on a factory with `legacy()`.
    package static func modifiedLegacy(_ type: Any.Type, _ core: DeclarationCore) -> Never {
        Failure.modifiedLegacy(core.display(of: type), legacyKey(type, core), core.facts.place).trap()
    }
}
